"""Forms: what people fill in, checked."""
