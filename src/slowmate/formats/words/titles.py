"""Phrases for section 10 and Appendix 2 of the tournament rules: norms and titles of the ICCF."""

from slowmate.titles.awards import Missing

_SHARE = "%(count)s of %(of)s players, %(needed)s needed"
_CATEGORY = "Average %(average)s: category %(category)s."
_SCORE = "%(title)s: %(score)s points, %(needed)s needed."
_NORMS = "%(title)s: %(norms)s norms over %(games)s games; two norms and %(needed)s games needed."
_OVER = "%(title)s: %(overscore)s of the games by overscore."
_QUOTA = "%(gm_games)s games against Grandmasters or fixed ratings from 2600; %(needed)s needed: %(met)s."
_SIM = "%(sim_games)s games against SIMs stand in for %(replaced)s of the five, %(most)s at most."
_KEPT = "%(games)s of %(at_start)s games stand; the norm still counts %(at_start)s."
_ASSUMED = "Too few are rated: in this event everybody counts as %(rating)s."
_MINIMUM = "35%% of %(games)s games are %(minimum)s at least."
_SIZE = "%(players)s players, %(needed)s needed."
_DOUBLE = "%(players)s players in a double round with %(games)s games each, %(needed)s needed."
_FEDERATIONS = "%(federations)s federations, %(needed)s needed."
_LARGEST = "%(count)s players of %(federation)s, %(most)s at most."
_ARBITER = "Directed by %(director)s (title: %(title)s); an IA must direct: %(must)s."
_DIRECTOR = "The director (%(director)s) plays himself: %(plays)s."
_KIND = "%(kind)s: not a promotion or thematic tournament or cup preliminary."
_SINGLE = "Everybody meets everybody once: %(regular)s (%(games)s games)."
_DOUBLE_ROUND = "Everybody meets everybody twice: %(regular)s (%(games)s games); approved: %(approved)s."
_TABLE = "%(title)s, category %(category)s, %(games)s games: %(needed)s points."
_RECALCULATED = "The games of %(players)s are cancelled; norms are computed again without them."
_DIRECT = "%(title)s: no application needed; %(applications)s filed."
_REPLACED = "%(player)s took over from %(replaces)s; Replacement status: %(status)s."
_CHAMPION = "%(player)s is %(title)s number %(cycle)s, for life."

PHRASES = {
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
    "ICCF-TR App2.2/avg": "%(players)s players, ratings together %(total)s: average %(average)s.",
    "ICCF-TR App2.2(c)": "Rounded half up: %(average)s.",
    "ICCF-TR App2.2.3": "%(players)s players, ratings together %(total)s: average %(average)s.",
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
    "ICCF-TR App2.2.11/rating": "%(player)s is inactive and counts with the last rating published, %(rating)s.",
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
    "ICCF-TR App2.2.2": "The %(games)s opponents average %(average)s.",
    "ICCF-TR App2.2.7/Ra": "%(title)s: opponents average %(average)s, %(needed)s needed.",
    "ICCF-TR App2.2.7/Rp": "%(title)s is a performance of %(level)s.",
    "ICCF-TR App2.2.8": "%(title)s: opponents average %(average)s, so no norm is possible below %(needed)s.",
    "ICCF-TR App2.2.9/norm": "A norm is open to everybody, rated or not.",
    "ICCF-TR App2.2.5": "%(title)s: the score is there, but the event does not allow the norm.",
    "ICCF-TR App2.2.4(b)/sum": "A player of %(level)s is expected to score %(sum)s in these %(games)s games.",
    "ICCF-TR App2.2.4(b)/round": "%(sum)s, up to the next half point: %(rounded)s.",
    "ICCF-TR App2.2.4(c)/formula": "%(games)s × (%(score)s - %(sum)s) / %(sum)s = %(exact)s overscored games.",
    "ICCF-TR App2.2.4(c)/floor": "Whole overscored games: %(overscore)s.",
    "ICCF-TR App2.2.4(c)/count": "Towards the title %(title)s: %(games)s + %(overscore)s = %(counted)s games.",
    "ICCF-TR 10.0.3": "Overscored games: %(overscore)s.",
    "ICCF-TR 10.0.1/norm": _SCORE,
    "ICCF-TR App2.4(a)/statement#score": _SCORE,
    "ICCF-TR App2.3(a)/recalc": _RECALCULATED,
    "ICCF-TR App2.4(a)/recalc": _RECALCULATED,
    "ICCF-TR App2.3(a)/keep": _KEPT,
    "ICCF-TR App2.3(a)/withdrawn": "Has left (%(status)s) with %(score)s points; accepted: %(accepted)s.",
    "ICCF-TR App2.3(c)": "One result, a norm for each of %(titles)s.",
    "ICCF-TR App2.4(e)": "One result, a norm for each of %(titles)s.",
    "ICCF-TR App2.3/min": _MINIMUM,
    "ICCF-TR App2.3/table minor": _TABLE,
    "ICCF-TR App2.3/table 1-6": _TABLE,
    "ICCF-TR App2.3/table 7-18": _TABLE,
    "ICCF-TR App2.3/generator": "%(games)s games at %(percent)s%% are %(expected)s.",
    "ICCF-TR App2.3/GM from 7": "%(title)s begins with category %(first)s; this is category %(category)s.",
    "ICCF-TR 8.7(e)/3": _REPLACED,
    "ICCF-TR 8.7(e)/6": _REPLACED,
    "ICCF-TR 8.7(e)/5": "By the start list: %(gm_games)s games against Grandmasters, %(sim_games)s against SIMs.",
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
    "ICCF-TR App2.2.9/title": "The rating rests on %(rated_games)s games; a title takes a fixed one, %(needed)s games.",
    "ICCF-TR 10.2": _CHAMPION,
    "ICCF-TR 10.3": _CHAMPION,
    "ICCF-TR 1.4.5/2": _CHAMPION,
    "ICCF-TR 1.6.4": _CHAMPION,
    **{f"ICCF-TR {address}/auto": _DIRECT for address in ("10.2", "10.3", "10.4", "10.5", "10.6", "10.7", "10.8")},
}

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def say_missing(lacks: Missing) -> str:
    """What a title still takes, in one sentence."""
    if lacks.is_nothing:
        return f"For {lacks.title}: nothing is missing."
    parts = []
    if lacks.norms:
        of_games = f" of at least {_count(lacks.games, 'game')}" if lacks.games else ""
        together = " together" if lacks.norms > 1 and lacks.games else ""
        parts.append(f"{_number(lacks.norms)} more {lacks.title} norm{'s' * (lacks.norms > 1)}{of_games}{together}")
    elif lacks.games:
        parts.append(f"one more {lacks.title} norm of any length, or {_count(lacks.games, 'overscored game')}")
    if lacks.gm_games:
        parts.append(f"{_count(lacks.gm_games, 'game')} more against Grandmasters in norms")
    if lacks.rated_games:
        parts.append(f"{_count(lacks.rated_games, 'rated game')} more for a fixed rating")
    return f"For {lacks.title}: {'; and '.join(parts)}."


def _number(value: int) -> str:
    return _SMALL[value] if value < len(_SMALL) else str(value)


def _count(value: int, noun: str) -> str:
    return f"{value} {noun}{'s' * (value != 1)}"
