"""Queries of rating lists, for pages, programs and jobs."""
