"""Mail about a case, queued in the transaction of its step: to those on turn, and to everybody concerned."""

from collections.abc import Iterable

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, CaseStep
from slowmate.server.events.queries.case_turns import players_in, turns_of
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player


def step_taken(case: Case, step: CaseStep) -> None:
    """Tell those whose turn it is now, and the parties what was done; one letter each, none to who did it."""
    on_turn = users_on_turn(case)
    queue(on_turn, "case-turn", case, step)
    queue([user for user in parties(case) if user not in on_turn], "case-step", case, step)


def users_on_turn(case: Case) -> list[User]:
    return list(dict.fromkeys(user for turn in turns_of(case) for user in turn.users))


def parties(case: Case) -> list[User]:
    """Return the users who are parties to a case, and who opened it."""
    users = [player.user for player in players_in(case)]
    users += [case.opened_by, case.team.captain if case.team else None]
    return list(dict.fromkeys(user for user in users if user is not None))


def players_with_accounts(case: Case) -> list[Player]:
    """Return the players who are parties to a case and can be written to."""
    return [player for player in players_in(case) if player.user is not None]


def queue(
    users: Iterable[User | None], kind: str, case: Case, step: CaseStep, *, once: str = "", **facts: object
) -> None:
    """Queue mail of a kind about a step, once for each user; none to who took it. *once*: of all steps of that name."""
    outbox.queue(
        Mail(
            user=user,
            kind=kind,
            key=f"case/{case.pk}/{once or step.number}/{user.pk}",
            facts={"case": case.pk, "step": step.number, **facts},
            made=step.at,
            due=step.at,
        )
        for user in dict.fromkeys(users)
        if user is not None and user.pk != step.by_id and outbox.wants_mail(user)
    )
