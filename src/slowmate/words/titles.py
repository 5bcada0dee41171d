"""Phrases for section 10 and Appendix 2 of the tournament rules: norms and titles of the ICCF."""

from slowmate.titles.iccf.awards import MissingForTitle

_SHARE = "%(count)s of %(of)s [of:player|players], %(needed)s needed"
_CATEGORY = "Average %(average)s: category %(category)s."
_SCORE = "%(title)s: %(score)s [score:point|points], %(needed)s needed."
_NORMS = "%(title)s: %(norms)s [norms:norm|norms] over %(games)s [games:game|games]; two norms and %(needed)s [needed:game|games] needed."
_OVER = "%(title)s: %(overscore)s of the games by overscore."
_QUOTA = (
    "%(gm_games)s [gm_games:game|games] against Grandmasters or fixed ratings from 2600; %(needed)s needed: %(met)s."
)
_SIM = "%(sim_games)s [sim_games:game against SIMs stands|games against SIMs stand] in for %(replaced)s of the five, %(most)s at most."
_KEPT = "Of %(at_start)s [at_start:game|games] %(games)s [games:stands|stand]; the norm still counts %(at_start)s."
_ASSUMED = "Too few are rated: in this event everybody counts as %(rating)s."
_MINIMUM = "35%% of %(games)s [games:game|games]: at least %(minimum)s."
_SIZE = "%(players)s [players:player|players], %(needed)s needed."
_DOUBLE = (
    "%(players)s [players:player|players] in a double round with %(games)s [games:game|games] each, %(needed)s needed."
)
_FEDERATIONS = "%(federations)s [federations:federation|federations], %(needed)s needed."
_LARGEST = "%(count)s [count:player|players] of %(federation)s, %(most)s at most."
_ARBITER = "Directed by %(director)s (title: %(title)s); an IA must direct: %(must)s."
_DIRECTOR = "The director (%(director)s) also plays: %(plays)s."
_KIND = "%(kind)s: not a promotion or thematic tournament or cup preliminary."
_SINGLE = "Everybody meets everybody once: %(regular)s (%(games)s [games:game|games])."
_DOUBLE_ROUND = "Everybody meets everybody twice: %(regular)s (%(games)s [games:game|games]); approved: %(approved)s."
_TABLE = "%(title)s, category %(category)s, %(games)s [games:game|games]: %(needed)s [needed:point|points]."
_RECALCULATED = "The games of %(players)s are cancelled; norms are computed again without them."
_DIRECT = "%(title)s: no application needed; %(applications)s filed."
_REPLACED = "%(player)s took over from %(replaces)s; Replacement status: %(status)s."
_CHAMPION = "%(player)s is %(title)s number %(cycle)s, for life."

