"""The shapes of what goes in and comes out. Bodies are strict: an unknown or mistyped field is refused, not guessed."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal

from django.urls import reverse
from django.utils.translation import gettext
from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from slowmate.formats.grounds import fact_json
from slowmate.rulebook import Ground as Grounds
from slowmate.server.site.days import require_possible_day
from slowmate.server.site.text import sentence

LARGEST_ID = 2**63 - 1


def _day(value: Any) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ValueError(gettext("a day is written as 2024-05-31"))
    day = date.fromisoformat(value)
    require_possible_day(day)
    return day


def _instant(value: Any) -> datetime:
    if isinstance(value, str) and re.fullmatch(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,15}(Z|[+-][0-9]{2}:[0-9]{2})", value
    ):
        try:
            instant = datetime.fromisoformat(value).astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        else:
            require_possible_day(instant)
            return instant
    raise ValueError(gettext("an instant is written as 2024-05-31T14:05:00Z"))


def _yes(value: Any) -> bool:
    if value is not True:  # 1 is equal to it, and does not mean it
        raise ValueError(gettext("say true"))
    return True


Yes = Annotated[Literal[True], BeforeValidator(_yes)]
Day = Annotated[
    date, BeforeValidator(_day), WithJsonSchema({"type": "string", "format": "date", "examples": ["2024-05-31"]})
]
Instant = Annotated[
    datetime,
    BeforeValidator(_instant),
    WithJsonSchema({"type": "string", "format": "date-time", "examples": ["2024-05-31T14:05:00Z"]}),
]
Seconds = Annotated[
    timedelta,
    PlainSerializer(lambda value: int(value.total_seconds()), return_type=int),
    WithJsonSchema({"type": "integer", "description": "seconds"}),
]
Colour = Literal["white", "black"]
MoveText = Annotated[
    str,
    Field(min_length=1, max_length=16, pattern=r"^[^\x00]*$", examples=["Nf3", "g1f3", "7163"]),
]


class Body(Schema):
    """A body that a program sends."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Ground(Schema):
    """A clause of the rule book and what it was applied to, also in words."""

    clause: str = Field(examples=["ICCF-LAWS-2019 5.1.2"])
    facts: dict[str, Any]
    words: str
    link: str


class Paged(Schema):
    count: int = Field(description="How many there are in all.")
    limit: int
    offset: int


def ground(each: Grounds) -> Ground:
    """Return a ground for the API, with its sentence in the reader's language."""
    link = reverse("clause", args=[each.clause.edition, each.clause.address])
    facts = {name: fact_json(fact) for name, fact in each.facts.items()}
    return Ground(clause=str(each.clause), facts=facts, words=sentence(each, with_zone=True), link=link)
