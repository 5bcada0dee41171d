"""A few people and games at every stage: something of everything that the server keeps, made by its own services."""

from datetime import UTC, datetime, timedelta

from slowmate.board import Colour, Position
from slowmate.play import clocks, commands
from slowmate.play.events import ClaimKind, Sheet
from slowmate.play.terms import Terms, Transmission
from slowmate.ratings.periods import Period
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.archives.models import Origin
from slowmate.server.archives.queries.player_matcher import key_of
from slowmate.server.correspondence import services as correspondence
from slowmate.server.desk import services as desk
from slowmate.server.games import terms
from slowmate.server.games.models import Game
from slowmate.server.games.services import challenges, documents, leave, playing, postal, proxy
from slowmate.server.jobs.models import Pulse
from slowmate.server.mail import hold
from slowmate.server.people.models import Office, Picture, Player
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.services import adjustments, list_preparation, publication
from slowmate.server.ratings.services.history import make_lists
from tests.support import small_events
from tests.support.events import put_into
from tests.support.people import AT, game, person, rated_game

DAY = timedelta(days=1)
THEMATIC = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
FIVE_MEN = "8/8/4kpp1/8/4KP2/6N1/8/8 w - - 0 1"


def make() -> None:
    """Everything, into an empty database."""
    white, black = (
        person("Žofie", language="cs", zone="Europe/Prague", piece_letters="language"),
        person("Bo", mail_mode="digest"),
    )
    director = person("Di", offices=(Office.Kind.DIRECTOR,))
    person("Root", is_administrator=True)
    _with_all_that_belongs_to_it(game(white, black, "e4", "e5", "Nf3", director=director), white, black, director)
    _finished(white, black, director)
    _running(white, black, director)
    paper = _by_post(white.player, postal.enter_player("Jan Ámos", "CZE", actor=director, at=AT), director)
    proxy.act(
        paper.pk,
        Colour.BLACK,
        lambda by: commands.HandInScoresheet(by=by, form=Sheet.PHYSICAL),
        words="dopis ze dne 3. května",
        scan=documents.readable("sheet.txt", b"1. e4 e5"),
        actor=director,
        at=AT + 4 * DAY,
    )
    put_back = _by_post(white.player, black.player, director)
    desk.decide(
        put_back.pk,
        lambda name: commands.ReinstatePosition(director=name, reason="not legal", ply=3, penalty_days=5),
        actor=director,
        at=AT + 5 * DAY,
    )
    put_into("Postal Cup", paper, put_back)
    small_events.make(white, black, director)
    leave.take(white.player, AT.date() + 6 * DAY, AT.date() + 9 * DAY, actor=white, at=AT + 6 * DAY)
    leave.take(black.player, AT.date() + 20 * DAY, AT.date() + 22 * DAY, actor=black, at=AT + 6 * DAY)
    for _ in range(2):
        made = challenges.make(white.player, black.player, terms=terms.plain(control="fixed-3", chess960=5), at=AT)
    challenges.decline(made.pk, actor=black, at=AT)
    match = challenges.make(white.player, None, terms=terms.plain(control="fixed-3"), number=2, at=AT)
    challenges.accept(match.pk, actor=black, at=AT + DAY)
    _lists(white, black)
    tokens.make(white, "a program", scope="play", at=AT)
    Picture.objects.create(player=white.player, image=bytes(range(256)), digest="abc", changed=AT)
    Pulse.objects.create(name="sweep", at=AT)
    Origin.objects.create(source="archive", kind=Origin.Kind.PLAYER, key=key_of("id", "a1"), row=white.player.pk)
    hold.begin(at=AT)


def _with_all_that_belongs_to_it(row: Game, white: User, black: User, director: User) -> None:
    """Conditional moves, a message, a note, analysis, and something asked of the director."""
    playing.set_conditionals(row.pk, (("Nc6", "Bb5"),), actor=white, at=AT)
    correspondence.send_message(row, "Ahoj, přeji hezkou partii ½", actor=white, at=AT)
    correspondence.write_note(row, "the Spanish", actor=white, at=AT)
    start = Position.initial()
    correspondence.save_analysis(row, start, "d4 d5", from_ply=0, name="d4", comment="", actor=white, at=AT)
    asked = correspondence.report(row, "When does this event close?", actor=black, at=AT)
    correspondence.settle(asked, "In two years.", actor=director, at=AT)


def _lists(white: User, black: User) -> None:
    """A list that was revised, and one that is prepared, with a start rating that was adjusted."""
    keeper = person("Ráchel", offices=(Office.Kind.RATINGS,))
    for ended in (datetime(2023, 10, 8, tzinfo=UTC), datetime(2024, 1, 5, tzinfo=UTC)):
        rated_game(white, black, ended=ended)
    (first,) = make_lists(Period(2024, 1), published=lambda _: AT, actor=keeper)
    rated_game(black, white, ended=datetime(2023, 11, 30, tzinfo=UTC))
    revised = list_preparation.revise(first, "Jedna partie chyběla.", actor=keeper, at=AT)
    publication.publish(revised, version=revised.version, actor=keeper, at=AT)
    list_preparation.prepare("chess", Period(2024, 2), at=AT)
    second = RatingList.objects.get(state=RatingList.State.PREPARED)
    adjustments.start_rating(second, black.player, 2150, reason="plays in the first league", actor=keeper, at=AT)


def _finished(white: User, black: User, director: User) -> None:
    game(white, black, "f3", "e5", "g4", "Qh4")
    resigned = game(black, white, "e4", director=director)
    playing.resign(resigned.pk, actor=white, at=AT)


def _running(white: User, black: User, director: User) -> None:
    """Thematic, Chess960, not begun; with an offer, a claim that waits, and a penalty."""
    thematic = Terms(starts=AT, time_control=clocks.Classic(), fen=THEMATIC)
    game(black, white, terms=thematic, director=director)
    game(white, black, terms=Terms(starts=AT, time_control=clocks.FixedDays(days=10), chess960=5))
    game(white, black, terms=Terms(starts=AT + 60 * DAY, time_control=clocks.Classic()))
    offered = game(white, black, "d4")
    playing.make_move(offered.pk, "d5", actor=black, at=AT, offer=True)
    claimed = game(white, black, terms=Terms(starts=AT, time_control=clocks.Classic(), fen=FIVE_MEN), director=director)
    playing.claim_tablebase(claimed.pk, ClaimKind.TABLEBASE_WIN, actor=white, at=AT)
    punished = game(white, black, "c4", director=director)
    desk.decide(
        punished.pk,
        lambda name: commands.Penalise(director=name, reason="late", colour=Colour.BLACK, days=1),
        actor=director,
        at=AT,
    )


def _by_post(white: Player, black: Player, director: User) -> Game:
    """A game by post, whose last move cannot be played."""
    row = postal.arrange(
        white,
        black,
        control="classic-10-50",
        transmission=Transmission.POST,
        starts=AT.date(),
        actor=director,
        at=AT,
    )
    for number, move in enumerate(("e4", "e5", "Ke3")):
        sent = AT + (number + 1) * DAY
        row = postal.record_move(
            row.pk, move, sent=sent, received=sent - DAY if number else None, actor=director, at=sent
        )
    return row
