"""Rating lists: prepared when their window closes, adjusted and published by the commissioner, explained to all."""
