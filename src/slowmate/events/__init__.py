"""Everything a federation decides about tournaments."""
