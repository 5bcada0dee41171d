"""Before an event runs: kinds, sizes, sections, draws, teams, cycles, offices (0 to 6, 11, 12)."""
