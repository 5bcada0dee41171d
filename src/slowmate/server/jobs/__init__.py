"""Background work and what operators do: the worker, the sweep, backups, verification, health."""
