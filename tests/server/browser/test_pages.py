"""Every page in a browser: without a mouse, without sight of the screen, on a narrow phone, in Czech, in any dress."""

import io
import re
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal import auth as recovery_codes_auth
from allauth.mfa.totp.internal import auth as totp_auth
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response, expect

from slowmate.play import Terms, clocks
from slowmate.play.terms import Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services
from slowmate.server.games.models import Game
from slowmate.server.games.services import challenges, playing
from slowmate.server.people.models import Office
from slowmate.server.people.services import pictures
from slowmate.server.site import clock
from tests.server.browsing import Seat, Seats, picture, wide
from tests.support.effort import COLOUR_SCHEMES
from tests.support.people import game, person

pytestmark = pytest.mark.django_db(transaction=True)

SPANISH = (
    *("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "0-0", "Be7"),
    *("Re1", "b5", "Bb3", "d6", "c3", "0-0", "h3", "Nb8", "d4", "Nbd7"),
)


class World:
    """A few people and games, with something of everything on their pages."""

    def __init__(self) -> None:
        at = clock.now()
        self.anna = person("Anna Nováková")
        self.ben = person("Ben Black")
        self.dirk = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
        self.long = game(self.anna, self.ben, *SPANISH, director=self.dirk, at=at)
        self.waiting = game(self.ben, self.anna, "d4", "Nf6", at=at)
        self.over = game(self.anna, self.ben, "f3", "e5", "g4", "Qh4", at=at)
        self.offered = playing.make_move(
            game(self.ben, self.anna, "e4", "c5", at=at).pk, "Nf3", actor=self.ben, at=at, offer=True
        )
        by_post = Terms(starts=at, time_control=clocks.Classic(), transmission=Transmission.POST)
        self.post = game(self.anna, self.ben, terms=by_post, director=self.dirk, at=at)
        playing.set_conditionals(self.waiting.pk, (("c4", "e6", "Nc3", "Bb4"),), actor=self.anna, at=at)
        services.write_note(self.long, "Breyer.\nPrepare Nbd2-f1-g3.", actor=self.anna, at=at)
        sent = services.send_message(self.long, "Good luck! Amici sumus.", actor=self.ben, at=at)
        services.send_message(self.long, "Thank you.", actor=self.anna, at=at)
        services.report(self.long, "Please look at this.", actor=self.anna, at=at, message=sent)
        position = playing_position(self.long)
        self.kept = services.save_analysis(
            self.long, position, "Nbd2 Bb7 Bc2", from_ply=20, name="Main line", comment="slow", actor=self.anna, at=at
        )
        fen = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
        terms = {"control": "fixed-3", "chess960": None, "fen": fen}
        self.challenge = challenges.make(
            self.ben.player, self.anna.player, terms=terms, words="A quick one?", at=at, colour="white"
        )
        packed = io.BytesIO()
        Image.radial_gradient("L").save(packed, "PNG")
        pictures.put(self.anna.player, packed.getvalue(), actor=self.anna, at=at)
        self.chair = person("Eva Board", offices=(Office.Kind.EXECUTIVE_BOARD,))
        self.keeper = person("Kay Keeper", is_administrator=True)
        self.careful = person("Cyril Careful")
        totp_auth.TOTP.activate(self.careful, totp_auth.generate_totp_secret())
        recovery_codes_auth.RecoveryCodes.activate(self.careful)

    def pages(self) -> list[tuple[User | None, str]]:
        pk, over = self.long.pk, self.over.pk
        visitors = [
            "/",
            "/players",
            f"/games/{over}",
            "/players?q=nobody",
            f"/players/{self.anna.player.pk}",
            "/rulebook",
            "/rulebook?q=leave",
            "/rulebook/FIDE-TITLES-2017",
            "/rulebook/ICCF-LAWS-2019/10.1b",
            "/rulebook/developers/ICCF-LAWS-2019/10.1b",
            "/about",
            "/conduct",
            "/api/",
            "/nothing",
            reverse("unsubscribe", args=[self.ben.unsubscribe_key]),
        ]
        visitors += ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/inactive/"]
        visitors += ["/accounts/password/reset/done/", "/accounts/password/reset/key/done/", "/accounts/confirm-email/"]
        visitors += [
            *private_addresses(self.ben),
            "/accounts/confirm-email/wrong/",
            "/accounts/password/reset/key/1-x/",
        ]
        own = ["/", "/games", f"/games/{pk}", f"/games/{self.waiting.pk}", f"/games/{self.offered.pk}"]
        own += [f"/games/{pk}/{name}" for name in ("claim", "resign", "report", "journal", "long-reflection")]
        own += [f"/games/{self.offered.pk}/{name}" for name in ("accept-offer", "decline-offer", "refill")]
        own += [f"/games/{over}", f"/challenges?to={self.ben.player.pk}", f"/players/{self.anna.player.pk}", "/players"]
        own += [f"/games/{self.waiting.pk}/conditionals", "/challenges", f"/players/{self.ben.player.pk}"]
        own += [f"/challenges/{self.challenge.pk}/accept"]
        own += [f"/games/{self.post.pk}", f"/games/{self.post.pk}/never/adjourn"]
        own += [f"/games/{self.post.pk}/post/{what}" for what in ("claim-flag", "scoresheet", "report-game")]
        own += [f"/games/{self.post.pk}/scoresheet"]
        own += [f"/games/{pk}/analysis/{self.kept.pk}/delete"]
        own += ["/settings", "/leave", "/cases", "/accounts/email/", "/accounts/password/change/"]
        own += ["/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/sessions/", "/accounts/reauthenticate/"]
        own += [reverse(name) for name in ("tokens", "feeds", "account-export", "account-delete", "offices")]
        desk: list[tuple[User | None, str]] = [
            (self.dirk, path)
            for path in ("/desk", "/desk/arrange", "/desk/players", "/desk/games", "/desk/noted", f"/games/{pk}/decide")
        ]
        desk += [(self.dirk, f"/games/{pk}/decide?what={what}") for what in ("set-clock", "rule", "adjudicate")]
        desk += [(self.chair, "/offices"), (self.chair, "/desk")]
        desk += [(self.keeper, "/"), (self.keeper, f"/players/{self.anna.player.pk}/account")]
        desk += [(self.careful, f"/accounts/2fa/{name}") for name in SECOND_FACTOR]
        return [(None, path) for path in visitors] + [(self.anna, path) for path in own] + desk


SECOND_FACTOR = ("", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/", "reauthenticate/")


def private_addresses(user: User) -> list[str]:
    """What mail leads to: the confirmation of an address, and a new password."""
    confirmation = EmailConfirmationHMAC(EmailAddress.objects.get(user=user)).key
    key = default_token_generator.make_token(user)
    return [
        reverse("account_confirm_email", args=[confirmation]),
        reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": key}),
    ]


def playing_position(row: Game) -> Any:
    from slowmate import play  # noqa: PLC0415 - named where it is used

    return play.game_from_text(row.snapshot).position


LANDMARKS = ("region", "landmark-unique")
"""Moderate to axe; but who reads by landmarks misses what stands in none, or takes one for another."""


def serious(page: Page, *, rules: list[str] | None = None) -> list[str]:
    """What axe finds of weight; *rules* limits it to some of them."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = rules
    try:
        found = Axe().run(page, options=options).response["violations"]
    except PlaywrightError:  # what was clicked before was still on its way, and the page changed under our eyes
        page.wait_for_load_state()
        found = Axe().run(page, options=options).response["violations"]
    return [
        f"{page.url} {rule['id']}: {node['html'][:200]}"
        for rule in found
        if rule["impact"] in ("serious", "critical") or rule["id"] in LANDMARKS
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", COLOUR_SCHEMES)
def test_no_page_has_a_serious_barrier(seats: Seats, scheme: str) -> None:
    world = World()
    held: dict[User | None, Seat] = {}
    wrong: list[str] = []
    for user, path in world.pages():
        seat = held.get(user) or held.setdefault(user, seats(user, color_scheme=scheme, reduced_motion="reduce"))
        page = seat.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        wrong += serious(page, rules=["color-contrast"] if scheme == "dark" else None)
    assert wrong == []


def test_on_a_phone_of_320_pixels_nothing_is_wider_than_the_screen(seats: Seats) -> None:
    world = World()
    held: dict[User | None, Seat] = {}
    narrow = {"viewport": {"width": 320, "height": 640}}
    too_wide = []
    for user, path in world.pages():
        seat = held.get(user) or held.setdefault(user, seats(user, **narrow))
        page = seat.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        if wide(page) > 320:
            too_wide.append(path)
    assert too_wide == []


def test_what_people_see(seats: Seats) -> None:
    """The pictures of the documentation; without them, that the main pages say what they are."""
    world = World()
    anna, ben = seats(world.anna), seats(world.anna, viewport={"width": 360, "height": 740})
    shown: list[tuple[Seat, str, str | re.Pattern[str], str]] = [
        (seats(), "/", "Correspondence chess, by the book", "front-without-demo"),
        (anna, "/", "Good day, Anna Nováková", "front-signed-in"),
        (anna, "/games", "My games", "my-games"),
        (ben, "/games", "My games", "my-games-phone"),
        (anna, f"/games/{world.long.pk}", "Anna Nováková – Ben Black", "game"),
        (ben, f"/games/{world.long.pk}", "Anna Nováková – Ben Black", "game-phone-top"),
        (anna, f"/games/{world.over.pk}", "Anna Nováková – Ben Black", "game-over"),
        (anna, "/challenges", "Challenges", "challenges"),
        (anna, "/settings", "Settings", "settings"),
        (seats(), "/accounts/login/", "Sign in", "sign-in"),
        (seats(world.dirk), "/desk", re.compile("What waits for me"), "desk"),
        (
            seats(world.anna, color_scheme="dark"),
            f"/games/{world.offered.pk}",
            "Ben Black – Anna Nováková",
            "game-dark",
        ),
    ]
    for seat, path, heading, name in shown:
        page = seat.goto(path)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        if page.locator("#board").count():
            expect(page.locator("#board[data-ready]")).to_be_visible()
        picture(page, name)


def test_a_game_is_played_with_the_keyboard_alone(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    game(ben, anna, at=clock.now())
    row = game(anna, ben, "e4", "e5", at=clock.now())
    seat = seats(anna)
    page = seat.goto("/games")
    page.keyboard.press("Tab")
    expect(seat.link("To the content")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("#board[data-ready]")).to_be_visible()
    assert page.url.endswith(f"/games/{row.pk}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where")).to_have_text("After 1. e4")
    seat.button("One move back").focus()
    page.keyboard.press("Home")
    expect(page.locator("#where")).to_have_text("The start")
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text("The position now")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "move":
            break
    page.keyboard.type("Nf3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Is this your move?")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('button.final')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".notices")).to_contain_text("Your move is made.")
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1, name="My games")).to_be_visible()


def test_the_next_game_is_one_key_away_from_any_game(seats: Seats) -> None:
    anna = person("Anna")
    first, second = (game(anna, person(), at=clock.now()) for _ in range(2))
    seat = seats(anna)
    page = seat.open(first)
    page.locator("#move").press("n")
    assert page.url.endswith(f"/games/{first.pk}"), "n in a field is a letter"
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(rf"/games/{second.pk}$"))


def test_stepping_through_the_moves_does_not_lose_the_position_now(seats: Seats) -> None:
    world = World()
    seat = seats(world.anna)
    page = seat.open(world.long)
    page.locator("#move-list .san", has_text="Bb5").click()
    expect(page.locator("#where")).to_have_text("After 3. Bb5")
    seat.hit("c3")
    expect(page.locator("#board square.move-dest")).to_have_count(0)
    seat.button("To the last move").click()
    seat.hit("b1")
    expect(page.locator("#board square.move-dest")).not_to_have_count(0)
    seat.button("Turn the board").click()
    expect(page.locator("#board.orientation-black, #board .orientation-black")).to_have_count(1)


def test_a_variation_is_tried_on_the_analysis_board_kept_loaded_and_deleted(seats: Seats) -> None:
    world = World()
    seat = seats(world.anna)
    page = seat.open(world.long)
    seat.button("Analyse on a board").click()
    for departure, arrival in (("b1", "d2"), ("c8", "b7"), ("b3", "c2")):
        before = page.locator("#analysis-place").get_attribute("data-moves") or ""
        expect(page.locator("#analysis-place cg-board piece").first).to_be_visible()
        seat.hit(departure, board="#analysis-place")
        seat.hit(arrival, board="#analysis-place")
        expect(page.locator("#analysis-place")).to_have_attribute(
            "data-moves", f"{before} {departure}{arrival}".strip()
        )
    expect(page.locator("#analysis-line")).to_have_text("11.Nbd2 Bb7 12.Bc2")
    picture(page, "analysis")
    page.get_by_label("Name", exact=True).fill("Slow plan")
    seat.button("Save variation").click()
    kept = page.locator(".analyses li", has_text="Slow plan")
    expect(kept).to_contain_text("11.Nbd2 Bb7 12.Bc2")
    kept.get_by_role("button", name="Show on the board").click()
    expect(page.locator("#analysis-line")).to_have_text("11.Nbd2 Bb7 12.Bc2")
    kept.get_by_role("link", name="Delete").click()
    seat.button("Yes, delete it").click()
    expect(page.locator("#analysis")).to_contain_text("The variation is deleted.")
    expect(page.locator(".analyses li", has_text="Slow plan")).to_have_count(0)
    assert not seats(world.ben).open(world.long).locator(".analyses").count()


def test_the_board_is_dressed_as_its_owner_likes(seats: Seats) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", at=clock.now())
    seen = {}
    for board, pieces in (("brown", "cburnett"), ("blue", "letters"), ("green", "letters"), ("grey", "cburnett")):
        anna.board, anna.pieces = board, pieces
        anna.save(update_fields=["board", "pieces"])
        page = seats(anna).open(row)
        squares = page.locator("cg-board").first.evaluate("(one) => getComputedStyle(one).backgroundImage")
        piece = page.locator("piece.knight.white").first
        letter = piece.evaluate("(one) => getComputedStyle(one, '::after').content")
        image = piece.evaluate("(one) => getComputedStyle(one).backgroundImage")
        seen[board] = squares
        assert (letter == '"N"', image == "none") == ((True, True) if pieces == "letters" else (False, False))
    assert len(set(seen.values())) == 4


def test_the_interface_is_czech_for_whoever_reads_czech(seats: Seats) -> None:
    world = World()
    world.anna.language, world.anna.zone = "cs", "Europe/Prague"
    world.anna.save(update_fields=["language", "zone"])
    seat = seats(world.anna)
    page = seat.goto("/games")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    expect(page.get_by_role("heading", level=1)).to_have_text("Moje partie")
    page = seat.open(world.long)
    expect(page.get_by_text("Jste na tahu.")).to_be_visible()
    expect(page.locator("#journal")).to_contain_text("Černý hraje ")
    picture(page, "game-czech")
    page.locator("#move").fill("Ke9")
    page.locator("#submit-move").click()
    expect(page.locator(".error")).to_contain_text("nelze zahrát")
    visitor = seats()
    page = visitor.goto("/")
    page.get_by_role("button", name="Česky").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Korespondenční šach podle pravidel")


def test_a_stored_message_is_text_and_nothing_else(seats: Seats) -> None:
    anna, ben = person("<b>Anna</b>"), person("Ben")
    row = game(anna, ben, at=clock.now())
    text = "<script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\">"
    services.send_message(row, text, actor=anna, at=clock.now())
    page = seats(ben).open(row)
    expect(page.locator(".messages-list")).to_contain_text("<script>")
    expect(page).not_to_have_title("taken")


def test_the_first_load_of_a_game_is_light_and_asks_nobody_else(seats: Seats) -> None:
    world = World()
    seat = seats(world.anna)
    answers: list[Response] = []
    seat.page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright wants a function
    seat.open(world.long)
    seat.page.wait_for_load_state("networkidle")
    assert all(answer.url.startswith(seat.address) for answer in answers)
    total = sum(len(answer.body()) for answer in answers)
    assert len(answers) >= 8
    assert total < 200_000, "even uncompressed"


def test_without_javascript_a_move_is_typed_and_the_position_read(seats: Seats) -> None:
    world = World()
    seat = seats(world.anna, java_script_enabled=False)
    page = seat.goto(f"/games/{world.long.pk}?ply=1")
    page.get_by_text("The position in words").click()
    expect(page.get_by_text("Last move: 1. e4")).to_be_visible()
    expect(page.locator("#in-words")).to_contain_text("pawns a2 b2 c2 d2 f2 g2 h2 e4")
    seat.goto(f"/games/{world.long.pk}")
    seat.type_move("Nbd2")
