"""The Django app: people, time and storage."""
