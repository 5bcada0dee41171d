"""What is filled in about games."""
