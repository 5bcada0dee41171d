"""Builders and generators that tests use."""
