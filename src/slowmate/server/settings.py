"""Settings, by environment, with safe defaults."""

import os
import secrets
from pathlib import Path

from slowmate import __version__

HERE = Path(__file__).resolve().parent

SECRET_KEY = os.environ.get("SLOWMATE_SECRET_KEY") or secrets.token_urlsafe(50)
DEBUG = False
ALLOWED_HOSTS = os.environ.get("SLOWMATE_HOSTS", "localhost,127.0.0.1,[::1]").split(",")

INSTALLED_APPS = ["django.contrib.staticfiles", "slowmate.server"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "slowmate.server.middleware.content_security_policy",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "slowmate.server.urls"
WSGI_APPLICATION = "slowmate.server.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {"context_processors": ["slowmate.server.context.site"]},
    }
]
DATABASES: dict[str, dict[str, str]] = {}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "/static/"
STATICFILES_DIRS: list[str] = []
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
USE_I18N = False
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
APPEND_SLASH = False

SLOWMATE_VERSION = __version__
SLOWMATE_DEMO = os.environ.get("SLOWMATE_DEMO") == "1"
