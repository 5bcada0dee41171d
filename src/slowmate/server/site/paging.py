"""What every operation of the API shares: how much of a long list it answers with, and how it refuses."""

from typing import Annotated, Any

from ninja import Query

from slowmate.server.site.problems import Problem

Limit = Annotated[int, Query(ge=1, le=200)]


Offset = Annotated[int, Query(ge=0, le=1_000_000)]


REFUSALS: dict[int, Any] = dict.fromkeys((400, 401, 404, 411, 413, 414, 415, 422, 429), Problem)


WRITING: dict[int, Any] = dict.fromkeys((*REFUSALS, 403, 409), Problem)
