"""Phrases for running events: withdrawals, substitutes and shown games, sections 8 and 14, and what an end brings."""

_ADEQUATE = "Prevented for %(months)s [months:month|months], told in detail: %(detailed)s. Adequate: %(adequate)s."
_BOND = (
    "After the withdrawal of %(left)s a bond of at least %(factor)s times the entry fee is paid with the next entry."
)
_BOND_REFERRED = "Double the fee of %(fee)s is no bond (%(least)s, paid %(paid)s); the %(to)s decides."
_BOND_TOO_LITTLE = "The bond is at least %(least)s, double the fee of %(fee)s; paid: %(paid)s."
_BOND_PAID = "A bond of %(paid)s is paid; at least %(least)s, double the fee of %(fee)s."
_BEFORE = "The start list came on %(start_list)s, play starts on %(start)s, withdrawn on %(on)s. "

_GAMES = (
    "The player leaves %(section)s (%(cause)s) with %(running)s running [running:game|games]. What becomes of them, the "
    "director decides: %(measures)s."
)
_NO_CHOICE = "In %(section)s, games for which %(director)s may not choose this (%(on)s): %(wrong)s."
_UNEXPLAINED = "In %(section)s %(director)s departs from what is proposed (%(on)s) and has to say why: %(changed)s."
_GAMES_DECIDED = (
    "%(director)s decided on %(on)s what becomes of %(games)s [games:game|games] in %(section)s. Other than proposed: "
    "%(changed)s; reason: %(reason)s."
)

