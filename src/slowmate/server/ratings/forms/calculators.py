"""The forms of the calculators. The input is in the address, so that a result can be shared."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from slowmate.ratings.calculator import WITH_COEFFICIENT, WITH_PERFORMANCE, Figures, Met
from slowmate.ratings.columns import MAX_RATING
from slowmate.ratings.fide.eligible import FideList
from slowmate.ratings.iccf.glickman_steps import LEAST_RD, MOST_RD
from slowmate.records import BadInput
from slowmate.server.events.models import Section
from slowmate.server.events.queries.record import record_of, sections_with_event
from slowmate.server.ratings.text import RULES
from slowmate.server.site import clock
from slowmate.titles.norms import RULES as NORM_RULES
from slowmate.titles.norms import norms

MAX_GAMES_ENTERED = 100
MIN_RATING = 100
PUBLIC = (Section.State.POSTED, Section.State.RUNNING, Section.State.FINISHED, Section.State.SETTLED)
SCORES = {
    **dict.fromkeys(("1", "win", "won", "w", "+"), 1.0),
    **dict.fromkeys(("½", "0.5", "0,5", "1/2", "½-½", "1/2-1/2", "draw", "d", "="), 0.5),
    **dict.fromkeys(("0", "loss", "lost", "l", "-", "−"), 0.0),
}
"""The results as people write them."""
GAME = re.compile(r"(?P<rating>\d{1,4})(?:\s*[±/]\s*(?P<rd>\d{1,3}))?(?:\s*[,;:]\s*|\s+)(?P<score>\S+)")
WORD = re.compile(r"[\s,;]+")


def _systems(*names: str) -> list[tuple[str, Any]]:
    return [(name, RULES[name]) for name in names]


def _rating(**options: Any) -> forms.IntegerField:
    return forms.IntegerField(**options, min_value=MIN_RATING, max_value=int(MAX_RATING))


class MetField(forms.CharField):
    """Games, one a line: the opponent's rating, with the RD if it is known, and the result."""

    def __init__(self, **options: Any) -> None:
        area = forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "placeholder": "2450 1\n2380 ½\n2410/62 0"})
        super().__init__(**options, max_length=4000, widget=area)

    def clean(self, value: str | None) -> list[Met]:
        lines = [line.strip() for line in super().clean(value).splitlines()]
        entered = [self._game(number, line) for number, line in enumerate(lines, 1) if line]
        if len(entered) > MAX_GAMES_ENTERED:
            raise forms.ValidationError(_("At most %(most)d games."), params={"most": MAX_GAMES_ENTERED})
        return entered

    @staticmethod
    def _game(number: int, line: str) -> Met:
        match = GAME.fullmatch(line)
        score = SCORES.get(match["score"].lower()) if match else None
        if match is None or score is None or not MIN_RATING <= int(match["rating"]) <= MAX_RATING:
            raise forms.ValidationError(
                _("Line %(number)d: write a rating and a result, such as 2450 1, 2450 ½ or 2450 0."),
                params={"number": number},
            )
        rd = int(match["rd"]) if match["rd"] else None
        if rd is not None and not LEAST_RD <= rd <= MOST_RD:
            raise forms.ValidationError(
                _("Line %(number)d: an RD lies between %(least)d and %(most)d."),
                params={"number": number, "least": LEAST_RD, "most": MOST_RD},
            )
        return Met(int(match["rating"]), score, rd)


class RatingsField(forms.CharField):
    """Ratings of opponents, separated by blanks, commas or lines."""

    def __init__(self, **options: Any) -> None:
        area = forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "placeholder": "2450 2380 2410 2395"})
        super().__init__(**options, max_length=2000, widget=area)

    def clean(self, value: str | None) -> list[int]:
        words = [word for word in WORD.split(super().clean(value)) if word]
        for word in words:
            if not word.isdecimal() or len(word) > 4 or not MIN_RATING <= int(word) <= MAX_RATING:
                raise forms.ValidationError(
                    _("“%(word)s” is no rating: write whole numbers from %(least)d to %(most)d."),
                    params={"word": word[:20], "least": MIN_RATING, "most": int(MAX_RATING)},
                )
        if len(words) > MAX_GAMES_ENTERED:
            raise forms.ValidationError(_("At most %(most)d opponents."), params={"most": MAX_GAMES_ENTERED})
        return [int(word) for word in words]


