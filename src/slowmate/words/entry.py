"""Phrases for entering an event: sections 0 to 6, 13 and 15 of the tournament rules, but for the rights of results."""

_RATED = "[fixed:Fixed rating|Rating] %(rating)s; at least %(least)s needed."
_TITLED = "The title %(title)s [held:is|is not] held. [fixed:Fixed rating|Rating] %(rating)s; above %(above)s needed."
_LATEST = (
    "On the newest list: rating %(rating)s from %(games)s [games:game|games]. Needed is [fixed:a fixed|an unfixed] rating of at least "
    "%(least)s."
)
_FIDE = "FIDE rating %(fide_rating)s; at least %(least)s needed."
_STATED = (
    "For players without an ICCF rating whose federation states their qualification. ICCF rating: %(rating)s; stated "
    "for %(year)s: %(statement)s."
)
_BY_FIDE = "The FIDE rating of %(rating)s counts as an unfixed ICCF rating, as there is no ICCF rating; "
_NOMINATED = "Nominations for %(year)s that are open: %(nominations)s. Rating on that day: %(ratings)s; "
_BY_OTHERS = (
    " A nomination counts from the player's own federation alone (%(federation)s); these do not count: %(of_others)s."
)
_GIVEN = " For number: %(only_for)s; used up: %(seated)s."
_LADY = "For ladies (sex: %(sex)s) "
_ENTERED = _LADY + "entered by their federation. Entered for %(year)s by: %(nominations)s."
_POSITIVE = (
    "Where the winner has not more than half of the points nobody goes on from %(kind)s. The winner has %(points)s from "
    "%(games)s [games:game|games]; allowed: %(allowed)s."
)
_QUOTA = "Ladies entered by federations: %(entered)s; the quota is %(quota)s."

_STANDING = {
    "1.1.1(h)": _NOMINATED + "below 2400 needed.",
    "1.2.1(h)": _NOMINATED + "2400 or more needed.",
    "1.1.1(h)#of_others=any": _NOMINATED + "below 2400 needed." + _BY_OTHERS,
    "1.2.1(h)#of_others=any": _NOMINATED + "2400 or more needed." + _BY_OTHERS,
    **dict.fromkeys(("1.1.1(i)", "1.1.1(j)", "1.2.1(i)", "1.2.1(j)", "1.2.1(k)"), _TITLED),
    "1.1.1(k)": "The title %(title)s [held:is|is not] held, whatever the rating.",
    **dict.fromkeys(("1.1.1(l)", "1.2.1(l)", "1.3.1(h)"), _RATED),
    "1.3.1(f)": "Cycles won as World Champion: %(cycles)s. Former World Champions have this right.",
    "1.3.1(g)": "The title %(title)s [held:is|is not] held. Norms: %(norms)s; at least %(least)s needed.",
    "1.5.1(c)/1": _LADY + "who hold the title LIM or a higher one. Such titles held: %(titles)s.",
    "1.5.1(c)/2": _LADY + "who hold the title %(title)s. It [held:is|is not] held.",
    "1.5.1(c)/3": _ENTERED,
    "1.5.1(c)/3#of_others=any": _ENTERED + _BY_OTHERS,
    "1.5.1(c)/3#quota=any": _QUOTA,
    "1.5.1(d)": _LADY + "rated at least %(least)s. Rating: %(rating)s.",
    "1.5.1(d)#least=none": (
        _LADY + "with a rating of at least what was set for the event. No least rating was set. Rating: %(rating)s."
    ),
    "2.4(a)": "Open class is for players new to ICCF or without an ICCF rating. ICCF rating: %(rating)s.",
    "2.4(b)#least=none": "Rating %(rating)s; at most %(most)s for Open class.",
    "2.5(a)": "Rating %(rating)s; %(least)s to %(most)s for Higher class.",
    "2.6(a)#most=none": "Rating %(rating)s; at least %(least)s for Master class.",
    "2.4(b)#least=none,by_fide=any": _BY_FIDE + "at most %(most)s for Open class.",
    "2.5(a)#by_fide=any": _BY_FIDE + "%(least)s to %(most)s for Higher class.",
    "2.6(a)#most=none,by_fide=any": _BY_FIDE + "at least %(least)s for Master class.",
    **dict.fromkeys(("2.5(c)", "2.6(c)"), _STATED),
    **dict.fromkeys(("2.5(c)#of_others=any", "2.6(c)#of_others=any"), _STATED + _BY_OTHERS),
    **dict.fromkeys(("4.3(1)", "4.3(2)", "4.4(1)", "4.4(2)"), _LATEST),
    **{
        f"{address}#rating=none": (
            "Not on the newest list (games: %(games)s). Needed is [fixed:a fixed|an unfixed] rating of at least "
            "%(least)s."
        )
        for address in ("4.3(1)", "4.3(2)", "4.4(1)", "4.4(2)")
    },
    "4.3(3)": _FIDE,
    "4.4(3)": _FIDE,
    "4.3(4)": "Best place in a national championship: %(best)s; places 1 to 3 count.",
    "6.1/2": "Rating %(rating)s; below %(below)s needed.",
    "1.0.11/3": "The Executive Board decided (%(reference)s, %(on)s) on an application the rules do not cover."
    + _GIVEN,
    **dict.fromkeys(
        ("1.4.4/2#reference=any", "1.6.3/2#reference=any"),
        "The Executive Board gave a free place (%(reference)s, %(on)s)." + _GIVEN,
    ),
    "1.4.3/2": (
        "A former World Champion (cycles: %(cycles)s) may enter one later Final, asking until %(latest)s. "
        "Asked on %(requested)s; entered before: %(used)s."
    ),
    "1.0.7/6": "Ladies' titles give no right here: %(titles)s.",
    "1.0.7/2": (
        "A right by title, championship or rating may be used once in %(year)s for %(kind)s. Used on: %(used)s; "
        "[free:free|used up]."
    ),
}

