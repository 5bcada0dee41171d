"""Forms about events."""
