"""Norms, awards, certificates."""
