"""Values with words and addresses, as the pages of norms and titles lay them out."""
