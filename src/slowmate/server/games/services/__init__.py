"""Every write to a game: one function, one transaction. Load, let the core decide, save, queue mail."""
