"""What is filled in about events."""
