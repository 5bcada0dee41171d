"""FIDE's ratings of 2017, standard, rapid and blitz: a module a section."""