_BARS = {
    "2.2/3": (
        "Suspended from ICCF play from %(since)s until %(until)s, the first day on which an entry is taken again "
        "(%(by)s)."
    ),
    "2.2/3#kind=any": "%(kind)s is open to all players except those barred by a rule.",
    "2.2/3#until=none": "Suspended from ICCF play since %(since)s, without a last day (%(by)s).",
    "1.0.5/2": "Entries closed on %(deadline)s; this one came on %(on)s.",
    "2.2/4": "%(federation)s [member:is a member|is no member]: its players come by Direct Entry.",
    "5.5/1": "Plays for %(team)s in season %(season)s already, and for one team only.",
    "5.5/1#elsewhere=some": "No player plays for more than one team in a season; these do: %(elsewhere)s.",
    "5.5/1#elsewhere=none": "No player of the team plays for another one this season.",
    "4.7/1": (
        "One norm tournament on the server in each %(months)s [months:month|months] of the calendar. This one starts on "
        "%(start)s; another start: %(earlier)s."
    ),
    "4.7/2": "One norm tournament by post in a calendar year. This one starts on %(start)s; another start: %(earlier)s.",
    **dict.fromkeys(("6.1", "6.1/1"), "An event of the kind %(kind)s that starts on %(start)s: there was none then."),
    "4.6": "A player without the qualification for %(kind)s: %(how)s.",
    "4.6#before=any": (
        "A player without the qualification: %(how)s. Average before: %(before)s, with the player: %(after)s."
    ),
}

_MONEY = {
    "0.2/2": "The entry waits for its %(pending)s: paid %(paid)s of the fee of %(fee)s.",
    "4.5/1": (
        "Grandmaster Norm tournaments are free for Grandmasters and from a fixed rating of 2600. Grandmaster: %(title)s; "
        "rating: %(rating)s. The fee is %(fee)s."
    ),
    "4.5/2": "A free entry from a member country waits for the federation: %(pending)s.",
    "4.5/3": "A free entry from a country without a federation waits: %(pending)s.",
    "8.4/6#pending=any,office=any": (
        "A bond is owed, and double a fee of %(fee)s is none: the entry waits for %(pending)s (%(office)s)."
    ),
    "8.4/6#pending=any": "The entry waits for %(pending)s, %(bond)s beside the fee of %(fee)s: paid %(paid)s.",
}

