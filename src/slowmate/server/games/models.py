"""Games: the row that lists and locks, and the append-only events behind it."""

from datetime import date
from typing import ClassVar

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from slowmate.board import Colour
from slowmate.server.accounts.models import User
from slowmate.server.people.models import Player


class Game(models.Model):
    """One game. *snapshot* is the fold of its events; the other columns are read off it, for lists and the sweep."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("not started")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Pool(models.TextChoices):
        """Whose ratings count, and in which lists the game does."""

        CHESS = "chess", _("chess")
        CHESS960 = "chess960", _("Chess960")
        FIDE_STANDARD = "fide-standard", _("FIDE standard")
        FIDE_RAPID = "fide-rapid", _("FIDE rapid")
        FIDE_BLITZ = "fide-blitz", _("FIDE blitz")

    white = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="games_as_white", db_index=False)
    black = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="games_as_black", db_index=False)
    challenge = models.ForeignKey(
        "Challenge", on_delete=models.PROTECT, null=True, blank=True, related_name="started", db_index=False
    )
    """The challenge that it came of. A game of an event has a pairing of a section instead (`events.models.Pairing`);
    one that a director arranged has neither. `queries.origin` says it."""
    director = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="directed_games", db_index=False
    )
    replaces = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by", db_index=False
    )
    """The game that was discontinued because its colours were reversed, of which this is the new one."""
    is_rated = models.BooleanField(default=False)
    """Whether it was arranged to be rated; the rest of what rating it asks for was frozen with it, see `rating`."""
    pool = models.CharField(max_length=16, choices=Pool, default=Pool.CHESS)
    event_kind = models.CharField(max_length=40, blank=True)
    """The kind of its event, a slug of `records.KINDS`; empty for a challenge."""
    event_key = models.CharField(max_length=80, blank=True)
    """The key of its event or section: games of one event have the same."""
    white_start = models.PositiveSmallIntegerField(null=True)
    black_start = models.PositiveSmallIntegerField(null=True)
    """Start ratings (9.4)."""
    white_by_level = models.BooleanField(null=True)
    black_by_level = models.BooleanField(null=True)
    """Whether the start rating is the level of the event (9.4/3), which the rules of 2023 do not know."""
    level = models.PositiveSmallIntegerField(null=True)
    """The level for players without a published rating (item 11), if it was announced or confirmed."""
    reflection_moves = models.PositiveIntegerField(null=True)
    reflection_days = models.PositiveIntegerField(null=True)
    """So many days for so many moves (9.2)."""
    is_postal = models.BooleanField(default=False)
    is_agreed = models.BooleanField(default=True)
    """False: an event that 9.2 rates by agreement or authorisation only, and that has none."""
    is_scheveningen = models.BooleanField(default=False)
    is_between_countries = models.BooleanField(null=True)
    """Of a friendly match, what its teams say (9.2(e)); None: its players are asked."""
    white_original = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    black_original = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    """The player who was replaced, where the game may count for them (item 18, 6 of 2023)."""
    over_the_board = models.JSONField(null=True)
    """The data that FIDE's regulations need of a game over the board, as in games.csv: event_type, round, minutes."""
    reported = models.DateField(null=True)
    """The day that decides about its rating list, where that is not the day it finished."""
    is_void = models.BooleanField(default=False)
    """Ended in a way that the Laws do not rate: cancelled, lost by both."""
    is_shown_live = models.BooleanField(default=False)
    """Whether the public may follow it while it runs, three moves behind."""

    version = models.PositiveIntegerField(default=0)
    """The number of its events."""
    lines = models.PositiveSmallIntegerField(default=0)
    """The number of times a position was put back: plies are counted again from there."""
    snapshot = models.TextField()
    status = models.CharField(max_length=8, choices=Status)
    on_move = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False, db_constraint=False
    )
    """The player who has to act; None before the start, while clocks stand still, and after the end."""
    deadline = models.DateTimeField(null=True)
    """When the flag of the player on move falls, or they lose by silence."""
    due = models.DateTimeField(null=True)
    """When a sweep should next look at it."""
    starts = models.DateTimeField()
    plies_before = models.PositiveIntegerField(default=0)
    """Plies before the first move, as the starting position of a thematic game counts them."""
    plies = models.PositiveSmallIntegerField(default=0)
    last_move = models.CharField(max_length=16, blank=True)
    last_move_at = models.DateTimeField(null=True)
    offer_to = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False, db_constraint=False
    )
    """The player to whom a draw is offered."""
    awaits_director = models.BooleanField(default=False)
    """A claim or an irregularity waits for the director, or an adjudication was called."""
    result = models.CharField(max_length=12, blank=True)
    termination = models.CharField(max_length=20, blank=True)
    finished = models.DateTimeField(null=True)
    noted = models.DateTimeField(null=True)
    """When a director took note of an end that came by itself, by flag or silence."""
    is_demo = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(white=models.F("black")), name="nobody_plays_himself"),
            models.CheckConstraint(
                condition=Q(status="finished", finished__isnull=False)
                | (~Q(status="finished") & Q(finished__isnull=True)),
                name="a_finished_game_has_an_end",
            ),
            models.CheckConstraint(  # and so they are players: a foreign key would look for them at every move
                condition=(Q(on_move=None) | Q(on_move=models.F("white")) | Q(on_move=models.F("black")))
                & (Q(offer_to=None) | Q(offer_to=models.F("white")) | Q(offer_to=models.F("black"))),
                name="whoever_is_to_act_plays",
            ),
            models.CheckConstraint(
                condition=Q(white_original=None)
                | ~(Q(white_original=models.F("white")) | Q(white_original=models.F("black"))),
                name="who_is_replaced_as_white_does_not_play",
            ),
            models.CheckConstraint(
                condition=Q(black_original=None)
                | ~(Q(black_original=models.F("white")) | Q(black_original=models.F("black"))),
                name="who_is_replaced_as_black_does_not_play",
            ),
            models.UniqueConstraint(  # of which there are few, so that no move of others pays for it
                fields=["replaces"], name="a_game_is_replaced_once", condition=Q(replaces__isnull=False)
            ),
        ]
        indexes: ClassVar = [  # and no others: every move changes the row, and with it nearly all of them
            models.Index(fields=["white", "status"], name="games_of_white"),
            models.Index(fields=["black", "status"], name="games_of_black"),
            models.Index(fields=["on_move", "deadline"], name="my_turn_by_time_left"),
            models.Index(fields=["due"], name="games_due", condition=Q(due__isnull=False)),
            models.Index(fields=["director", "awaits_director"], name="games_of_a_director"),
            models.Index(fields=["-finished"], name="games_finished", condition=Q(finished__isnull=False)),
            models.Index(fields=["challenge"], name="games_of_a_challenge", condition=Q(challenge__isnull=False)),
            models.Index(fields=["reported"], name="games_reported", condition=Q(reported__isnull=False)),
            models.Index(  # of games over the board, in which nobody moves
                fields=["event_key"], name="over_the_board_by_event", condition=Q(over_the_board__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black}"

    def player(self, colour: str) -> Player:
        return self.white if colour == "white" else self.black

    @property
    def players_with_account(self) -> list[Player]:
        return [player for player in (self.white, self.black) if player.user_id is not None]

    def colour_of(self, player: Player) -> Colour:
        """Return the colour of one of its players."""
        return Colour.WHITE if player.pk == self.white_id else Colour.BLACK


class GameEvent(models.Model):
    """An event of a game; triggers of the database refuse to change or delete it.

    *line* counts how often a position was put back: plies repeat then.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    at = models.DateTimeField()
    actor = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """The account that asked; None for the server itself."""
    line = models.PositiveSmallIntegerField(default=0)
    ply = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField()

    class Meta:
        ordering: ClassVar = ["game_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_event_a_number"),
            models.UniqueConstraint(
                fields=["game", "line", "ply"], name="one_move_a_ply", condition=Q(ply__isnull=False)
            ),
        ]
        indexes: ClassVar = [  # of which there are few, so that no other event pays for it
            models.Index(fields=["game"], name="misconduct_by_game", condition=Q(type="misconduct-found")),
            models.Index(fields=["at"], name="corrections_by_day", condition=Q(type="result-corrected")),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number} {self.type}"


class Document(models.Model):
    """Evidence in a game: a letter that a director holds, a scoresheet or a PGN file of a player.

    The two players and the director may read it. The file, if there is one, is stored as it may be given out: see
    `services.documents`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="documents", db_index=False)
    event = models.PositiveIntegerField()
    """The number of the event that rests on it."""
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    """Whose it is: they wrote it, or handed it in."""
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """The account that entered it: the player's own, or the director's who acted for them."""
    is_for_player = models.BooleanField(default=False)
    """A director acted for a player who has no account."""
    words = models.CharField(max_length=200, blank=True)
    name = models.CharField(max_length=120, blank=True)
    type = models.CharField(max_length=40, blank=True)
    data = models.BinaryField(null=True)
    made = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "event"], name="one_document_an_event"),
        ]

    def __str__(self) -> str:
        return self.words or self.name or f"document of {self.game_id}/{self.event}"


