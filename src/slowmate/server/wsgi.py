"""The server's door, for whoever serves it with a web server of their own."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "slowmate.server.settings")

application = get_wsgi_application()
