"""What is read of norms and titles."""
