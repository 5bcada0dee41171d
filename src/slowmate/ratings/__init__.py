"""Ratings under four regulations, on columns."""
