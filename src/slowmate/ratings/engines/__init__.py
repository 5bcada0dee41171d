"""The same arithmetic for very many games: compiled loops, and expressions for a database."""
