"""Pages of people: players, settings, pictures, offices."""
