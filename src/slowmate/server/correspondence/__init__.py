"""What belongs to a game besides the game: notes, analysis, messages, requests to the director."""