_CERTIFICATE = "%(title)s, valid from %(valid_from)s; certificate of %(issued)s, given by %(by)s."
_BY_PLACE = "%(player)s takes place %(place)s, which gives the title %(title)s."
_BY_SCORE = "%(player)s scored %(points)s from %(games)s [games:game|games], which gives the title %(title)s."
_TWO_THIRDS = "%(title)s on application of the federation, with %(votes)s of the votes of Congress."
_VOTED = (
    "%(title)s on application: %(for)s of %(votes)s votes in Congress, two thirds are needed. Granted: %(granted)s."
)
_BY_VOTE = (
    *("10.2(d)", "10.3(b)", "10.4(d)", "10.4(e)", "10.5(b)", "10.5(d)", "10.6(d)", "10.6(e)", "10.7(d)", "10.8(d)"),
)
_DIRECTED = (
    "Games directed: %(games)s, more than %(more_than)s needed; directing since %(since)s, at least %(years)s [years:year|years] needed: "
    "%(met)s."
)
_COUNTS_FOR_ARBITER = "%(event)s (%(kind)s, %(games)s [games:game|games]) counts for an arbiter: %(counts)s."
_ARBITER_ROUTE = "The application goes to %(committee)s first. Lacking: %(lacking)s."
_APPEAL = (
    "If the federation refuses (%(refused)s), the candidate appeals and applies alone once it is %(needed)s. Appeal: "
    "%(appeal)s; may apply: %(may)s."
)
_QUALITY = "The mentor and others judge the work. Experience: %(experience)s; judged well: %(assessment)s."
_ARBITER_AWARD = "Requirements met (%(recommended)s) and the case clear (%(clear)s): International Arbiter."
_ARBITER_DECIDED = "International Arbiter: requirements met: %(recommended)s; clear case: %(clear)s; goes to Congress: %(to_congress)s."
_DAYTONA = (
    "The norm in %(event)s is from before the Congress of 2000: %(games)s [games:game|games], at most %(most)s count."
)
_OLD_NORMS = "%(event)s started on %(start)s; Ladies' norms count from events before %(before)s: %(counts)s."
_INACTIVE = (
    "Inactive without a running game (%(running)s) and without one finished since %(since)s; the last was finished on "
    "%(last)s: %(inactive)s."
)
_LAST_RATING = "%(player)s is inactive and counts with the last rating published, %(rating)s."
_LADIES_NAME = (
    "A woman who earned %(title)s until %(last)s may have its ladies' name on paper. Sex: %(sex)s; earned on %(earned)s; "
    "the certificate says %(shown)s."
)
_LADIES_END = "Earned on %(earned)s; ladies' titles end on %(last)s: [may:still possible|no longer possible]."
_COUNTS_LATER = "A title of %(confirmed)s counts for opponents in events that start later; this one starts on %(start)s: %(usable)s."
_COUNTS_FROM = (
    "A title of %(confirmed)s in an event of %(start)s, where titles until %(until)s count for opponents: %(counts)s."
)
_EDITION = "The event starts on %(start)s; its day decides which norms apply."

