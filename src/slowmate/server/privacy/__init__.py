"""What is kept of a person: export and deletion."""
