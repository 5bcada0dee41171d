"""Events from their plan to their end, by the services alone."""

import pytest

from slowmate.server.events.models import Event, Section
from slowmate.server.events.services import settling
from slowmate.server.games.models import Game
from tests.server.events import organising
from tests.server.events.organising import START, noon

pytestmark = pytest.mark.django_db


def test_an_open_goes_from_its_plan_to_its_end() -> None:
    event, who = organising.finished("open", 9, (9,))
    section = event.sections.get()
    assert (event.state, section.state) == (Event.State.FINISHED, Section.State.FINISHED)
    assert Game.objects.count() == 36
    settling.settle(section.pk, actor=who, at=noon(START))
    event.refresh_from_db()
    assert event.state == Event.State.SETTLED