_RIGHTS = {
    "1.0.8": (
        "The best [fixed:fixed rating|rating] on lists from %(since)s to %(on)s counts: %(best)s (lists: %(lists)s)."
    ),
    "2.6 note": "Where there is no ICCF rating, a FIDE rating counts. ICCF: %(iccf)s; FIDE: %(fide)s; counts: %(rating)s.",
    "1.0.7/4": "The right from %(event)s, which ended on %(ended)s, is number %(number)s of its sort: valid until %(expires)s.",
    "1.0.7/4#started=any": (
        "%(event)s began on %(started)s, before every edition in hand: the edition of the event entered says what its "
        "result gives."
    ),
    "1.0.7/4#running=any": (
        "What an event gives counts from its end. In %(event)s %(running)s [running:game|games] still "
        "[running:runs|run]."
    ),
    "1.0.7/5": (
        "The right from %(event)s, which ended on %(ended)s, is number %(number)s of its sort, each a year longer: "
        "valid until %(expires)s."
    ),
    "1.0.7/1#nominations=any": "A nomination for %(kind)s is used once; these have given a seat: %(nominations)s.",
    "1.0.7/4#status=any": "Who has left %(event)s (%(status)s) has no right by it while it runs.",
    "1.0.7/1": "No right by a result is left for %(kind)s (open: %(open)s, halves: %(halves)s). Used up: %(spent)s.",
    "1.0.7/1#event=any": (
        "For %(kind)s the right from %(event)s is used, once (open: %(open)s). Used up before: %(spent)s."
    ),
    "1.4.3/1#deferred": (
        "The right to %(kind)s from %(event)s is put off from number %(final)s, once (before: %(deferred)s "
        "[deferred:time|times])."
    ),
    "1.4.3/1#lost": (
        "The right to %(kind)s from %(event)s is put off once only (so far: %(deferred)s [deferred:time|times]); not taken "
        "in number %(final)s it is lost."
    ),
    "1.4.3/1#not-open": (
        "Only an open right to a Final can be put off; that to %(kind)s from %(event)s is none (number: %(final)s; put off "
        "before: %(deferred)s [deferred:time|times])."
    ),
    "1.0.6": "The table of qualifiers of %(on)s has %(rows)s [rows:line|lines].",
    "8.5/1": "A silent withdrawal from %(event)s: the result [qualification:qualifies|qualifies for nothing].",
    "8.5/1#player=any": (
        "After a silent withdrawal %(player)s has [norm:a norm|no norm] and [qualification:a qualification|no qualification]."
    ),
}

_NOMINATIONS = {
    "1.0.10/1": "Each federation nominates %(base)s [base:player|players] a year.",
    "1.0.10/1#quota=any": (
        "With %(members)s [members:member|members] a federation nominates %(quota)s [quota:player|players] a year; already "
        "nominated for %(year)s: %(already)s."
    ),
    "1.0.10/2": "%(members)s [members:member gives|members give] %(more)s more [more:nomination|nominations].",
    "1.0.10/3": "Rated %(rating)s on the day (limit %(limit)s): nominated for %(kind)s.",
    "1.0.11/2": "The announcement states the exact conditions of promotion: %(conditions)s.",
}

_FEDERATIONS = {
    "13.1#belongs": (
        "A player belongs to the federation of citizenship (%(citizen)s) or residence (%(resident)s): %(federation)s. "
        "Confirmed: %(confirmed)s."
    ),
    "13.1#ask-an-officer": (
        "%(federation)s is neither the federation of citizenship (%(citizen)s) nor of residence (%(resident)s); "
        "an officer has to confirm it (confirmed: %(confirmed)s)."
    ),
    "13.2": "Both federations agree: %(player)s moves from %(from)s to %(to)s on %(on)s.",
    "13.3/1": "The new federation tells the %(tell)s.",
    "13.3/2": "%(player)s keeps: %(kept)s.",
    "13.4#about=any": "An objection to a transfer (%(about)s) goes to the Arbitration Commission.",
    "15": "An appeal about %(about)s goes to the Appeals Commission.",
}

_TYPES = {
    **dict.fromkeys(("0.4/2", "0.4#allowed=any"), _POSITIVE),
    **{f"0.1({letter})": "%(kind)s is one of the tournaments called %(type)s." for letter in "abcdef"},
    "0.1(f)#types=any": "%(kind)s is none of the six types: %(types)s.",
    "0.1(e)#name=any": "The league of teams is called %(name)s.",
}

PHRASES = {
    f"ICCF-TR {key}": phrase
    for part in (_STANDING, _BARS, _MONEY, _RIGHTS, _NOMINATIONS, _FEDERATIONS, _TYPES)
    for key, phrase in part.items()
} | {
    "ICCF-LAWS Glossary: regulations of an event#entry": (
        "The tournament rules name no way into %(kind)s and forbid none: its announcement says who may enter."
    ),
    "ICCF-LAWS Glossary: regulations of an event#own players": (
        "It is the federation %(host)s's own event, for its players alone; this player's federation: %(federation)s."
    ),
    "ICCF-LAWS Glossary: regulations of an event#full": (
        "The announcement limits the event to %(places)s [places:place|places], and all are taken (%(taken)s)."
    ),
    "ICCF-LAWS Glossary: regulations of an event#room": (
        "The announcement limits the event to %(places)s [places:place|places]; taken: %(taken)s."
    ),
    "ICCF-LAWS Glossary: regulations of an event#taken out": (
        "Rights, nominations and grants that the entry uses up: %(uses)s. Whoever runs the event may take it out, with a reason."
    ),
    "ICCF-LAWS Glossary: regulations of an event#right stays": (
        "Rights, nominations and grants that the entry uses up: %(uses)s. Only the player, or the delegate of their federation, "
        "withdraws it."
    ),
}