_WITHDRAWAL = {
    "8.1/1#received": "%(player)s applied to withdraw on %(on)s: %(reason)s.",
    "8.1/1#no-reason": "An application gives its reasons in words (%(player)s, %(on)s, %(reason)s).",
    "8.1/2": "Every opponent is told that the director knows since %(director_told)s: %(notices)s [notices:notice|notices].",
    "8.2(a)": f"Reason: %(reason)s. {_ADEQUATE}",
    "8.2(b)": f"Reason: %(reason)s, for at least three months. {_ADEQUATE}",
    "8.2(c)": f"Reason: %(reason)s, for at least three months. {_ADEQUATE}",
    "8.2(d)": f"Reason: %(reason)s, for at least three months and told in full. {_ADEQUATE}",
    "8.4/1#reason=any": "Reason: %(reason)s. It is for the Tournament Office to review. Adequate: %(adequate)s.",
    "8.4/1#forward": "The application of %(player)s goes to the Tournament Office for review.",
    "8.4/2": "A second withdrawal, on %(on)s, within %(months)s [months:month|months] of the first, on %(earlier)s, goes to the Tournament Office.",
    "8.3/6#incomplete": "The games so far are told in full. Told: %(detailed)s of %(games)s; required: %(required)s.",
    "8.3/6#complete": "The games so far are told: %(detailed)s of %(games)s (required: %(required)s).",
    "8.3/6#warning": "The games so far are told whenever possible: %(detailed)s of %(games)s (required: %(required)s).",
    "8.3/1": "%(player)s is withdrawn from all ICCF-approved events: %(events)s. Not from: %(untouched)s.",
    "8.3/2": "The withdrawal of %(player)s is registered on %(on)s; told are: %(tell)s.",
    "8.3/3": "The withdrawal of %(player)s is told to: %(tell)s.",
    "8.3/4": "%(player)s abused the right to withdraw (%(found)s): suspended for five years, entry from %(entry_from)s.",
    "8.3/5": "After an accepted withdrawal on %(on)s there is no entry for six months: from %(entry_from)s.",
    "8.4/4": "The withdrawal of %(player)s is not accepted, in all ICCF-approved events: %(events)s. Not in: %(untouched)s.",
    "8.4/5": "After a withdrawal not accepted, on %(on)s, there is no entry for twelve months: from %(entry_from)s.",
    **dict.fromkeys(("8.4/6#factor=any", "8.5/4#factor=any"), _BOND),
    **dict.fromkeys(("8.4/6#refer", "8.5/4#refer"), _BOND_REFERRED),
    **dict.fromkeys(("8.4/6#too-little", "8.5/4#too-little"), _BOND_TOO_LITTLE),
    **dict.fromkeys(("8.4/6#paid", "8.5/4#paid"), _BOND_PAID),
    "8.4/7#regular=yes": "The player kept to the rules and gets the bond of %(bond)s back: player %(player)s, ICCF %(ICCF)s, federation %(federation)s.",
    "8.4/7#regular=no": "The bond of %(bond)s is forfeited: player %(player)s, ICCF %(ICCF)s, federation %(federation)s.",
    "8.4/8": "That the player plays under a bond is told to: %(tell)s.",
    "8.5": "%(player)s is withdrawn from the event left silently: %(events)s. Not from: %(untouched)s.",
    "8.5/2": "Silent withdrawal: %(player)s is withdrawn from all ICCF-approved events: %(events)s. Not from: %(untouched)s.",
    "8.5/3": "Suspended for %(years)s [years:year|years]: entry from %(entry_from)s.",
    "8.5/3#too-long": "A first silent withdrawal brings up to two years, not %(years)s.",
    "8.5/5": (
        "Withdrawn silently before (%(earlier)s [earlier:time|times]): suspended for %(years)s [years:year|years], entry from "
        "%(entry_from)s."
    ),
    "8.6": "No bond is owed: since %(regular_since)s the player has finished regularly under one, after leaving on %(left)s.",
    "8.6#left=none": "No bond is owed: no withdrawal stands against the player.",
    "8.5/1#last_move=any": (
        "%(player)s lost %(lost)s [lost:game|games] of %(section)s by silence; the last move in any of them was on "
        "%(last_move)s."
    ),
    "8.5/1#stopped=any,word=none": "%(player)s stopped playing on %(stopped)s and told neither opponents nor director.",
    "8.5/1#stopped=any,word=some": "%(player)s stopped playing on %(stopped)s and gave word on %(word)s: not silently.",
    "8.5/3#earlier=any": "No silent withdrawal before %(on)s stands in the register (%(earlier)s): a suspension is possible.",
    "8.5/5#on=any": "Silent withdrawals in the register before %(on)s: %(earlier)s. A suspension is compulsory.",
    **dict.fromkeys(("8.3/1#cause=any", "8.4/4#cause=any", "8.5/1#cause=any", "8.7(c)#cause=any"), _GAMES),
    **dict.fromkeys(
        ("8.3/1#no-such-choice", "8.4/4#no-such-choice", "8.5/1#no-such-choice", "8.7(c)#no-such-choice"), _NO_CHOICE
    ),
    **dict.fromkeys(
        ("8.3/1#unexplained", "8.4/4#unexplained", "8.5/1#unexplained", "8.7(c)#unexplained"), _UNEXPLAINED
    ),
    **dict.fromkeys(
        ("8.3/1#games-decided", "8.4/4#games-decided", "8.5/1#games-decided", "8.7(c)#games-decided"), _GAMES_DECIDED
    ),
    "8.1(a)": _BEFORE + "The entry fee [lost:is lost|is not lost].",
    "8.1(b)": _BEFORE + "The right used [lost:is lost|is not lost].",
    "8.1/3": "Changes of the team that count: %(changes)s.",
}

_NOT_BEGUN = (
    "Two months after the start, on %(deadline)s, a player has begun against all. On %(on)s: %(begun)s of %(games)s begun; "
    "reminders: %(reminders)s; substitute reported: %(notice)s. Lost: %(lost)s."
)

