"""Cases of every procedure on one page, and the table that says how each is shown and taken."""