class FideFields(forms.Form):
    """Fields for FIDE's rules. Fields that are not in `FEW` are folded."""

    FEW: ClassVar[tuple[str, ...]] = ()

    list = forms.ChoiceField(
        label=_("FIDE: which list"),
        required=False,
        choices=[
            (FideList.STANDARD, pgettext_lazy("a list", "standard")),
            (FideList.RAPID, pgettext_lazy("a list", "rapid")),
            (FideList.BLITZ, pgettext_lazy("a list", "blitz")),
        ],
    )
    born = forms.IntegerField(label=_("FIDE: year of birth"), required=False, min_value=1900, max_value=2100)
    year = forms.IntegerField(
        label=_("FIDE: year of the list"),
        required=False,
        min_value=2000,
        max_value=2100,
        help_text=_("It decides who is young; this year if empty."),
    )
    reached = forms.BooleanField(label=_("FIDE: has once been rated 2400"), required=False)
    reached_2300 = forms.BooleanField(label=_("FIDE: has once been rated 2300"), required=False)

    @property
    def has_more(self) -> bool:
        """Whether one of the folded fields is filled in, or wrong."""
        usual = ("", None, False, FideList.STANDARD.value)
        return any(self[name].errors or self[name].value() not in usual for name in self.fields if name not in self.FEW)

    @property
    def fide(self) -> dict[str, Any]:
        """The list and the year, as the core takes them."""
        given = self.cleaned_data
        return {"fide_list": FideList(given["list"] or "standard"), "year": given["year"] or clock.now().year}


class ChangeForm(FideFields):
    """The rating change from some games."""

    rules = forms.ChoiceField(label=_("Rules"), choices=_systems(*RULES), initial="iccf-2023")
    rating = _rating(label=_("Your rating"), required=False, help_text=_("Empty if you have none yet."))
    games = forms.IntegerField(
        label=_("Rated games so far"),
        required=False,
        min_value=0,
        max_value=100_000,
        help_text=_("Empty: many. Below 30 the ICCF rules of 2016 and 2017 count all of them."),
    )
    met = MetField(
        label=_("Games: the opponent's rating and your result"),
        help_text=_("One a line, such as 2450 1, 2450 ½ or 2450 0; with the RD, if you know it, as 2450/62 1."),
    )
    rd = forms.IntegerField(
        label=_("Your RD (ICCF 2023)"),
        required=False,
        min_value=int(LEAST_RD),
        max_value=int(MOST_RD),
        help_text=_("Empty: what the number of games gives."),
    )
    points = forms.DecimalField(
        label=_("Points in these games"), required=False, min_value=0, max_value=100_000, max_digits=8, decimal_places=1
    )
    sum = forms.IntegerField(
        label=_("Sum of the opponents' ratings in them"), required=False, min_value=0, max_value=400_000_000
    )
    field_order = (
        *("rules", "rating", "games", "met", "rd", "points", "sum", "list", "born", "year"),
        *("reached", "reached_2300"),
    )
    FEW = ("rules", "rating", "games", "met")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        games, points, total = (given.get(name) for name in ("games", "points", "sum"))
        if points is not None and (games is None or points > games):
            self.add_error("points", _("These are more points than games."))
        elif points is not None and points * 2 != int(points * 2):
            self.add_error("points", _("Points are counted in halves."))
        if total is not None and not (games or 0) <= total <= (games or 0) * MAX_RATING:
            self.add_error("sum", _("So many games cannot add up to that."))
        if (points is None) != (total is None):
            self.add_error("points" if points is None else "sum", _("Fill in both, or neither."))
        return given

    @property
    def own(self) -> Figures:
        given = self.cleaned_data
        return Figures(
            rating=given["rating"],
            rd=given["rd"],
            games=given["games"],
            points=None if given["points"] is None else float(given["points"]),
            opponents_sum=given["sum"],
            birth_year=given["born"],
            has_reached_2400=given["reached"],
            has_reached_2300=given["reached_2300"],
        )


