"""Commands of `slowmate manage`."""
