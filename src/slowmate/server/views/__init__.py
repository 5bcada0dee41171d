"""What answers a request: one query or one service, and a page."""
