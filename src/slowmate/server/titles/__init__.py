"""Norms and titles: found, confirmed, certified."""
