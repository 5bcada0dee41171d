"""Accounts: signing in, sessions, tokens of programs, the journal of acts."""
