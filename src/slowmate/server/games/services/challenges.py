"""Challenges: made, answered, withdrawn; an accepted one becomes one game or a match of two."""

from collections.abc import Mapping
from datetime import datetime
from secrets import token_hex
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.lots import below, numbers
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.games import terms as term_service
from slowmate.server.games.models import Challenge, Game
from slowmate.server.games.permissions import may_answer_challenge, may_withdraw_challenge
from slowmate.server.games.services import games
from slowmate.server.mail import outbox
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

MOST_OPEN = 20


def make(
    challenger: Player,
    opponent: Player | None,
    *,
    terms: Mapping[str, Any],
    colour: str = Challenge.Colour.LOT,
    number: int = 1,
    words: str = "",
    at: datetime,
) -> Challenge:
    """Challenge a player, or all players."""
    if opponent is not None and opponent.pk == challenger.pk:
        raise Unfit(_("You cannot challenge yourself."), field="opponent")
    if opponent is not None and opponent.user is None:
        raise Unfit(_("This player has no account here, and could not answer a challenge."), field="opponent")
    if challenger.challenges_made.filter(state=Challenge.State.OPEN).count() >= MOST_OPEN:
        raise Unfit(_("You have too many open challenges; withdraw one first."))
    term_service.check(terms, starts=at)
    with transaction.atomic():
        challenge = Challenge.objects.create(
            challenger=challenger,
            opponent=opponent,
            terms=dict(terms),
            colour=colour,
            games=number,
            words=words.strip()[:500],
            made=at,
        )
        if opponent is not None and opponent.user is not None:
            facts = {"challenger": challenger.name, "challenge": challenge.pk}
            outbox.tell(opponent.user, "challenge", challenge_key(challenge), at=at, facts=facts)
    return challenge


def challenge_key(challenge: Challenge) -> str:
    """Return the key of the mail about it."""
    return f"challenge/{challenge.pk}"


def accept(challenge_id: int, *, actor: User, at: datetime) -> list[Game]:
    """Accept a challenge: the games start at once."""
    with transaction.atomic():
        challenge = _locked(challenge_id)
        if not may_answer_challenge(actor, challenge):
            raise NotAllowed
        opponent, challenger = actor.player, challenge.challenger
        white_first = challenge.colour == Challenge.Colour.WHITE
        if challenge.colour == Challenge.Colour.LOT:
            seed = token_hex(8)
            white_first = below(2, numbers(seed)) == 0
            journal.write("colours drawn", f"challenge/{challenge.pk}", actor=None, at=at, facts={"seed": seed})
        pairs = [(challenger, opponent), (opponent, challenger)]
        if not white_first:
            pairs.reverse()
        terms = term_service.terms(challenge.terms, starts=at)
        started = [
            games.start(white, black, terms, at=at, challenge=challenge, actor=actor)
            for white, black in pairs[: challenge.games]
        ]
        _answer(challenge, Challenge.State.ACCEPTED, actor, at, opponent=opponent)
    return started


def decline(challenge_id: int, *, actor: User, at: datetime) -> None:
    """Decline a challenge to a single player; the challenger gets mail."""
    with transaction.atomic():
        challenge = _locked(challenge_id)
        if not may_answer_challenge(actor, challenge) or challenge.opponent is None:
            raise NotAllowed
        _answer(challenge, Challenge.State.DECLINED, actor, at)
        if challenge.challenger.user is not None:
            challenger, key = challenge.challenger.user, declined_key(challenge)
            outbox.tell(challenger, "challenge-declined", key, at=at, facts={"opponent": challenge.opponent.name})


def declined_key(challenge: Challenge) -> str:
    """Return the key of the mail about it."""
    return f"challenge/{challenge.pk}/declined"


def withdraw(challenge_id: int, *, actor: User, at: datetime) -> None:
    with transaction.atomic():
        challenge = _locked(challenge_id)
        if not may_withdraw_challenge(actor, challenge):
            raise NotAllowed
        _answer(challenge, Challenge.State.WITHDRAWN, actor, at)


def _locked(challenge_id: int) -> Challenge:
    rows = Challenge.objects.select_for_update(of=("self",)).select_related("challenger__user", "opponent__user")
    challenge = rows.get(pk=challenge_id)
    if challenge.state != Challenge.State.OPEN:
        raise Stale(_("This challenge has been answered or withdrawn."))
    return challenge


def _answer(challenge: Challenge, state: str, actor: User, at: datetime, *, opponent: Player | None = None) -> None:
    challenge.state, challenge.answered = state, at
    challenge.opponent = opponent or challenge.opponent
    challenge.save(update_fields=["state", "answered", "opponent"])
    journal.write(f"challenge {state}", f"challenge/{challenge.pk}", actor=actor, at=at)
