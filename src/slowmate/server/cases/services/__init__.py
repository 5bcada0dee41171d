"""The services of procedures that concern events and titles both."""
