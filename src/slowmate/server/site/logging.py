"""The server's logs: lines for people, or one JSON object a line for machines (SLOWMATE_LOG=json)."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ImproperlyConfigured

STYLES = ("text", "json")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_SECRET = re.compile(r"/(feeds|unsubscribe|accounts/confirm-email|accounts/password/reset/key)/[^\s/?.\"\\]+")
_OWN = frozenset(logging.LogRecord("", 0, "", 0, "", None, None).__dict__) | {"message", "asctime", "taskName"}


def without_keys(text: str) -> str:
    """Remove the secret part of an address from a text, so that readers of the log cannot read a calendar or set a
    password."""
    return _SECRET.sub(r"/\1/...", text)


class Text(logging.Formatter):
    """One line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))


class Json(logging.Formatter):
    """One JSON object a line: time, level, logger, message, whatever was passed as *extra*, and the exception."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in _OWN and key != "request"}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return without_keys(json.dumps(line, default=str, ensure_ascii=False))


class Short(logging.Filter):
    """A request under a wrong host name is one line in the log, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.security.DisallowedHost":
            record.exc_info = record.exc_text = None
        return True


def logging_config(*, style: str | None, level: str | None) -> dict[str, Any]:
    """Return the logging set-up for Django, the worker and the web server; to standard error."""
    style, level = style or "text", (level or "INFO").upper()
    if style not in STYLES:
        raise ImproperlyConfigured(f"SLOWMATE_LOG: {style!r} is not a style of logs; use {' or '.join(STYLES)}")
    if level not in LEVELS:
        raise ImproperlyConfigured(f"SLOWMATE_LOG_LEVEL: {level!r} is not a level; use one of {', '.join(LEVELS)}")
    formatter = "slowmate.server.site.logging.Json" if style == "json" else "slowmate.server.site.logging.Text"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "filters": {"short": {"()": "slowmate.server.site.logging.Short"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["short"]}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "slowmate": {"level": level},
            "django": {"handlers": [], "propagate": True, "level": "WARNING"},
            "django.request": {"level": "ERROR"},  # what a visitor gets wrong is no event of the server
            "slowmate.access": {"level": "INFO"},
            "waitress": {"level": "ERROR"},  # a queue of requests is no event of the server
        },
    }
