"""What every test may use."""
