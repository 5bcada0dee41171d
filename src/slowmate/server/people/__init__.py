"""People: players, pictures, offices."""
