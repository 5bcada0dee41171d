"""The rule book for readers."""