class LeaveInGame(models.Model):
    """Leave that a player has in a game, past or to come: read off the game, like the columns of its row."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="leaves", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    """Their clock rests from the one instant until the other."""
    last = models.DateField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "player", "begins"], name="one_leave_at_a_time"),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "ends"], name="leave_in_games_by_player")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.player} until {self.last}"


class Challenge(models.Model):
    """An invitation to one game or a match of two; *opponent* None: open to all players."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Colour(models.TextChoices):
        WHITE = "white", _("White")
        BLACK = "black", _("Black")
        LOT = "lot", _("by lot")

    challenger = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="challenges_made")
    opponent = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="challenges_received"
    )
    colour = models.CharField(max_length=8, choices=Colour, default=Colour.LOT)
    """The challenger's colour in the first game."""
    games = models.PositiveSmallIntegerField(default=1)
    terms = models.JSONField()
    """Time control, starting position and options, as `services.terms` writes them."""
    words = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made = models.DateTimeField()
    answered = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(games__in=(1, 2)), name="a_challenge_is_one_game_or_two"),
            models.CheckConstraint(
                condition=Q(opponent__isnull=True) | ~Q(opponent=models.F("challenger")),
                name="nobody_challenges_himself",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["opponent", "state"], name="challenges_to_answer")]

    def __str__(self) -> str:
        return f"{self.challenger} → {self.opponent or '?'}"


class LeavePeriod(models.Model):
    """Leave a player registered for all their games, also for those to come; each game keeps its own account of it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="leaves")
    first = models.DateField()
    last = models.DateField()
    made = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(last__gte=models.F("first")), name="leave_ends_after_it_begins")
        ]
        indexes: ClassVar = [models.Index(fields=["player", "first"], name="leave_by_player")]

    def __str__(self) -> str:
        return f"{self.player}: {self.first} – {self.last}"

    @property
    def is_given_up(self) -> bool:
        """It was ended before it began."""
        return self.ended is not None and self.ended.date() < self.first

    @classmethod
    def open(cls, *players: Player, on: date) -> "QuerySet[LeavePeriod]":
        """Return the leave of players that runs or is to come on a day, in its order."""
        return cls.objects.filter(player__in=players, ended=None, last__gte=on).order_by("first", "pk")
