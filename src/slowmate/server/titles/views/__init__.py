"""Pages of norms, titles and certificates."""
