"""Phrases for organising events: sections 1, 3 to 6, 8.3*, 11 and 12 of the tournament rules, and who decides."""

_DECIDED = "Decided by %(by)s (%(office)s) on %(on)s, %(what)s: %(reason)s."
_NOT_ENTITLED = "This is not for the %(office)s to decide but for: %(entitled)s. Asked for by %(by)s on %(on)s, %(what)s: %(reason)s."
_NO_REASON = "A decision needs a name and a reason (%(what)s; %(office)s, %(by)s, %(on)s; reason: %(reason)s)."
_POWERS = (
    *(
        "0.2/1",
        "1.0.4/1",
        "1.0.5/3",
        "1.0.11/1",
        "1.0.11/3",
        "1.4.1(b)/2",
        "1.4.4/1",
        "1.4.4/2",
        "1.5.2",
        "1.6.3/1",
        "1.6.3/2",
    ),
    *(
        "1.7.1/3",
        "1.7.5/2",
        "1.8.1/3",
        "1.8.5/2",
        "4.5/3",
        "4.6",
        "5.4/2",
        "5.7/2",
        "6.1/1",
        "6.1/3",
        "6.2",
        "7.5",
        "8.7(c)",
    ),
    *("9.2(c)", "9.2(d)", "App1.11/friendly", "11.5/2", "12.1", "12.2/3", "12.2/4", "12.4/3", "14/11"),
)
"""Clauses that leave a decision to an official."""

_TAKEN = "Step “%(action)s” by the %(office)s: from “%(state)s” to “%(to)s”."
_TAKEN_FOR = "Step “%(action)s” by the %(office)s (%(of)s): from “%(state)s” to “%(to)s”."
_NOT_TURN = "The step “%(action)s” from “%(state)s” to “%(to)s” is not for the %(office)s but for: %(entitled)s."
_OTHER_PARTY = "The step “%(action)s” from “%(state)s” to “%(to)s” is for the %(office)s of: %(parties)s. Who asked acts for: %(of)s."
_NO_STEP = "The step “%(action)s” is not possible in the state “%(state)s”; possible: %(possible)s."
_GUARDED = "The step “%(action)s” is possible only if %(guard)s."
_OVERRIDDEN = "The step “%(action)s” was taken although it does not hold that %(guard)s: %(reason)s."
_STEPS = (
    *("0.2/2", "0.3/1", "1.0.5/2", "1.0.5/3", "1.0.5/4", "1.0.5/5", "1.0.7/4", "1.0.11/3", "1.5.1(c)/3", "1.5.1(d)"),
    *(
        "1.7.7",
        "1.8.7",
        "4.2/2",
        "4.5/2",
        "4.5/3",
        "8.1/1",
        "8.3/1",
        "8.4/1",
        "8.4/3",
        "8.4/4",
        "8.5/1",
        "8.5/3",
        "8.7(b)",
    ),
    *("8.7(e)/2", "11.5/1", "11.5/2", "12.2/1", "12.3/2", "12.3/3", "12.6/2", "12.9", "13.2", "13.3/1", "13.4", "15"),
)
"""Clauses that are a step of a procedure."""

_OFFICES = {
    **{f"{address}#decided": _DECIDED for address in _POWERS},
    **{f"{address}#not-entitled,what=any": _NOT_ENTITLED for address in _POWERS},
    **{f"{address}#no-reason,what=any": _NO_REASON for address in _POWERS},
    **{f"{address}#taken,of=none": _TAKEN for address in _STEPS},
    **{f"{address}#taken,of=some": _TAKEN_FOR for address in _STEPS},
    **{f"{address}#not-entitled,action=any": _NOT_TURN for address in _STEPS},
    **{f"{address}#wrong-party": _OTHER_PARTY for address in _STEPS},
    **{f"{address}#no-such-step": _NO_STEP for address in _STEPS},
    **{f"{address}#guarded": _GUARDED for address in _STEPS},
    **{f"{address}#overridden": _OVERRIDDEN for address in _STEPS},
    "1.0.11/3#stands-in": "The %(office)s decides in place of the %(stands_in_for)s: nobody in that office may decide this.",
}

