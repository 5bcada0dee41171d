"""`slowmate verify`: are games, rights, lists and norms what they were made from?"""

import argparse

from rich.console import Console
from rich.progress import Progress

from slowmate.cli.server_setup import database, require_migrated, set_up

EXAMPLES = """examples:
  slowmate verify                     exit status 0: all of them are what they were made from; 1: these are not
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="the demo's database")


def run(options: argparse.Namespace) -> int:
    set_up(demo=options.demo, existing=True)
    with database():
        require_migrated()
        return verify()


def verify() -> int:
    """Look at every game, right, list and norm, with a progress bar on a terminal; 1 if any differs."""
    from slowmate.server.events.queries.rights_check import holders, wrong_rights  # noqa: PLC0415 - needs the settings
    from slowmate.server.games.models import Game  # noqa: PLC0415
    from slowmate.server.jobs.verify import differences, list_differences  # noqa: PLC0415
    from slowmate.server.ratings.models import RatingList  # noqa: PLC0415
    from slowmate.server.site import clock  # noqa: PLC0415
    from slowmate.server.titles.queries.register_check import searched_sections, wrong_norms  # noqa: PLC0415

    errors = Console(stderr=True)
    games, lists = Game.objects.count(), RatingList.objects.filter(is_imported=False).count()
    people = holders()
    sections = searched_sections().count()
    wrong = {"game": 0, "right": 0, "list": 0, "norm": 0}
    with Progress(console=errors, disable=not errors.is_terminal, transient=True) as progress:
        task = progress.add_task("verifying games", total=games)
        for difference in differences(lambda done: progress.advance(task, done)):
            print(f"game {difference.game}: {difference.what}")
            wrong["game"] += 1
        task = progress.add_task("verifying rights", total=people)
        for player, what in wrong_rights(lambda done: progress.advance(task, done), on=clock.now().date()):
            print(f"rights of player {player}: {what}")
            wrong["right"] += 1
        task = progress.add_task("verifying lists", total=lists)
        for name, several in list_differences(lambda done: progress.advance(task, done)):
            print("\n".join(f"list {name}: {line}" for line in several))
            wrong["list"] += 1
        task = progress.add_task("verifying norms", total=sections)
        for section, several in wrong_norms(lambda done: progress.advance(task, done)):
            print("\n".join(f"norms of section {section}: {line}" for line in several))
            wrong["norm"] += 1
    differ = f"{games} games looked at, {wrong['game']} differ from their events"
    print(differ if wrong["game"] else f"{games} games, all well")
    if people:
        differ = f"rights of {people} players looked at, {wrong['right']} differ from what their results give"
        print(differ if wrong["right"] else f"rights of {people} players, all well")
    if lists:
        differ = f"{lists} lists looked at, {wrong['list']} differ from what they were made from"
        print(differ if wrong["list"] else f"{lists} lists, all well")
    if sections:
        differ = f"norms of {sections} sections looked at, {wrong['norm']} differ from what their results give"
        print(differ if wrong["norm"] else f"norms of {sections} sections, all well")
    return 1 if any(wrong.values()) else 0
