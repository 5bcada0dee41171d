"""Signing in, as the tests do it where it matters how."""

from typing import Any

from django.test import Client

from tests.support.people import PASSWORD


def sign_in(client: Client, email: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": email, "password": password, **more})


def signed_in(client: Client) -> bool:
    return client.get("/games").status_code == 200