_PLAYED_HOW = "Played by: %(how)s; this one by post: %(by_post)s."
_EVERY = "Cycles start every %(every)s [every:year|years]; this one in %(year)s."
_ANY_YEAR = "No calendar year is fixed for the start; this one starts in %(year)s."
_STAGES = "The stages are: %(stages)s."
_ONE_TEAM = "A country that has paid what it owes may enter one team. Debt: %(debt)s; teams entered: %(teams)s."
_FRIENDLY = (
    "A friendly match on %(boards)s [boards:board|boards], %(games_per_board)s [games_per_board:game|games] a board: "
    "%(games)s [games:game|games]."
)
_COMBINED = "A team of %(federations)s countries together needs the Board's approval: [approved:given|not given]."
_TEAM_SIZE = "The announcement fixes %(announced)s [announced:player|players] a team; this one has %(players)s."
_NO_TEAM_SIZE = "The announcement has to fix the number of players a team; this one has %(players)s."
_DECISIVE = "On %(on)s, for the cycle of %(year)s: %(games)s decisive [games:game|games] to be adjudicated."
_ADJUDICATOR = "An adjudicator from %(federation)s; no country that contends may give one: %(contending)s."
_FREE_PLACES = "The Executive Board gives up to %(most)s free places; given so far: %(given)s."

_EVENTS = {
    "1.0.5/2#announced=any": "Entries come until %(deadline)s, before the start on %(start)s; announced on %(announced)s.",
    "1.0.5/2#today=any": "Entries come until %(deadline)s; it is %(today)s.",
    "0.2/2#announced_fee=any": "Entries are accepted once the fee is paid; announced: %(announced_fee)s.",
    "1.0.5/3#moved_to=any": (
        "A day moved by mistake (from %(before)s to %(moved_to)s) comes back earlier, here to %(corrected)s, only for the "
        "person who moved it [by_same:(it is the same person)|(it is another person)], not before %(before)s, after "
        "%(on)s, and while no entry was made, decided or withdrawn since: %(changed_since)s."
    ),
    "1.0.5/3#old=any": "In an emergency the day may be moved to a later one: from %(old)s to %(new)s.",
    "0.3/1#on=any": "All games start on %(start)s; it is %(on)s.",
    "1.0.7/4#contested=any": (
        "A tournament ends with its last final result: %(ended)s. Games running: %(running)s; contested: %(contested)s."
    ),
}

_CYCLES = {
    "preamble": "The event starts on %(start)s: %(edition)s governs it.",
    "1.0.2": "%(stage)s is stage %(number)s of four; after it comes %(next)s.",
    "1.0.2#next=none": "%(stage)s is stage %(number)s of four, the last one.",
    "1.0.4/2": "A Final is announced four months ahead: until %(latest)s for a start on %(start)s. Announced: %(announced)s.",
    "1.0.3/1#server=any": (
        "A section is played by post or on the server. In this one by post: %(post)s, on the server: %(server)s."
    ),
    "1.0.3/1#rule=any": "A stage has sections by post and on the server: %(rule)s. Sections by post: %(post_sections)s.",
    "1.0.5/1": "These stages start on fixed dates; in %(year)s: %(days)s.",
    "1.0.5/4": (
        "The entrants (%(entrants)s) are divided into groups of %(sizes)s so that all are about as strong (lot: %(seed)s). "
        "Averages differ by %(spread)s; %(bound)s cannot be avoided. Countries met too often: %(crowded)s."
    ),
    "1.0.5/5#first_start=any": (
        "Entries come until the end of %(deadline)s; then sections are made up, and their start lists are posted before the "
        "start: it can be on %(first_start)s or later. Planned: %(start)s."
    ),
    "1.0.5/5": (
        "Before the start are published: %(wanted)s, and promotion. Posted on %(posted)s, asked on %(on)s; missing: "
        "%(missing)s."
    ),
    **dict.fromkeys(("1.7.1#how=any", "1.8.1#how=any", "1.7.1/1", "1.8.1/1"), _PLAYED_HOW),
    **dict.fromkeys(("1.7.1/2", "1.8.1/2"), _EVERY),
    **dict.fromkeys(("1.7.1#every=none", "1.8.1#every=none"), _ANY_YEAR),
    **dict.fromkeys(("1.7.3", "1.8.3"), _STAGES),
    **dict.fromkeys(("1.7.5/1", "1.8.5/1", "6.1/1#debt=any"), _ONE_TEAM),
    **dict.fromkeys(("1.7.2", "1.8.2", "6.1/1#announced=any"), _TEAM_SIZE),
    **dict.fromkeys(("1.7.2#announced=none", "1.8.2#announced=none", "6.1/1#announced=none"), _NO_TEAM_SIZE),
    **dict.fromkeys(("1.7.5/2#federations=any", "1.8.5/2#federations=any", "6.1/1#federations=any"), _COMBINED),
    **dict.fromkeys(("1.7.1/4#games=any", "1.8.1/4#games=any"), _DECISIVE),
    **dict.fromkeys(("1.7.1/4#federation=any", "1.8.1/4#federation=any"), _ADJUDICATOR),
    "3.1": "A World Cup normally starts every second year: the last in %(last)s, this one in %(start)s.",
    "3.2#games=any": "The two years of the round are over on %(end)s; it is %(on)s. To be adjudicated: %(games)s [games:game|games].",
    "3.2": "A round takes two years: from %(start)s to %(end)s.",
    "3.4": "All groups of a round start on one day: %(days)s.",
    "1.4.4/1": "%(places)s vacant [places:place|places]; who missed by tie-break: %(rule)s. In order: %(listed)s.",
    "1.6.3/1#listed=any": "%(places)s vacant [places:place|places] in the Ladies' Final. Next in order: %(listed)s.",
    **dict.fromkeys(("1.4.4/2#given=any", "1.6.3/2#given=any"), _FREE_PLACES),
    "4.2/1": "The start list of %(event)s offers its %(players)s [players:player|players] norms for: %(offered)s.",
    "6.1/4": "%(event)s offers its %(players)s [players:player|players] norms for: %(offered)s.",
}