_AWARDS = {
    **dict.fromkeys(
        ("10.0.1/category#start=any", "App2.3/table minor#start=any"),
        "The norms are those of the start of the event, %(start)s.",
    ),
    **dict.fromkeys(("10.10(a)#valid_from=any", "10.8(a)#valid_from=any"), _CERTIFICATE),
    **dict.fromkeys(("10.10(a)", "10.8(a)"), "At the Congress of %(congress)s, certificates due: %(certificates)s."),
    **dict.fromkeys(
        (f"{address}#place=any" for address in ("10.2(a)", "10.4(a)", "10.4(b)", "10.4(c)", "10.5(a)", "10.6(b)")),
        _BY_PLACE,
    ),
    **dict.fromkeys(("10.6(c)#place=any", "10.7(a)#place=any"), _BY_PLACE),
    **dict.fromkeys(
        (f"{address}#points=any" for address in ("10.2(b)", "10.4(b)", "10.5(b)", "10.6(a)", "10.6(b)", "10.7(b)")),
        _BY_SCORE,
    ),
    **dict.fromkeys(("10.8(a)#points=any", "10.8(b)#points=any"), _BY_SCORE),
    **dict.fromkeys(
        ("10.4(a)/final", "10.6(a)/final"), "%(player)s qualified for the Final (%(qualified)s), which gives %(title)s."
    ),
    **dict.fromkeys(
        ("10.4(a)/cand", "10.6(a)/cand"),
        "%(player)s made the norm in a Candidates' tournament, which gives %(title)s: %(score)s [score:point|points], %(needed)s needed.",
    ),
    **{f"{address}#votes=any": _TWO_THIRDS for address in _BY_VOTE},
    **{f"{address}#granted=any,votes=any": _VOTED for address in _BY_VOTE},
    **dict.fromkeys(
        (f"{address}#norms=any" for address in ("10.4(d)", "10.5(c)", "10.6(c)", "10.6(d)", "10.7(c)", "10.8(c)")),
        _NORMS,
    ),
    **dict.fromkeys(
        ("10.10(f)", "10.8(e)"),
        "%(title)s is a direct title: the Qualifications Commissioner confirms it on recommendation of the Executive Board.",
    ),
    **dict.fromkeys(("10.10(b)", "10.8(b)#by=any"), "%(title)s is valid once confirmed by: %(by)s."),
    **dict.fromkeys(
        ("10.10(b)#registered=some", "10.8(b)#registered=some"),
        "%(title)s was earned on %(earned)s and registered on %(registered)s: valid from %(valid_from)s.",
    ),
    **dict.fromkeys(
        ("10.10(b)#registered=none,valid_from=none", "10.8(b)#registered=none,valid_from=none"),
        "%(title)s was earned on %(earned)s and is not registered yet: it is valid from the day of its registration.",
    ),
    **dict.fromkeys(
        ("10.10(b)#registered=none", "10.8(b)#registered=none"),
        "%(title)s was earned on %(earned)s and is confirmed by the server: valid from %(valid_from)s.",
    ),
    "10.10(d)": "Published on %(published)s, to be confirmed from %(first)s on, after 60 days; asked for on %(on)s.",
    **dict.fromkeys(
        ("10.10(c)#decisions=any", "10.8(c)#decisions=any"),
        "Qualifications Commissioner, Disciplinary Committee and Congress revoke a title: %(decisions)s of %(needed)s have "
        "agreed.",
    ),
    **dict.fromkeys(
        ("10.11", "10.9"),
        "A title after death is submitted within two years: died on %(died)s, submitted on %(submitted)s, last day %(last)s.",
    ),
    **dict.fromkeys(("10.10(h)", "10.8(g)"), "Clear case: %(clear)s; discretion: %(discretion)s. Decided by: %(by)s."),
    **dict.fromkeys(
        ("App2.5", "App2.4"),
        "Exceptional cases: proposed by the Qualifications Commissioner: %(proposal)s; the Executive Board agrees: "
        "%(decision)s.",
    ),
    **dict.fromkeys(("10.5/option", "10.6/option", "10.7/option", "10.8/option"), _LADIES_NAME),
    **dict.fromkeys(
        ("10.5/option#none", "10.7/option#none"),
        "%(title)s, earned on %(earned)s, has no ladies' name; CCM and CCE earned until %(last)s have.",
    ),
    **dict.fromkeys(("10.5/end", "10.6/end", "10.7/end", "10.8/end"), _LADIES_END),
    **dict.fromkeys(
        ("10.10(i)", "10.8(h)"), "The report from %(first)s to %(last)s names all confirmed titles: %(titles)s."
    ),
    "App2.2.6": "Direct titles from %(event)s: %(titles)s.",
    **dict.fromkeys(
        ("10.1(a)#cycle=any", "10.1(b)#cycle=any"), "%(title)s is a title of champions (cycle: %(cycle)s)."
    ),
    **{f"10.1({letter})": "%(title)s is one of the titles of the ICCF." for letter in "abcdefgh"},
    "1.4.5/1#title=any": "The winner of the Final gets the title %(title)s (cycle: %(cycle)s).",
    "1.6.4#title=any": "The title %(title)s of cycle %(cycle)s is for life.",
    "10.7**": "Friendly match of %(sides)s: %(friendly)s.",
    **dict.fromkeys(("10.9*", "10.7*"), _COUNTS_FOR_ARBITER),
    **dict.fromkeys(("10.9(a)/server", "10.9(a)/postal", "10.7(a)/server", "10.7(a)/postal"), _DIRECTED),
    **dict.fromkeys(("10.9/route", "10.7/route"), _ARBITER_ROUTE),
    "10.8(f)/no fed": "Without a federation (%(federation)s) a candidate applies alone.",
    **dict.fromkeys(("10.10(g)/appeal", "10.8(f)/appeal"), _APPEAL),
    **dict.fromkeys(("10.9(b)", "10.7(b)"), _QUALITY),
    **dict.fromkeys(("10.10(g)/IA", "10.8(f)/IA"), _ARBITER_AWARD),
    **dict.fromkeys(("10.10(g)/IA#to_congress=any", "10.8(f)/IA#to_congress=any"), _ARBITER_DECIDED),
    **dict.fromkeys(("10.9/effect", "10.7/effect"), "The title counts from its acceptance: %(valid_from)s."),
    **dict.fromkeys(("10.5(a)/Daytona", "10.3(a)/Daytona"), _DAYTONA),
    **dict.fromkeys(("10.5/old norms", "10.6/old norms", "10.7/old norms", "10.8/old norms"), _OLD_NORMS),
    "App2.4(d)": "The norm for LIM in %(event)s is recognised, as from all tournaments.",
    **dict.fromkeys(("App2.2(a)/inactive", "App2.2.11/def"), _INACTIVE),
    "App2.2(a)/inactive#rating=any": _LAST_RATING,
    "App2.4(a)/keep": _KEPT,
    "App2.4(a)/keep#status=any": (
        "Has left (%(status)s) with %(score)s [score:point|points]; accepted: %(accepted)s. The games of the start still count."
    ),
    "App2.2.1": "Norms rest on the rating system, here at the level of %(level)s.",
    "10.10(e)#usable=any": _COUNTS_LATER,
    "10.8(d)#usable=any": _COUNTS_LATER,
    **dict.fromkeys(("10.10(e)", "10.2(c)/date"), _COUNTS_FROM),
    **dict.fromkeys(
        ("App2.4(a)/statement#norms=any", "App2.3(a)/statement#norms=any"),
        "The statement of norms is fixed at the start: %(players)s [players:player|players], category %(category)s, %(norms)s [norms:norm|norms].",
    ),
    **dict.fromkeys(("10/note", "App2/note"), _EDITION),
}

