"""Every write: one function, one transaction. Lock, load, let the core decide, write, journal, queue mail."""
