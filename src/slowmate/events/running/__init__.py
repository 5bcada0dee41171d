"""While an event runs and after it: tables and ties (7), leaving, substitutes (8), live display (14), consequences."""
