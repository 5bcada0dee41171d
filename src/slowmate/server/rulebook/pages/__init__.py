"""Values with words, as the pages of the rule book lay them out."""
