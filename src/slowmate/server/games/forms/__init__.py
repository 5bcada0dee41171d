"""Forms about games."""
