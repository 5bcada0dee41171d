"""Games: the row, its events, what players and the clock do to it, challenges, leave."""