class NormForm(forms.Form):
    """The score for a norm, against given ratings or against the opponents in a section."""

    rules = forms.ChoiceField(label=_("Rules"), choices=_systems(*NORM_RULES), initial="iccf-2017")
    ratings = RatingsField(
        label=_("Ratings of the opponents"),
        required=False,
        help_text=_("One for each game. Leave it empty to take them from a section."),
    )
    own = _rating(
        label=_("Your rating (ICCF 2016)"),
        required=False,
        help_text=_("Its category is that of all players, you included."),
    )
    section = forms.IntegerField(
        label=_("Section"), required=False, min_value=1, max_value=10**12, help_text=_("The number in its address.")
    )
    player = forms.IntegerField(
        label=_("Player in it"),
        required=False,
        min_value=1,
        max_value=10**12,
        help_text=_("The number of the player's page."),
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if self.errors:
            return given
        if given["section"] and not given["ratings"]:
            given["ratings"] = self._of_section(given)
        elif not given["ratings"]:
            self.add_error("ratings", _("Give the ratings of the opponents, or a section and a player in it."))
        elif given["rules"] == "iccf-2016" and given["own"] is None:
            self.add_error("own", _("The rules of 2016 ask for your rating, too."))
        return given

    def _of_section(self, given: dict[str, Any]) -> list[Decimal]:
        """Return the ratings of a player's opponents in a section under the chosen rules."""
        section = sections_with_event().filter(pk=given["section"], state__in=PUBLIC).first()
        if section is None:
            self.add_error("section", _("There is no such section, or its start list is not posted yet."))
            return []
        event = record_of(section)
        player = next((person for person in event.players if person.id == str(given["player"])), None)
        if player is None:
            self.add_error("player", _("Give the number of a player of this section."))
            return []
        try:
            players = norms(event, rules=given["rules"], only=player.id).players
        except BadInput:
            self.add_error("rules", _("These rules know no norms in such an event."))
            return []
        if given["own"] is None:
            given["own"] = player.rating or player.fide_rating
        given["of"], given["in"] = player.name, event.name
        ratings = [line.rating for person in players for line in person.lines if line.rating is not None]
        if not ratings:
            self.add_error("section", _("Nobody in this section counts with a rating."))
        return ratings


class PerformanceForm(forms.Form):
    """The performance of a score against some opponents."""

    rules = forms.ChoiceField(label=_("Rules"), choices=_systems(*WITH_PERFORMANCE, "fide-2017"), initial="iccf-2017")
    ratings = RatingsField(label=_("Ratings of the opponents"), help_text=_("One for each game."))
    score = forms.DecimalField(label=_("Your points"), min_value=0, max_digits=5, decimal_places=1)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        score, ratings = given.get("score"), given.get("ratings")
        if score is not None and score * 2 != int(score * 2):
            self.add_error("score", _("Points are counted in halves."))
        elif score is not None and ratings is not None and score > len(ratings):
            self.add_error("score", _("These are more points than games."))
        return given

    @property
    def half_points(self) -> int:
        return int(Fraction(self.cleaned_data["score"]) * 2)


class CoefficientForm(FideFields):
    """The coefficient K: the gain for a point more than expected."""

    rules = forms.ChoiceField(label=_("Rules"), choices=_systems(*WITH_COEFFICIENT), initial="iccf-2017")
    rating = _rating(label=_("Your rating"))
    games = forms.IntegerField(
        label=_("Rated games so far"), required=False, min_value=0, max_value=100_000, help_text=_("Empty: many.")
    )
    played = forms.IntegerField(
        label=_("FIDE: games in the period"),
        required=False,
        min_value=0,
        max_value=1000,
        help_text=_("K times the games is limited to 700."),
    )
    field_order = ("rules", "rating", "games", "list", "born", "year", "reached", "reached_2300", "played")
    FEW = ("rules", "rating", "games")

    @property
    def own(self) -> Figures:
        given = self.cleaned_data
        return Figures(
            rating=given["rating"],
            games=given["games"],
            birth_year=given["born"],
            has_reached_2400=given["reached"],
            has_reached_2300=given["reached_2300"],
        )
