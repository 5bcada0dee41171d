"""What the pages, feeds and texts about games say: values with words and addresses, which templates lay out."""
