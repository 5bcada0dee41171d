"""What every test may use."""

import os
import tempfile

from hypothesis import HealthCheck, settings

# the server's settings are read when tests are collected: its data must not be a developer's own
os.environ.setdefault("SLOWMATE_DATA", tempfile.mkdtemp(prefix="slowmate-tests-"))
os.environ.setdefault("SLOWMATE_SECRET_KEY", "only for tests, and long enough for the server")

# a busy machine is no mistake of the code: nothing fails for having taken long
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
