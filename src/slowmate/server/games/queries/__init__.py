"""What the pages of games read: a constant number of queries each."""