_NORMAL = "%(kind)s: normally %(normal)s, here %(size)s (from %(least)s to %(most)s)."
_NO_LIMITS = "%(kind)s: normally %(normal)s, here %(size)s."
_LIMITS = "%(kind)s: from %(least)s to %(most)s, here %(size)s."
_AT_LEAST = "%(kind)s: at least %(least)s, here %(size)s."
_AT_MOST = "%(kind)s: at most %(most)s, here %(size)s."
_ENLARGED = (
    "%(kind)s: normally %(normal)s; the commissioner may allow more (from %(least)s to %(most)s). Here %(size)s, allowed "
    "by: %(enlarged_by)s."
)
_SECTIONS = "%(kind)s: normally up to %(normal)s sections a year; started so far: %(already)s."

_SIZES = {
    **dict.fromkeys(("1.1.3/1", "1.2.2/1", "1.3.2/1", "2.2/1", "2.2/2", "4.2/2"), _NORMAL),
    **dict.fromkeys(("1.4.2#least=none,most=none", "5.4/1#least=none,most=none"), _NO_LIMITS),
    **dict.fromkeys(("3.3/1#normal=none", "3.3/2#normal=none", "3.3/3#normal=none"), _LIMITS),
    **dict.fromkeys(("1.5.3#normal=none,most=none", "1.6.1#normal=none,most=none"), _AT_LEAST),
    **dict.fromkeys(("1.7.4#normal=none,least=none", "1.8.4#normal=none,least=none"), _AT_MOST),
    **dict.fromkeys(("1.1.3/2", "1.2.2/2", "1.3.2/2"), _ENLARGED),
    **dict.fromkeys(("1.1.3/3", "1.2.2/3", "1.3.2/3"), _SECTIONS),
    "4.2/2#waiting=any": "A section has %(players)s [players:player|players]; waiting: %(waiting)s.",
    "4.2/2#passed_over=any": (
        "A section of %(players)s [players:player|players] by the order of entry; passed over so that there can be norms: "
        "%(passed_over)s. Waiting on: %(waiting)s."
    ),
}

