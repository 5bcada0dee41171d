"""Pages of the desk: what waits, put into words."""
