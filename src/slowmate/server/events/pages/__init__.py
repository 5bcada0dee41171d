"""What pages of events show: values with words and addresses, which templates lay out."""