_DRAWS = {
    "0.3/1": (
        "Everybody meets everybody, %(games_per_pairing)s [games_per_pairing:game|games] each: %(players)s "
        "[players:player|players], %(games)s [games:game|games], all from %(start)s."
    ),
    "0.3/2": "Colours are decided by lot (%(seed)s). Numbers in order: %(numbers)s.",
    "8.7(g)": "%(teams)s [teams:team|teams] with %(boards)s [boards:board|boards]: %(games)s [games:game|games], colours alternating by board and by player.",
    **dict.fromkeys(("11.6#boards=any", "11.6/1#boards=any"), _FRIENDLY),
}

_LEAGUE = {
    "5": "The league is called %(name)s throughout.",
    "5.2/1": "The Non-Title Tournament Commissioner organises the league, called %(name)s.",
    "5.2/1#by_post=any": "All sections are played on the server; this one by post: %(by_post)s.",
    "5.1/1": "A team has four players; this one has %(players)s.",
    "5.1/2": "The players of a team may be of [any:any nation|one nation].",
    "5.1/3": "A team has a name and a captain. Name: %(name)s; captain: %(captain)s.",
    "5.2/2": "The playing rules for teams apply, except where these rules (%(overrides)s) say otherwise.",
    "5.6/1": "New teams may enter at the start of any season, here in division %(division)s.",
    "5.3/1#moved=any": "Teams that entered: %(entered)s. Of them go up or down: %(moved)s.",
    "5.6/1#new=any": "New teams begin in the lowest division: %(new)s.",
    "5.4/2#vacant=any": "The commissioner composes the divisions. Places left: %(vacant)s; too many teams: %(over)s.",
    "5.4/2#grows=any": "With these numbers divisions would grow (or shrink) by: %(grows)s.",
    "5.6/1#in_season=any": "New teams enter at the start of a season; the season runs: %(in_season)s.",
    "5.3/2": "The divisions are: %(divisions)s.",
    "5.3/2#division=any": "Division %(division)s has the groups: %(groups)s.",
    "5.3/2#divisions=any,division=any": (
        "The divisions are %(divisions)s, the first of one group. %(groups)s [groups:group|groups] in division "
        "%(division)s cannot be."
    ),
    "5.3/3": "Starts of the divisions: %(days)s.",
    "5.3/3#rule=no": "No time between seasons is fixed; this one starts on %(start)s.",
    "5.3/4": "27 to 30 months after %(start)s: the next season starts between %(from)s and %(to)s.",
    "5.5/2": "Players change teams at the beginning of a season only. On %(on)s that of %(start)s runs: %(in_season)s.",
    "5.6/2": "A team changes its name between seasons. On %(on)s that of %(start)s runs: %(in_season)s.",
    "5.7/2": (
        "A team that changes all its players within two seasons goes down. Division %(division)s; kept: %(kept)s; excepted: "
        "%(excepted)s. It goes down: %(relegated)s."
    ),
}

_AHEAD = "Applications come %(months)s [months:month|months] ahead: until %(latest)s for a start on %(start)s. This one came on %(applied)s."
_APPROVED_FIRST = "The approval of %(approved)s comes first; asked for on %(on)s."
_CHANGED_SINCE = (
    "What was approved on %(approved)s is announced; asked for on %(on)s. Changed since: %(changed)s [changed:point|points] "
    "of the plan."
)
_NOT_APPROVED = "There is no approval yet; asked for on %(on)s."
_WAITS_FOR_APPROVAL = {
    "6.3/1": "An international tournament is announced once it is approved.",
    "12.4/2": "An open tournament is advertised once it is approved.",
    "12.5/2": "Players are invited once the tournament is approved.",
}

