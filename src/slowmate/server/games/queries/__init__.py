"""Queries of the pages of games: a constant number each."""
