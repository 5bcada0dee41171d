"""Settings by environment, with safe defaults. `docs/operate.md` lists every variable."""

import os
from pathlib import Path

from slowmate import __version__
from slowmate.server.site import languages
from slowmate.server.site.environment import (
    about,
    address,
    contact,
    database,
    hosts,
    mail,
    number,
    on,
    seal,
    secret_key,
    sender,
    signatories,
    tables,
)
from slowmate.server.site.logging import logging_config

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ.get("SLOWMATE_DATA", "var")).resolve()
"""Where the embedded database and the generated secret live."""

SLOWMATE_VERSION = __version__
SLOWMATE_DEMO = on("SLOWMATE_DEMO")
SLOWMATE_NAME = os.environ.get("SLOWMATE_NAME", "Slowmate")
SLOWMATE_OPERATOR = os.environ.get("SLOWMATE_OPERATOR", "").strip()
SLOWMATE_CONTACT = contact()
SLOWMATE_POST = os.environ.get("SLOWMATE_POST", "").strip()
SLOWMATE_ABOUT = about()
"""Who runs the server, how to reach them, and what they say of it themselves."""
SLOWMATE_FEDERATION = os.environ.get("SLOWMATE_FEDERATION", "").strip() or SLOWMATE_NAME
SLOWMATE_SEAL = seal()
SLOWMATE_SIGNATORIES = signatories()
"""Who issues certificates, under which seal, and who signs them."""
SLOWMATE_URL = address()
"""The address people use, for links in mail."""

SLOWMATE_WEB_PROCESSES = number("SLOWMATE_WEB_PROCESSES", min(4, os.cpu_count() or 1))
SLOWMATE_THREADS = number("SLOWMATE_THREADS", 3)
"""Web processes of `slowmate serve`, and the requests each answers at a time."""
SLOWMATE_ACCESS_LOG = on("SLOWMATE_ACCESS_LOG")
tables()

SECRET_KEY = secret_key(DATA)
DEBUG = False
ALLOWED_HOSTS = hosts(SLOWMATE_URL)

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "slowmate.server",
]
MIDDLEWARE = [
    "slowmate.server.site.middleware.headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "slowmate.server.site.middleware.reasonable_request",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "slowmate.server.site.middleware.in_the_readers_language_and_zone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "slowmate.server.site.middleware.answer_for_wrong_method",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "slowmate.server.accounts.middleware.sessions_seen",
]
ROOT_URLCONF = "slowmate.server.urls"
WSGI_APPLICATION = "slowmate.server.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "slowmate.server.site.context.site",
                "slowmate.server.accounts.context.reader",
                "slowmate.server.desk.context.desk",
                "slowmate.server.front.context.waiting",
                "slowmate.server.demo.context.demo",
            ],
            "builtins": [
                "slowmate.server.site.tags",
                "slowmate.server.people.tags",
                "slowmate.server.rulebook.tags",
                "slowmate.server.desk.tags",
            ],
            "libraries": {
                "accounts": "slowmate.server.accounts.tags",
                "events": "slowmate.server.events.tags",
                "games": "slowmate.server.games.tags",
                "ratings": "slowmate.server.ratings.tags",
            },
        },
    }
]
DATABASES = {"default": database(os.environ.get("DATABASE_URL"), DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "slowmate.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["slowmate.server.accounts.hashers.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-games"
LOGOUT_REDIRECT_URL = "front"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # of whoever signed up in this browser, and of nobody else
ACCOUNT_FORMS = {
    "signup": "slowmate.server.accounts.forms.SignupForm",
    "reset_password_from_key": "slowmate.server.accounts.forms.ResetPasswordKeyForm",
    "change_password": "slowmate.server.accounts.forms.ChangePasswordForm",
}
ACCOUNT_ADAPTER = "slowmate.server.accounts.adapters.AccountAdapter"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # a stolen session changes no address
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ADAPTER = "slowmate.server.accounts.adapters.MFAAdapter"
MFA_TOTP_ISSUER = SLOWMATE_NAME
MFA_TOTP_TOLERANCE = 1  # telephones' clocks are off by some seconds
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if on("SLOWMATE_BEHIND_PROXY") else 0
"""Whether X-Forwarded-For names the client, for the limits of sign-in: only where a proxy of ours writes it."""
USERSESSIONS_TRACK_ACTIVITY = True

MAIL = mail(os.environ.get("SLOWMATE_MAIL"))
EMAIL_BACKEND = MAIL["backend"]
EMAIL_HOST, EMAIL_PORT = MAIL["host"], MAIL["port"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["user"], MAIL["password"]
EMAIL_USE_TLS = MAIL["tls"]
EMAIL_FILE_PATH = MAIL["folder"]
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = sender()
SERVER_EMAIL = DEFAULT_FROM_EMAIL

MAX_COMPUTED = 10_000
"""Rows of what takes long to compute, a list under other rules each: some 200 a year with FIDE's lists."""
CACHES = {
    "default": {
        "BACKEND": "slowmate.server.site.limits.LimitTable",
        "LOCATION": "slowmate_cache",
        "OPTIONS": {"MAX_ENTRIES": 0},  # each write deletes what has run out
    },
    "computed": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "slowmate_computed",
        "TIMEOUT": 60 * 60 * 24 * 180,
        "OPTIONS": {"MAX_ENTRIES": MAX_COMPUTED},
    },
}
"""Shared by all processes. `default` is for limits alone, in a table that only time empties: what else would be kept
there would make writing a counter slower. What takes long to compute is kept by itself."""

STATIC_URL = "/static/"
STATIC_ROOT = os.environ.get("SLOWMATE_STATIC") or None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_AUTOREFRESH = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
"""Collected by `slowmate serve`: compressed once, and named by content so that browsers keep them."""

LOGGING = logging_config(style=os.environ.get("SLOWMATE_LOG"), level=os.environ.get("SLOWMATE_LOG_LEVEL"))

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = list(languages.LANGUAGES)
LOCALE_PATHS = [HERE / "locale"]

BEHIND_TLS = SLOWMATE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if BEHIND_TLS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if on("SLOWMATE_BEHIND_PROXY") else None
CSRF_TRUSTED_ORIGINS = [SLOWMATE_URL]
CSRF_FAILURE_VIEW = "slowmate.server.site.error_pages.unproved"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
APPEND_SLASH = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

SILENCED_SYSTEM_CHECKS: list[str] = []
