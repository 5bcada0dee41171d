"""An account's export, sessions and deletion. Signing up and in, passwords and second factors are django-allauth's."""

import io
import json
import zipfile
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from slowmate.formats.pgn import write_game
from slowmate.server.accounts.models import Entry, User
from slowmate.server.accounts.services import journal, tokens
from slowmate.server.archives.models import Origin
from slowmate.server.correspondence.models import Analysis, Message, Note, Report
from slowmate.server.correspondence.services import message_key
from slowmate.server.events.models import Bar, EventEntry, Nomination, Seat, SeatHolding
from slowmate.server.events.services import entries
from slowmate.server.games.models import Challenge, Document, Game, GameEvent
from slowmate.server.games.queries.my_games import my_games
from slowmate.server.games.queries.pgn import pgns_of
from slowmate.server.games.services import playing
from slowmate.server.games.services.challenges import challenge_key, declined_key
from slowmate.server.games.services.documents import ENDINGS
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Picture, Player, TitleHeld
from slowmate.server.people.permissions import holds, player_of
from slowmate.server.people.validators import FORMER
from slowmate.server.privacy.queries import in_events
from slowmate.server.ratings.models import Adjustment, ListEntry, RatingList
from slowmate.server.site.errors import Unfit
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.services import account_deletion

ACCOUNT = (
    "email",
    "joined",
    "last_login",
    "language",
    "zone",
    "theme",
    "board",
    "pieces",
    "piece_letters",
    "mail_mode",
    "wants_ratings",
    "last_digest",
)
PROFILE = (
    *("id", "name", "federation", "iccf_id", "fide_id", "sex", "birth_year", "title"),
    *("rating", "rating_games", "rating_deviation", "fide_rating", "about", "wants_ladies_title"),
)


def export(user: User, *, at: datetime) -> bytes:
    """Export everything that is stored about a person as a ZIP, without secrets: no hash, no key."""
    parts: dict[str, Any] = {"account.json": _account(user)}
    player = player_of(user)
    if player is not None:
        parts |= _of_player(player) | in_events(player)
        picture = Picture.objects.filter(player=player).first()
        if picture is not None:
            parts["picture.webp"] = bytes(picture.image)
        parts |= {
            f"documents/{row.pk}.{ENDINGS[row.type]}": bytes(row.data)
            for row in Document.objects.filter(player=player).order_by("pk")
            if row.data is not None
        }
        games = my_games(player).defer(None).order_by("pk")
        parts["games.pgn"] = "\n".join(write_game(game) for game in pgns_of(games, user))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            text = part if isinstance(part, str | bytes) else json.dumps(part, cls=DjangoJSONEncoder, indent=1)
            archive.writestr(zipfile.ZipInfo(name, at.timetuple()[:6]), text)
    journal.write("account exported", f"user/{user.pk}", actor=user, at=at)
    return packed.getvalue()


