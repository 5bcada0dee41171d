"""What is done with norms and titles."""
