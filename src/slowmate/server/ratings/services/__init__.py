"""What is done to rating lists: each a transaction of its own."""
