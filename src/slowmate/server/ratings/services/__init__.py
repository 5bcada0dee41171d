"""Changes of rating lists: each a transaction of its own."""
