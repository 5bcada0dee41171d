"""Games for programs."""