_SUBSTITUTION = {
    "8.7(a) post": "Time exceeded, admitted on %(admitted)s, counts from the director's confirmation: %(confirmed)s.",
    "8.7(a) server": "Time exceeded counts when the server confirms it: %(confirmed)s.",
    "8.7(b)": (
        "The captain, called on %(called)s, names a substitute within two months: until %(deadline)s (at most %(latest)s)."
    ),
    "8.7(b)#handed-over": "%(holder)s goes on with %(player)s in the place of %(former)s; the clocks are as they were.",
    "8.7(b)#nobody-new": "Somebody else has to take the place of %(former)s with %(player)s: %(holder)s.",
    "8.7(b)#on=any": "The captain has time until %(deadline)s; it is %(on)s.",
    "8.7(c)": "After a death the director chooses. Team event: %(teams)s; possible: %(options)s.",
    "8.7(d)/1": "A month after the start of %(start)s, on %(day)s, the captain sees to it that all have begun. Not begun: %(missing)s.",
    "8.7(d)/2": _NOT_BEGUN,
    "8.7(e)/1": (
        "Replacement status is for [teams:team events like this|team events only], with no game finished and fewer than ten "
        "moves a game on average. Finished: %(finished)s; %(moves)s [moves:move|moves] in %(games)s [games:game|games]: "
        "%(average)s."
    ),
    "8.7(e)/2": (
        "Replacement status needs director and commissioner. Director: %(director)s; commissioner: %(commissioner)s; "
        "granted: %(granted)s."
    ),
    "2.2/3#barred_by=any": "%(player)s may be entered in events; barred by: %(barred_by)s.",
    "11.3(f)#returns=any": (
        "By the rules for substitution in the notice nobody sits on two boards. %(player)s sits on: %(boards)s; has sat on "
        "this one: %(returns)s."
    ),
    "11.3(f)#team=any": "Another team of %(player)s in this event: %(team)s.",
    "8.1/3#limit=any": "Changes of the team so far: %(changes)s; the announcement allows: %(limit)s.",
    "13.1#plays_for=any": "%(player)s is of %(plays_for)s; the team is that of %(federation)s.",
    "5.5/1#player=any": "No player plays for two teams in a season. Another team of %(player)s: %(team)s.",
    "8.7(e)/3#player=any": "%(player)s plays in their own right: all results count for them.",
    "8.7(e)/7#player=any": "%(player)s plays for %(original)s: what is not favourable counts for the latter.",
    "8.7(e)/3#status=yes": "With Replacement status everything counts for the substitute.",
    "8.7(e)/6#status=no": "Without Replacement status the substitute makes no norm.",
    "8.7(e)/7#status=no": "Without Replacement status the substitute is rated only where it raises the rating.",
    "8.7(e)/7": "%(substitute)s for %(original)s: a change of %(change)s is favourable; rated for %(rated_for)s.",
    "8.7(e)/8": "%(substitute)s for %(original)s: a change of %(change)s is not favourable; rated for %(rated_for)s.",
    "8.7(f)#asked": (
        "The captain asks for the games, which the player [player_refused:does not give|gave]; captains: %(captains)s; "
        "reason: %(reason)s."
    ),
    "8.7(f)#no-reason": (
        "The captain who asks for the games, which the player [player_refused:does not give|gave], gives the reason: "
        "%(reason)s (captains: %(captains)s)."
    ),
}

_SHOWN = {
    "14/1": "The announcement [forbidden:forbids|does not forbid] a player to show unfinished games.",
    "14/2": "The player's games have to differ from each other; alike are: %(alike)s.",
    "14/3": "Shown at least %(moves)s [moves:move|moves] late; too early: %(too_early)s.",
    "14/3#played=any": "Of %(played)s [played:half-move|half-moves] %(shown)s may be shown, %(moves)s [moves:move|moves] late.",
    "14/4": "The address of the site is given: %(url)s.",
    "14/5": "The day of the last update is given: %(updated)s.",
    "14/6": "The opponents agree and tell the director; not yet in: %(without)s.",
    "14/7": "A violation that was [reported:reported is|not reported need not be] investigated.",
    "14/8": "The first violation is corrected. Earlier ones here: %(here)s, elsewhere: %(elsewhere)s.",
    "14/9": (
        "The second violation costs %(days)s [days:day|days] in all games: %(games)s. Earlier ones here: %(here)s, elsewhere: "
        "%(elsewhere)s."
    ),
    "14/10": (
        "The third violation loses all unfinished games: %(lost)s. Earlier ones here: %(here)s, elsewhere: %(elsewhere)s."
    ),
    "14/11": (
        "Violations in several tournaments (%(tournaments)s) may bring a ban of two years: decided on %(decided)s, until "
        "%(until)s."
    ),
}

