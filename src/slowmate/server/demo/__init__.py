"""A living federation to look at. Nothing else imports it."""
