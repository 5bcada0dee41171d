"""What is known already of what an archive brings."""
