"""Every write to people: one function, one transaction."""
