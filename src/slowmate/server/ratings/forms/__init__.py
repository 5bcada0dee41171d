"""The forms of the rating pages."""
