"""What pages, jobs and programs read of events."""