PLANNED = {
    "plan": (
        "From each section of %(kind)s so many go up: %(up)s, and down: %(down)s; the smallest has %(entered)s "
        "[entered:participant|participants]. Nobody can go up and down, above the highest or below the lowest."
    ),
    "moved": "Up: %(up)s. Down: %(down)s. Level, so that the office decides: %(undecided)s.",
}
"""Promotion by a plan; where no clause of the tournament rules leaves it to one, it is a regulation of the event."""

_ENDS = {
    "1.0.9": "Ties are broken to find who goes on: %(event)s has %(ranked)s places.",
    "2.3": "The tie-break finds the winner of %(event)s (%(ranked)s places).",
    "3.5/1#ranked=any": "Only the winner of a group goes on; ties in %(event)s are broken (%(ranked)s places).",
    **dict.fromkeys(
        ("1.4.5/1#champion=any", "10.1(a)#champion=any"), "World Correspondence Chess Champion: %(champion)s."
    ),
    **dict.fromkeys(
        ("1.4.5/2#equal=any", "10.2#equal=any"),
        "The World Champion is numbered by the cycle, %(cycle)s, and keeps the title [for_life:for life|for now]: %(equal)s.",
    ),
    **dict.fromkeys(
        ("1.6.4#champion=any", "10.1(b)#champion=any"), "Ladies' World Correspondence Chess Champion: %(champion)s."
    ),
    **dict.fromkeys(
        ("1.6.4#equal=any", "10.3#equal=any"),
        "The Ladies' World Champion is numbered by the cycle, %(cycle)s, and keeps the title [for_life:for life|for now]: "
        "%(equal)s.",
    ),
    "4.3(4)#first=any": "The first three of %(event)s may enter Master Norm tournaments: %(first)s.",
    **{f"{clause}#{outcome}": phrase for clause in ("1.7.7", "1.8.7", "5.3/1") for outcome, phrase in PLANNED.items()},
    "3.5/2": "The winner of a group gets a prize (players: %(players)s, prizes: %(prizes)s).",
    "3.5/3": "Half of the finalists get prizes: %(prizes)s of %(players)s.",
    "3.7": "%(event)s also qualifies for the World Championship.",
    "1.7.6": "The first %(places)s [places:team|teams] of the final play the next one.",
    **dict.fromkeys(
        ("1.7.6#federation=any", "1.8.6#federation=any"),
        "A place in this final from the one before, of %(federation)s: %(held)s.",
    ),
    **dict.fromkeys(("1.7.7#federation=any", "1.8.7#federation=any"), "A place by the preliminaries: %(federation)s."),
    "1.8.6": "The first %(places)s [places:team|teams] of the final play the next one.",
    "7.4": "A further tie-break, %(name)s, stated on %(stated)s; the start list was posted on %(start_list)s.",
    "7.4#values=any": "Place %(place)s, still level: %(by)s gave %(values)s.",
}

PHRASES = {
    f"ICCF-TR {key}": phrase for part in (_WITHDRAWAL, _SUBSTITUTION, _SHOWN, _ENDS) for key, phrase in part.items()
} | {f"ICCF-LAWS Glossary: regulations of an event#{outcome}": phrase for outcome, phrase in PLANNED.items()}
