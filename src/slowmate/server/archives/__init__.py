"""Archives: a federation brings its past, players, lists, events and games, once each however often it is brought."""