PHRASES = {f"ICCF-TR {key}": phrase for key, phrase in _AWARDS.items()} | {
    "ICCF-TR App2.1(a)/9": _SIZE,
    "ICCF-TR App2.1(a)/double": _DOUBLE,
    "ICCF-TR App2.1(b)": f"Rated: {_SHARE}.",
    "ICCF-TR App2.1(c)": f"With a fixed rating: {_SHARE}.",
    "ICCF-TR App2.1(d)": _FEDERATIONS,
    "ICCF-TR App2.1(e)": _LARGEST,
    "ICCF-TR App2.1(f)": _MINIMUM,
    "ICCF-TR App2.1(f)/IA": _ARBITER,
    "ICCF-TR App2.1(g)/IA": _ARBITER,
    "ICCF-TR App2.1(f)/no play": _DIRECTOR,
    "ICCF-TR App2.1(g)/no play": _DIRECTOR,
    "ICCF-TR App2.1(g)/rules": "Played by the ICCF Playing Rules: %(iccf_rules)s.",
    "ICCF-TR App2.1(h)": _KIND,
    "ICCF-TR App2.1/not title": _KIND,
    "ICCF-TR 10.0.2/single": _SINGLE,
    "ICCF-TR 10.0.2/double": _DOUBLE_ROUND,
    "ICCF-TR App2.2/avg": "%(players)s [players:player|players], ratings together %(total)s: average %(average)s.",
    "ICCF-TR App2.2(c)": "Rounded half up: %(average)s.",
    "ICCF-TR App2.2.3": "%(players)s [players:player|players], ratings together %(total)s: average %(average)s.",
    "ICCF-TR App2.2(d)": _CATEGORY,
    "ICCF-TR App2.2.12": _CATEGORY,
    "ICCF-TR 10.0.1/category": "Norms by category %(category)s.",
    "ICCF-TR 10.0.1/cat": "Category %(category)s is shown; it decides no norm.",
    "ICCF-TR App2.2(d)#none": "Average %(average)s: in no category.",
    "ICCF-TR App2.2.12#none": "Average %(average)s: in no category.",
    "ICCF-TR 10.0.1/category#none": "Without a category there are no norms.",
    "ICCF-TR 10.0.1/cat#none": "No category is shown; it would decide no norm.",
    "ICCF-TR 10.0.1/schev": "Scheveningen: only the own opponents count.",
    "ICCF-TR App2.2(a)/current": "%(players)s: without a published rating, each counts %(rating)s.",
    "ICCF-TR App2.2(b)": "%(players)s: without a published rating in a ladies' event, each counts %(rating)s.",
    "ICCF-TR App2.2.11/rating": _LAST_RATING,
    "ICCF-TR App2.4(b)": "%(player)s counts with the FIDE rating %(rating)s, which is not fixed.",
    "ICCF-TR App2.2.10/FIDE": "%(player)s counts with the FIDE rating %(rating)s, which is not fixed.",
    "ICCF-TR App2.2.10/none": "%(players)s: unrated, each counts as the average of the %(rated)s others, %(rating)s.",
    "ICCF-TR App2.3(b)/2326": _ASSUMED,
    "ICCF-TR App2.3(b)/2301": _ASSUMED,
    "ICCF-TR App2.3(b)/2276": _ASSUMED,
    "ICCF-TR App2.3(b)/2251": _ASSUMED,
    "ICCF-TR App2.4(c)/4": _ASSUMED,
    "ICCF-TR App2.4(c)/3": _ASSUMED,
    "ICCF-TR App2.4(c)/2": _ASSUMED,
    "ICCF-TR App2.4(c)/1": _ASSUMED,
    "ICCF-TR App2.2.2": "Average of the opponents in %(games)s [games:game|games]: %(average)s.",
    "ICCF-TR App2.2.7/Ra": "%(title)s: opponents average %(average)s, %(needed)s needed.",
    "ICCF-TR App2.2.7/Rp": "%(title)s is a performance of %(level)s.",
    "ICCF-TR App2.2.8": "%(title)s: opponents average %(average)s, so no norm is possible below %(needed)s.",
    "ICCF-TR App2.2.9/norm": "A norm is open to everybody, rated or not.",
    "ICCF-TR App2.2.5": "%(title)s: the score is there, but the event does not allow the norm.",
    "ICCF-TR App2.2.4(b)/sum": "A player of %(level)s is expected to score %(sum)s in these %(games)s [games:game|games].",
    "ICCF-TR App2.2.4(b)/round": "%(sum)s, up to the next half point: %(rounded)s.",
    "ICCF-TR App2.2.4(c)/formula": "%(games)s × (%(score)s - %(sum)s) / %(sum)s = %(exact)s overscored games.",
    "ICCF-TR App2.2.4(c)/floor": "Whole overscored games: %(overscore)s.",
    "ICCF-TR App2.2.4(c)/count": "Towards the title %(title)s: %(games)s + %(overscore)s = %(counted)s [counted:game|games].",
    "ICCF-TR 10.0.3": "Overscored games: %(overscore)s.",
    "ICCF-TR 10.0.3#walk=any": (
        "Had more games been played and lost, the norm by games would be: %(walk)s. A score of %(score)s is enough for "
        "%(overscore)s more than the %(games)s played."
    ),
    "ICCF-TR 10.0.3#counted=any": (
        "Towards the title %(title)s: %(games)s + %(overscore)s = %(counted)s [counted:game|games]."
    ),
    "ICCF-TR 10.0.1/norm": _SCORE,
    "ICCF-TR App2.4(a)/statement#score": _SCORE,
    "ICCF-TR App2.3(a)/recalc": _RECALCULATED,
    "ICCF-TR App2.4(a)/recalc": _RECALCULATED,
    "ICCF-TR App2.3(a)/keep": _KEPT,
    "ICCF-TR App2.3(a)/withdrawn": "Has left (%(status)s) with %(score)s [score:point|points]; accepted: %(accepted)s.",
    "ICCF-TR App2.3(c)": "One result, a norm for each of %(titles)s.",
    "ICCF-TR App2.4(e)": "One result, a norm for each of %(titles)s.",
    **dict.fromkeys(
        ("ICCF-TR App2.3(c)#made=any", "ICCF-TR App2.4(e)#made=any"),
        "The norm for %(made)s in %(event)s is enough for %(title)s as well, and counts for it.",
    ),
    "ICCF-TR App2.3/min": _MINIMUM,
    "ICCF-TR App2.3/table minor": _TABLE,
    "ICCF-TR App2.3/table 1-6": _TABLE,
    "ICCF-TR App2.3/table 7-18": _TABLE,
    "ICCF-TR App2.3/generator": (
        "%(games)s [games:game|games] at %(percent)s%%: %(expected)s; %(forgiven)s is forgiven, and up to a half point that is "
        "%(by_table)s."
    ),
    "ICCF-TR App2.3/GM from 7": "%(title)s begins with category %(first)s; this is category %(category)s.",
    "ICCF-TR 8.7(e)/3#replaces=any": _REPLACED,
    "ICCF-TR 8.7(e)/6#replaces=any": _REPLACED,
    "ICCF-TR 8.7(e)/5": "By the start list: %(gm_games)s [gm_games:game|games] against Grandmasters or fixed ratings from 2600, %(sim_games)s against SIMs.",
    "ICCF-TR 8.7(e)/4": "With the replacement player: %(revised)s; at the start: %(start)s; the easier one holds.",
    "ICCF-TR 10.4(c)/norms": _NORMS,
    "ICCF-TR 10.2(c)/norms": _NORMS,
    "ICCF-TR 10.5(a)/norms": _NORMS,
    "ICCF-TR 10.3(a)/norms": _NORMS,
    "ICCF-TR 10.4(c)/over": _OVER,
    "ICCF-TR 10.2(c)/over": _OVER,
    "ICCF-TR 10.5(a)/over": _OVER,
    "ICCF-TR 10.3(a)/over": _OVER,
    "ICCF-TR 10.4(c)/quota": _QUOTA,
    "ICCF-TR 10.2(c)/quota": _QUOTA,
    "ICCF-TR 10.4(c)/SIM": _SIM,
    "ICCF-TR 10.2(c)/SIM": _SIM,
    "ICCF-TR 10.0.1/960": "The norm in %(event)s is from Chess960 and counts like any other.",
    "ICCF-TR App2.2.9/title": "The rating rests on %(rated_games)s [rated_games:game|games]; a title takes a fixed one, %(needed)s [needed:game|games].",
    "ICCF-TR 10.2": _CHAMPION,
    "ICCF-TR 10.3": _CHAMPION,
    "ICCF-TR 1.4.5/2": _CHAMPION,
    "ICCF-TR 1.6.4#title=any,player=any": _CHAMPION,
    **{f"ICCF-TR {address}/auto": _DIRECT for address in ("10.2", "10.3", "10.4", "10.5", "10.6", "10.7", "10.8")},
}

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def say_missing(lacks: MissingForTitle) -> str:
    """Render in one sentence what a player still lacks for a title."""
    if lacks.is_nothing:
        return f"For {lacks.title}: nothing is missing."
    parts = []
    if lacks.norms:
        verb = "is" if lacks.games == 1 else "are"
        of_games = f" ({_count(lacks.games, 'game')} {verb} missing)" if lacks.games else ""
        parts.append(f"{_number(lacks.norms)} more {lacks.title} norm{'s' * (lacks.norms > 1)}{of_games}")
    elif lacks.games:
        parts.append(f"one more {lacks.title} norm of any length, or {_count(lacks.games, 'overscored game')}")
    if lacks.gm_games:
        parts.append(
            f"{_count(lacks.gm_games, 'game')} more against Grandmasters (or fixed ratings from 2600) in norms"
        )
    if lacks.rated_games:
        parts.append(f"{_count(lacks.rated_games, 'rated game')} more for a fixed rating")
    return f"For {lacks.title}: {'; and '.join(parts)}."


def _number(value: int) -> str:
    return _SMALL[value] if value < len(_SMALL) else str(value)


def _count(value: int, noun: str) -> str:
    return f"{value} {noun}{'s' * (value != 1)}"
