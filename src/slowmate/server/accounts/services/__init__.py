"""Every write to accounts: one function, one transaction."""
