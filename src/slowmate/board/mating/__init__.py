"""Whether a side can still mate, and dead positions (5.2.2): the argument by men, by regions, and the search."""
