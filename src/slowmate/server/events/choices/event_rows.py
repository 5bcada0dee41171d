"""What an event is, when it is, who plays and what follows."""

from django.utils.translation import gettext_lazy as _

from slowmate.events.choices import CYCLE, FINAL_PLACES, Bounds
from slowmate.events.kinds import Open
from slowmate.server.events.choices.currencies import CURRENCIES
from slowmate.server.events.choices.row import CONSEQUENCES, PLAYERS, WHAT, WHEN, Choice, StoredIn, Widget

SECTION_SIZE = Bounds(3, 30)
PLACES = Bounds(SECTION_SIZE.least, 10_000)
FEE = Bounds(0, 100_000)
LEVEL = Bounds(500, 3000)


EVENT_ROWS = (
    Choice(
        name="name",
        label=_("Name"),
        widget=Widget.TEXT,
        group=WHAT,
        stored_in=StoredIn.SERVICE,
        is_required=True,
        max_length=120,
    ),
    Choice(
        name="number",
        label=_("Number in its series"),
        widget=Widget.NUMBER,
        group=WHAT,
        stored_in=StoredIn.SERVICE,
        hint=_("Such as 28 for the 28th World Championship."),
        open=Open.NUMBER,
        required_if=Open.NUMBER,
        missing=_("Say which number of the series it belongs to."),
        bounds=CYCLE,
    ),
    Choice(name="federation", label=_("Federation"), widget=Widget.SELECT, group=WHAT, stored_in=StoredIn.SERVICE),
    Choice(name="words", label=_("In your own words"), widget=Widget.LONG_TEXT, group=WHAT, max_length=4000),
    Choice(
        name="deadline",
        label=_("Entries until"),
        widget=Widget.DAY,
        group=WHEN,
        stored_in=StoredIn.SERVICE,
        hint=_("The day itself is in time."),
        is_required=True,
    ),
    Choice(
        name="start",
        label=_("Start"),
        widget=Widget.DAY,
        group=WHEN,
        stored_in=StoredIn.SERVICE,
        hint=_("All games begin on this day, at 0:00 UTC."),
    ),
    Choice(
        name="planned_end",
        label=_("Planned end"),
        widget=Widget.DAY,
        group=WHEN,
        stored_in=StoredIn.SERVICE,
        open=Open.END,
    ),
    Choice(
        name="fee",
        label=_("Entry fee"),
        widget=Widget.NUMBER,
        group=PLAYERS,
        hint=_("In whole units; 0 if there is none."),
        is_required=True,
        missing=_("Say what entering costs, 0 if it is free of charge."),
        bounds=FEE,
    ),
    Choice(
        name="currency",
        label=_("Currency"),
        widget=Widget.SELECT,
        group=PLAYERS,
        options=tuple((code, code) for code in CURRENCIES),
    ),
    Choice(
        name="places",
        label=_("Places"),
        widget=Widget.NUMBER,
        group=PLAYERS,
        hint=_("Who comes later waits; empty: as many as enter."),
        open=Open.PLACES,
        bounds=PLACES,
    ),
    Choice(
        name="preferred_size",
        label=_("Players in a section"),
        widget=Widget.NUMBER,
        group=PLAYERS,
        open=Open.SIZE,
        required_if=Open.SIZE_NEEDED,
        missing=_("Say how many play in a section."),
        bounds=SECTION_SIZE,
    ),
    Choice(
        name="games_per_pairing",
        label=_("Each pair plays"),
        widget=Widget.SELECT,
        group=PLAYERS,
        open=Open.GAMES,
        options=((1, _("one game")), (2, _("two games, one with each colour"))),
    ),
    Choice(
        name="level",
        label=_("Rating assumed of players without one"),
        widget=Widget.NUMBER,
        group=PLAYERS,
        hint=_("The rules name none for this kind of event: it is fixed with the announcement."),
        open=Open.LEVEL,
        required_if=Open.LEVEL,
        missing=_("Say with which rating a player counts who has none (App1.11)."),
        bounds=LEVEL,
    ),
    Choice(
        name="ties_broken",
        label=_("Who is level on points"),
        widget=Widget.SELECT,
        group=CONSEQUENCES,
        open=Open.TIES,
        options=((True, _("is ranked by the tie-breaks")), (False, _("shares the place"))),
    ),
    Choice(
        name="up",
        label=_("Of each section go on"),
        widget=Widget.NUMBER,
        group=CONSEQUENCES,
        stored_in=StoredIn.PROMOTION,
        open=Open.PROMOTION,
        bounds=Bounds(0, 20),
    ),
    Choice(
        name="best_of_rest",
        label=_("And of those next placed in all sections"),
        widget=Widget.NUMBER,
        group=CONSEQUENCES,
        stored_in=StoredIn.PROMOTION,
        open=Open.PROMOTION,
        bounds=Bounds(0, 100),
    ),
    Choice(
        name="final_places",
        label=_("Places in the Final for each section"),
        widget=Widget.NUMBER,
        group=CONSEQUENCES,
        open=Open.FINAL_PLACES,
        bounds=FINAL_PLACES,
    ),
    Choice(
        name="is_acknowledged",
        label=_("ICCF acknowledges this Zonal Championship"),
        widget=Widget.CHECKBOX,
        group=CONSEQUENCES,
        open=Open.ACKNOWLEDGED,
    ),
)
