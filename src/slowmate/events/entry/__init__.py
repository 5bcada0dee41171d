"""Entries: rights, routes, nominations, federations (sections 1 to 6, 13)."""