_INVITATIONAL = {
    "12.3/1": _AHEAD,
    "12.4/1": _AHEAD,
    "12.3/2": (
        "An approval for %(approved_start)s lapses if the tournament has not started by %(latest)s. Start: %(start)s; "
        "lapsed: %(lapsed)s."
    ),
    **{address: f"{rule} {_APPROVED_FIRST}" for address, rule in _WAITS_FOR_APPROVAL.items()},
    **{f"{address}#approved=none": f"{rule} {_NOT_APPROVED}" for address, rule in _WAITS_FOR_APPROVAL.items()},
    "6.3/1#changed=any": _CHANGED_SINCE,
    "12.3/3": "On %(on)s the approval [lapsed:has lapsed|stands]: nobody is invited before a lapsed one is renewed.",
    "12.5/1": "Invitations go to the federation, never to the player: %(to)s.",
    "6.3/2": "An invitation has the consent of the federation. %(federation)s consented on %(consent)s.",
    "6.3/2#consent=none": "An invitation has the consent of the federation. %(federation)s has not consented.",
    "12.6/2": (
        "The director is chosen as the manual requires. Licensed: %(licensed)s; category of the event: %(category)s; "
        "International Arbiter: %(arbiter)s."
    ),
    "12.8/1": "The request states prizes and their source. Missing: %(missing)s.",
    "12.8/4": "The request states other payments. Missing: %(missing)s.",
    "12.8/2": (
        "Whoever paid prizes late before deposits the whole fund. Fund: %(fund)s; deposited: %(deposited)s; late before: "
        "%(paid_late_before)s."
    ),
    "12.8/3": "The %(paid_by)s pays prizes of %(prizes)s from the deposit; interest credited to the federation: %(credited)s.",
    "12.9": "Norms are %(way)s in the report to Congress. In the report: %(in_report)s; final: %(final)s.",
}

_TEAMS = {
    "11.1": "A team tournament has a director: %(director)s.",
    "11.2": "Each team has a captain. Teams: %(teams)s; without a captain: %(without)s.",
    "11.3#omitted=any": (
        "The notice is complete, also [friendly:in this friendly match|in friendly matches]; left out: %(omitted)s."
    ),
    "11.3": "The notice is complete, also [friendly:in this friendly match|in friendly matches]; relaxed: %(relaxed)s.",
    "11.6/2": "The notice of a friendly match may leave things out; a friendly match: %(friendly)s, relaxed: %(relaxed)s.",
    "11.6/2#omitted=any": (
        "The notice of a friendly match may leave things out; a friendly match: %(friendly)s, left out: %(omitted)s."
    ),
    "11.3(a)": "The promoting organisation [given:is|is not] in the notice.",
    "11.3(b)": "The teams entitled [given:are|are not] in the notice.",
    "11.3(c)": "The conditions of conduct [given:are|are not] in the notice.",
    "11.3(d)": "The number of boards [given:is|is not] in the notice.",
    "11.3(e)": "The games per board [given:are|are not] in the notice.",
    "11.3(f)": "The rules for substitution [given:are|are not] in the notice.",
    "11.3(g)": "The start and the intended end [given:are|are not] in the notice.",
    "11.3(h)": "The director [given:is|is not] in the notice.",
    "11.6": "Friendly matches [known:are|are not] known to these rules. Teams: %(teams)s; friendly match: %(holds)s.",
    "11.6/1": (
        "A friendly match, which these rules [known:know|do not know], is between two federations or zones, or one of them "
        "and the rest of the world. Teams: %(teams)s; friendly match: %(holds)s."
    ),
    "11.4#allowed": (
        "The director keeps contact with the captains, and may write to a player [by_post:by post|on the server]. Reason: "
        "%(reason)s; copy to the captain: %(copy_to_captain)s."
    ),
    "11.4#warning": (
        "[by_post:By post|On the server] the director writes to a player if it is necessary. Reason: %(reason)s; copy to the "
        "captain: %(copy_to_captain)s."
    ),
    "8.3*": "“ICCF-approved” is not defined; asked for %(kind)s from %(start)s: %(way)s. Approved: %(holds)s.",
    "8.3*(a)": "%(kind)s from %(start)s is approved if it is offered on the home page (%(way)s): %(holds)s.",
    "8.3*(b)": "%(kind)s from %(start)s is approved if an approved document describes it (%(way)s): %(holds)s.",
    "8.3*(c)": "%(kind)s from %(start)s is approved if the World Tournament Director put it on the schedule (%(way)s): %(holds)s.",
    "8.3*(d)": "%(kind)s from %(start)s is approved if it is a friendly match of two federations (%(way)s): %(holds)s.",
}

PHRASES = {
    f"ICCF-TR {key}": phrase
    for part in (_OFFICES, _EVENTS, _CYCLES, _SIZES, _DRAWS, _LEAGUE, _INVITATIONAL, _TEAMS)
    for key, phrase in part.items()
} | {"ICCF-LAWS B.2.4": "Starting positions are drawn by lot, %(positions)s: number %(number)s."}
