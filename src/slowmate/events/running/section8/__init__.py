"""Section 8 of the tournament rules: leaving an event, silence, bonds, substitution."""
