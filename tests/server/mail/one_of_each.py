"""Every kind of mail there is, brought about through the services that send it."""

from datetime import date, datetime, timedelta
from typing import Any

from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms, Transmission
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import mail as account_mail
from slowmate.server.cases.services import correction
from slowmate.server.correspondence import services
from slowmate.server.desk import services as directing
from slowmate.server.events.models import Case, Event, Section
from slowmate.server.events.services import (
    admitting,
    approving,
    cases,
    entries,
    nominations,
    planning,
    rights,
    settling,
)
from slowmate.server.events.services.day_corrections import correct
from slowmate.server.games import terms
from slowmate.server.games.models import Game
from slowmate.server.games.services import challenges, leave, playing, postal
from slowmate.server.jobs.events import look_at_events
from slowmate.server.jobs.sweep import sweep
from slowmate.server.people.models import Office, Player
from slowmate.server.people.services import offices
from slowmate.server.ratings.services import adjustments, publication
from slowmate.server.titles.models import Norm
from slowmate.server.titles.queries.applications import REVOCATION
from slowmate.server.titles.services import applications, awards, norms
from slowmate.server.titles.services.applications import Judgement
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute
from tests.server.events import organising, teams
from tests.server.events.building import SEMI, delegate_of, entered, open_event, rated, won
from tests.server.events.organising import CLOSED_AT, DEADLINE, OVER, START, noon
from tests.server.ratings import federation
from tests.server.titles import federation as hero_of
from tests.support.people import AT, game, person

DAY = timedelta(days=1)
CONGRESS, FOR_BOARD = ConfirmingBody.CONGRESS, ConfirmingBody.COMMISSIONER_FOR_BOARD


def of_games(white: User, black: User, director: User) -> None:
    """Everything that players, opponents, directors and the owners of accounts are told."""
    row = game(white, black, "e4", "e5", director=director)
    playing.make_move(row.pk, "Nf3", actor=white, at=AT, offer=True)
    playing.decline_offer(row.pk, actor=black, at=AT)
    playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=black, at=AT)
    sweep(at=AT + 15 * DAY)
    directing.decide(
        row.pk,
        lambda name: commands.Penalise(director=name, reason="late", colour=Colour.BLACK, days=1),
        actor=director,
        at=AT + 16 * DAY,
    )
    playing.resign(row.pk, actor=black, at=AT + 16 * DAY)
    ending = Terms(starts=AT, time_control=clocks.Classic(), fen="8/8/4kpp1/8/4KP2/6N1/8/8 w - - 0 1")
    table = game(white, black, terms=ending, director=director)
    playing.claim_tablebase(table.pk, ClaimKind.TABLEBASE_WIN, actor=white, at=AT)
    game(white, black, control=clocks.FixedDays(days=3))
    sweep(at=AT + 2 * DAY)
    challenge = challenges.make(white.player, black.player, terms=terms.plain(control="fixed-3"), at=AT)
    challenges.decline(challenge.pk, actor=black, at=AT)
    services.send_message(row, "<script>alert(1)</script> hello", actor=white, at=AT)
    report = services.report(row, "look", actor=white, at=AT)
    services.settle(report, "looked", actor=director, at=AT)
    by_post = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)
    posted = game(white, black, terms=by_post, director=director)
    directing.write_to_player(row.pk, white.player, "how are you?", actor=director, at=AT)
    postal.record_move(posted.pk, "Ke3", sent=AT, received=None, actor=white, at=AT)
    contested = game(white, black, terms=by_post, director=director)
    playing.resign(contested.pk, actor=black, at=AT)
    postal.report_game(contested.pk, Result.DRAW, (), actor=black, at=AT)
    from_where = {"user": black, "ip": "203.0.113.7", "user_agent": "<b>Bo</b>"}
    for template in account_mail.KINDS:
        account_mail.queue(template, black.email, from_where, at=AT)
    game(white, black)
    leave.take(black.player, AT.date() + 6 * DAY, AT.date() + 7 * DAY, actor=black, at=AT)


def of_events(name: str) -> None:
    """What is told of events: to whoever enters, plays, runs, directs and approves them. The event has this *name*."""
    _from_entries_to_the_end(name)
    _moved(name)
    _approved(name)
    _entries(name)
    _rights(name)
    _substitutes(name)
    _given_an_office(name)


def _given_an_office(name: str) -> None:
    delegate, administrator = person(name), person(is_administrator=True)
    given: dict[str, Any] = {"begins": AT.date(), "federation": "CZE"}
    offices.give(delegate.player, Office.Kind.DELEGATE, **given, actor=administrator, at=AT)


def _from_entries_to_the_end(name: str) -> None:
    event, who = organising.finished("world-cup-preliminary", 7, (7,), number=25, name=name)
    section = event.sections.get()
    settling.carry_out_all(
        section.pk, list(section.consequences.values_list("pk", flat=True)), actor=who, at=noon(OVER)
    )
    director = section.director
    assert director is not None
    directing.write_to_section(section.pk, f"Thank you, {name}.", actor=director, at=noon(OVER))
    directing.write_to_entrants(event.pk, f"Thank you, {name}.", actor=who, at=noon(OVER))
    settling.settle(section.pk, actor=who, at=noon(OVER))
    _corrected(section, director, who, name)


