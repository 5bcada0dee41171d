"""Builders, generators and databases that tests and measurements use."""
