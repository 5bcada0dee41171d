"""FIDE's title regulations of 2017: a module a section."""