def _corrected(section: Section, director: User, who: User, name: str) -> None:
    """A result is corrected after all was settled, and its office decides what follows."""
    game = Game.objects.filter(pairing__section=section, result=Result.WHITE_WINS).order_by("pk")[0]
    directing.decide(
        game.pk,
        lambda by: commands.CorrectResult(director=by, reason=name, result=Result.BLACK_WINS),
        actor=director,
        at=noon(OVER),
    )
    case = Case.objects.get(procedure="correction", section=section)
    cases.take(correction.RULES, case.pk, "carry out", reason=name, actor=who, at=noon(OVER))


def _substitutes(name: str) -> None:
    """A board is taken, and its substitute gets the status of a replacement."""
    found = teams.match()
    Player.objects.filter(pk=found.substitute.pk).update(name=name)
    found.substitute.refresh_from_db()
    found.granted(found.place())


def _moved(name: str) -> None:
    event, who = organising.closed("open", 3, name=name)
    planning.extend(event.pk, DEADLINE + 9 * DAY, reason=f"A strike of {name}.", actor=who, at=CLOSED_AT)
    planning.postpone(event.pk, START + DAY, reason="A flood.", actor=who, at=CLOSED_AT)
    correct(event.pk, START, reason="It was mistyped.", actor=who, at=CLOSED_AT)
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    planning.cancel(event.pk, reason="A fire.", actor=board, at=CLOSED_AT)


def _approved(name: str) -> None:
    organiser, wtd = person(offices=(Office.Kind.ORGANISER,)), person(offices=(Office.Kind.WORLD_DIRECTOR,))
    event = planning.plan(organising.plan_of("open", name=name), actor=organiser, at=AT)
    money: dict[str, Any] = {"prizes": [], "source": "", "appearance_fees": 0, "accords": True}
    approving.apply(event.pk, **money, words=name, actor=organiser, at=AT)
    approving.decide_on(event.pk, "approve", reason=name, actor=wtd, at=AT)
    planning.announce(event.pk, actor=organiser, at=AT, opens=False)
    planning.postpone(event.pk, START + 300 * DAY, reason="A strike.", actor=organiser, at=AT)
    look_at_events(at=AT)
    assert Event.objects.get(pk=event.pk).state == Event.State.LAPSED


def _entries(name: str) -> None:
    organiser, user = person(offices=(Office.Kind.ORGANISER,)), person(name)
    event = open_event("invitational", organiser=organiser, name=name)
    entry = entered(event, user)
    admitting.deal_with(event, "refuse", [entry.pk], reason=name, actor=organiser, at=AT)
    full = open_event(places=0, name=name)
    entries.withdraw(entered(full, user).pk, actor=user, at=AT)


def _rights(name: str) -> None:
    player = rated(2000)
    nominations.nominate(player, year=2024, actor=delegate_of("CZE"), at=AT)
    board = person(offices=(Office.Kind.EXECUTIVE_BOARD,))
    nominations.grant(player, kind=SEMI, reference=name, reason=name, actor=board, at=AT)
    won(player, name=name)
    rights.warn_of_expiry(at=datetime.combine(date(2027, 1, 10), AT.timetz()))


def of_lists(name: str) -> None:
    """What is told of rating lists."""
    person(offices=(Office.Kind.RATINGS,))
    found = federation.federation(at=federation.CLOSED)
    Player.objects.filter(pk=found.ada.player.pk).update(name=name)
    decided: dict[str, Any] = {"actor": found.keeper, "at": federation.CLOSED}
    adjustments.start_rating(found.row, found.new.player, 2100, reason=name, **decided)
    found.row.refresh_from_db()
    publication.publish(found.row, version=found.row.version, **decided)


def of_titles(name: str) -> None:
    """Everything that players, delegates and offices are told of norms, titles, certificates and applications."""
    at = hero_of.AT
    commissioner, board, congress = (
        person(offices=(kind,))
        for kind in (Office.Kind.QUALIFICATIONS, Office.Kind.EXECUTIVE_BOARD, Office.Kind.CONGRESS)
    )
    hero = hero_of.a_hero(name)
    delegate = person()
    Office.objects.create(user=delegate, kind=Office.Kind.DELEGATE, federation="CZE", begins=date(2015, 1, 1))
    hero_of.with_norms(hero, date(2016, 3, 1))
    first, *others = Norm.objects.filter(player=hero).order_by("pk").values_list("pk", flat=True)
    norms.dismiss([first], actor=commissioner, at=at, reason="no")
    norms.confirm(others, actor=commissioner, at=at)
    hero_of.with_norms(hero, date(2016, 5, 1))  # two of them make a title, which waits for the commissioner
    again = Norm.objects.filter(player=hero, state=Norm.State.PROPOSED).values_list("pk", flat=True)
    norms.confirm(list(again), actor=commissioner, at=at)
    direct, of_congress = TitleRoute.DIRECT, awards.Proposal("IA", TitleRoute.APPLICATION, at.date(), CONGRESS)
    other = hero_of.a_hero(f"{name} junior")
    rows = [
        awards.propose(other, awards.Proposal(title, direct, at.date(), FOR_BOARD, source=name), at=at)
        for title in ("GM", "IM")
    ]
    for row in rows:
        awards.recommend(row.pk, actor=board, at=at)
    awards.confirm(rows[0].pk, actor=commissioner, at=at)
    awards.dismiss(rows[1].pk, actor=commissioner, at=at, reason="no")
    award = awards.grant(other, of_congress, actor=congress, at=at)
    facts = {"title": "IA", "commissioner": True, "words": "why"}
    case = applications.hand_in(REVOCATION, other, facts, title="IA", actor=commissioner, at=AT, award=award)
    both = Judgement({"congress": True, "disciplinary_committee": True}, "decided", "Congress 2020, 9")
    applications.grant(case.pk, both, actor=congress, at=AT)
