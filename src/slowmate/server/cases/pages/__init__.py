"""Pages of cases, as values: words and addresses."""
