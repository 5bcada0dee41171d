"""What is read of cases."""