def _account(user: User) -> dict[str, Any]:
    about = [f"user/{user.pk}", *([f"player/{user.player.pk}"] if player_of(user) else [])]
    entries = Entry.objects.filter(Q(actor=user) | Q(about__in=about))
    return {
        **{name: getattr(user, name) for name in ACCOUNT},
        "addresses": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "second_factors": _rows(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
        "sessions": _rows(UserSession.objects.filter(user=user), "ip", "user_agent", "created_at", "last_seen_at"),
        "tokens": _rows(user.tokens.all(), "name", "scope", "prefix", "made", "used"),
        "offices": _rows(user.offices.all(), "kind", "federation", "begins", "ends"),
        "mail": _rows(Mail.objects.filter(user=user), "kind", "game_id", "facts", "made", "sent", "dropped"),
        "journal": _rows(entries, "at", "what", "about", "facts", "grounds"),
        "in_games": _rows(GameEvent.objects.filter(actor=user), "game_id", "number", "type", "at", "data"),
    }


def _of_player(player: Player) -> dict[str, Any]:
    mine = Q(game__white=player) | Q(game__black=player)
    challenges = Challenge.objects.filter(Q(challenger=player) | Q(opponent=player))
    own = ("game_id", "text", "changed")
    return {
        "player.json": {name: getattr(player, name) for name in PROFILE},
        "notes.json": _rows(Note.objects.filter(player=player), *own),
        "analyses.json": _rows(
            Analysis.objects.filter(player=player), "game_id", "name", "from_ply", "moves", "comment", "made"
        ),
        "messages.json": _rows(Message.objects.filter(mine), "game_id", "sender__name", "text", "sent", "read"),
        "reports.json": _rows(
            Report.objects.filter(by=player), "game_id", "kind", "misconduct", "text", "made", "settled", "answer"
        ),
        "challenges.json": _rows(
            challenges,
            *("challenger__name", "opponent__name", "colour", "games", "terms", "words", "state", "made", "answered"),
        ),
        "documents.json": _rows(
            Document.objects.filter(player=player), "id", "game_id", "event", "words", "name", "type", "made"
        ),
        "ratings.json": _rows(
            ListEntry.objects.filter(player=player, list__state=RatingList.State.PUBLISHED),
            *("list__pool", "list__period", "list__revision", "name", "federation", "title", "sex", "rating", "rd"),
            *("games", "period_games", "change", "published", "active"),
        ),
        "adjustments.json": _rows(
            Adjustment.objects.filter(player=player),
            *("list__pool", "list__period", "kind", "event_key", "value", "is_withdrawn", "since", "reason", "made"),
        ),
        "archives.json": _rows(Origin.objects.filter(kind=Origin.Kind.PLAYER, row=player.pk), "source"),
        "leave.json": _rows(player.leaves.all(), "first", "last", "made", "ended"),
    }


def _rows(rows: "QuerySet[Any, Any]", *names: str) -> list[dict[str, Any]]:
    return list(rows.order_by("pk").values(*names))


def set_administrator(email: str, *, is_one: bool, at: datetime) -> User:
    """Make an account an administrator, or end that: from the command line, by whoever runs the server."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(email__iexact=email.strip(), is_active=True).first()
        if user is None:
            raise Unfit(_("No account has that address."), field="email")
        user.is_administrator = is_one
        user.save(update_fields=["is_administrator"])
        what = "administrator made" if is_one else "administrator ended"
        journal.write(what, f"user/{user.pk}", actor=None, at=at)
    return user


def end_session(user: User, pk: int, *, asking: str | None) -> bool:
    """End a session of an account, other than the one that asks; whether there was such a one."""
    session = UserSession.objects.filter(user=user, pk=pk).exclude(session_key=asking).first()
    if session is None:
        return False
    session.end()
    return True


def open_games(user: User) -> int:
    """Return the unfinished games, which prevent deletion until they are finished or given up."""
    return len(_open(user))


def _open(user: User) -> list[int]:
    player = player_of(user)
    if player is None:
        return []
    rows = Game.objects.filter(Q(white=player) | Q(black=player)).exclude(status=Game.Status.FINISHED)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def delete(user: User, *, keep_name: bool, resign: bool, at: datetime) -> None:
    """Delete an account for good.

    The player stays in finished games, under the name or as a former player, as the person wishes: results are the
    opponents' too. Whatever is private goes, and entries in events that have not begun are withdrawn. Games that are
    not over are resigned if *resign* says so, each under the Laws and told to the opponent; else they stand against it.
    An office is ended first, by those who give offices, so that no event loses its director unnoticed.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        _require_free(user, at)
        player = player_of(user)
        if player is not None:
            _delete_private(player)  # challenges first: one that is being accepted becomes a game, and is seen below
        unfinished = _open(user)
        if unfinished and not resign:
            raise Unfit(_("You have games that are not over. Finish them, or resign them all."), field="resign")
        for pk in unfinished:
            playing.resign(pk, actor=user, at=at)
        if player is not None:
            _leave_events(player, user, at)
            account_deletion.withdraw_applications(player, at=at)
            _scrub(player, keep_name=keep_name)
            _scrub_in_events(player, keep_name=keep_name)
            facts = {"name_kept": keep_name, "resigned": len(unfinished)}
            journal.write("account deleted", f"player/{player.pk}", actor=None, at=at, facts=facts)
        Entry.objects.filter(actor=user, what__in=(tokens.MADE, tokens.ENDED)).delete()
        Entry.objects.filter(about=f"user/{user.pk}").delete()
        keys = UserSession.objects.filter(user=user).values_list("session_key", flat=True)
        Session.objects.filter(session_key__in=list(keys)).delete()
        user.delete()


def _require_free(user: User, at: datetime) -> None:
    if holds(user, *Office.Kind, on=at.date()):
        raise Unfit(_("You hold an office. Ask the Executive Board to end it first."))
    others = User.objects.filter(is_administrator=True, is_active=True).exclude(pk=user.pk)
    if user.is_administrator and not others.exists():
        raise Unfit(_("You are the only administrator. Make another one first."))


def _delete_private(player: Player) -> None:
    """Delete picture, notes, analyses, leave, challenges, documents, messages; what was reported stays as evidence."""
    messages = Message.objects.filter(sender=player)
    challenges = Challenge.objects.filter(challenger=player)
    keys = [*map(message_key, messages), *map(challenge_key, challenges)]
    keys += [declined_key(row) for row in Challenge.objects.filter(opponent=player, state=Challenge.State.DECLINED)]
    Mail.objects.filter(key__in=keys).delete()
    Challenge.objects.filter(challenger=player, started__isnull=False).update(words="")  # its games came of it
    private: tuple[QuerySet[Any], ...] = (
        Note.objects.filter(player=player),
        Analysis.objects.filter(player=player),
        messages.filter(reports__isnull=True),
        challenges.filter(started=None),
        Challenge.objects.filter(opponent=player, state=Challenge.State.OPEN),
        player.leaves.all(),
        Picture.objects.filter(player=player),
        Document.objects.filter(player=player),
    )
    for rows in private:
        rows.delete()


def _scrub(player: Player, *, keep_name: bool) -> None:
    """What is left of a player: their name and numbers if they wish, else nothing but the results, in lists too.

    That an archive brought them stays, without anything that names them: else it would bring them again.
    """
    gone = {"sex": ""} if keep_name else {"name": "", "folded": "", "federation": "", "title": "", "sex": ""}
    ListEntry.objects.filter(player=player).update(**gone)
    player.user = None
    player.about, player.sex, player.birth_year = "", "", None
    player.wants_ladies_title = False
    if not keep_name:
        player.name = FORMER
        player.federation, player.title = "", ""
        player.iccf_id = player.fide_id = None
        player.rating = player.fide_rating = player.rating_deviation = None
        player.rating_games = 0
        Entry.objects.filter(about=f"player/{player.pk}").update(facts={})  # names that were corrected, and why
    player.save()


def _leave_events(player: Player, user: User, at: datetime) -> None:
    """Withdraw what has not begun: entries, and seats whose section is still to start."""
    for entry in player.entries.filter(state__in=(*EventEntry.LIVE, EventEntry.State.SEATED)).order_by("pk"):
        seat = entry.seats.select_related("section").order_by("-pk").first()
        start = seat.section.start if seat else entry.event.start
        if entry.state != EventEntry.State.SEATED or at.date() < start:
            entries.withdraw(entry.pk, actor=user, at=at)


def _scrub_in_events(player: Player, *, keep_name: bool) -> None:
    """What they wrote goes; on seats stays what the norms of others rest on, without their name if they take it
    along."""
    EventEntry.objects.filter(player=player).update(words="")
    Nomination.objects.filter(player=player).update(words="")
    for seats in (Seat.objects.filter(player=player), SeatHolding.objects.filter(player=player)):
        seats.update(sex="", birth_year=None)
        if not keep_name:
            seats.update(name=FORMER)
    if not keep_name:
        Bar.objects.filter(player=player).update(reason="")
        TitleHeld.objects.filter(player=player).delete()
        Norm.objects.filter(player=player).update(reason="")
        TitleAward.objects.filter(player=player).update(reason="", facts={})
        account_deletion.forget(player)
