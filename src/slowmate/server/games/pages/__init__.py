"""Pages, feeds and texts about games: values with words and addresses, which templates lay out."""
