"""Events and sections, for programs."""
