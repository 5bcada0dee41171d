"""The languages of pages and mail: the only list of them (docs/architecture.md, "A language")."""

LANGUAGES = (("en", "English"), ("cs", "Čeština"))
"""Code and own name of each, as people choose it in their settings. Messages are written in the first."""
TRANSLATED = tuple(code for code, _name in LANGUAGES[1:])
"""Codes of the languages that have a catalogue."""
