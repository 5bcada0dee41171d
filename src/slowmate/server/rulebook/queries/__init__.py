"""The rule book as pages and programs read it: the books, what is looked for, and where the code applies a clause."""
