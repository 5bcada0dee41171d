"""Programs that use the API, as the tests write them."""

import json
from typing import Any

from django.test import Client

from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.site import clock

PROBLEM = "application/problem+json"


class Program:
    """A program with a token."""

    def __init__(self, user: User | None = None, scope: str = Token.Scope.PLAY) -> None:
        self.client = Client()
        self.headers: dict[str, str] = {}
        if user is not None:
            text = tokens.make(user, "a program", scope=scope, at=clock.now()).text
            self.headers["Authorization"] = f"Bearer {text}"

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api{path}", query, headers=self.headers)

    def send(self, path: str, body: object = None, *, method: str = "post") -> Any:
        text = "" if body is None else json.dumps(body)
        return self.client.generic(method.upper(), f"/api{path}", text, "application/json", headers=self.headers)


def problem(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == PROBLEM
    found: dict[str, Any] = answer.json()
    assert found["status"] == status
    assert found["type"].startswith("/api/#")
    return found
