"""The director's desk: what waits for a decision, and the decisions."""
