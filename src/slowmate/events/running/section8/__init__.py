"""Section 8 of the tournament rules: leaving an event, and taking a leaver's place.

`application` is 8.1 to 8.4/3, `leaving` 8.3 and 8.4, `bonds` 8.4/6 to 8.4/8, 8.5/4 and 8.6, `silence` 8.5,
`substitution` 8.7, and `open_games` decides what becomes of a leaver's games.
"""
