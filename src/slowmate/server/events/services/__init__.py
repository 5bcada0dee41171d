"""Every write about events, a transaction each."""
