"""What every page shares: the clock, the environment, words and forms, errors, signing in."""
