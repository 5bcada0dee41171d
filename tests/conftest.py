"""What every test may use."""

import os
import tempfile

# the server's settings are read when tests are collected: its data must not be a developer's own
os.environ.setdefault("SLOWMATE_DATA", tempfile.mkdtemp(prefix="slowmate-tests-"))
os.environ.setdefault("SLOWMATE_SECRET_KEY", "only for tests, and long enough for the server")
