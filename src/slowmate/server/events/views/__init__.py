"""The pages of events and sections."""
