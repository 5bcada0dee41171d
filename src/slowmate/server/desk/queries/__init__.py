"""Queries of the desk."""
