"""Positions and notation, on top of python-chess."""
