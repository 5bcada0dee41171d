"""Bringing what files hold: a module for each kind, with `bring(file, asked, report)`."""
