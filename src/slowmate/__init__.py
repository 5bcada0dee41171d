"""Slowmate: a correspondence chess federation in a box. Every decision names the clause it rests on."""

__version__ = "0.1.0"
