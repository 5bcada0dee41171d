"""Values with words and addresses, as the pages of ratings lay them out."""
