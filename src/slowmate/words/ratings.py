"""Phrases for explained ICCF ratings: each a line that a player can check with a pocket calculator."""

_COUNTS = "%(opponent)s counts with %(rating)s"
_HIGHER = (
    "the higher rated of %(substitute)s, who substitutes (%(substitute_rating)s), and %(original)s, who is substituted "
    "(%(original_rating)s)."
)

_RATED = "%(kind)s is rated: %(rated)s. "
_RATE_OF_PLAY = (
    "%(moves)s [moves:move|moves] in %(days)s [days:day|days]: %(days_a_move)s [days_a_move:day|days] a move; at least %(least)s are "
    "needed: %(enough)s."
)
_ON_WEBSERVER = "A postal event is rated only if it is administered on the webserver: %(on_webserver)s."
_COVERS = "List %(list)s has the results reported from %(from)s to %(until)s and is valid from %(valid_from)s."
_OTHERS = (
    "List %(list)s has the results reported from %(from)s to %(until)s and is valid from %(valid_from)s; these are in lists from "
    "%(first)s to %(last)s."
)
_REPORTED = "A result reported on %(reported)s is in list %(list)s."
_PUBLISHED = "List %(list)s is published on %(published)s."
_RULES = "List %(list)s, valid from %(valid_from)s, is computed by %(rules)s."
_FIDE_LIST = "On %(on)s the FIDE list of %(fide_list)s counts."
_BEFORE_THE_LIST = "The agreement comes before the first list that would count a game of the event"
_LEVELS = (1800, 1900, 2000, 2100, 2200, 2300, 2400, 2450, 2500)

_LISTS = {
    "ICCF-TR 9.2(a)": _RATED + "All ICCF tournaments are, except thematic ones.",
    "ICCF-TR 9.2(b)": _RATED + "Zonal tournaments, team championships and promotion classes are.",
    "ICCF-TR 9.2(c)": _RATED
    + "National tournaments are by agreement with the Ratings Commissioner; agreed: %(agreed)s.",
    "ICCF-TR 9.2(d)": _RATED + "Other events are when they are authorised; Scheveningen system: %(scheveningen)s.",
    **dict.fromkeys(("ICCF-TR 9.2(c)#in time,list=none", "ICCF-TR 9.2(d)#in time,list=none"), _BEFORE_THE_LIST + "."),
    **dict.fromkeys(
        ("ICCF-TR 9.2(c)#in time,list=some", "ICCF-TR 9.2(d)#in time,list=some"),
        _BEFORE_THE_LIST + "; list %(list)s is published.",
    ),
    "ICCF-TR 9.2(e)": _RATED + "Friendly matches between countries are; between countries: %(between_countries)s.",
    **dict.fromkeys(
        (f"{book}{way}" for book in ("ICCF-TR 9.2/", "ICCF-RATING 1.3/") for way in ("time-post", "time-server")),
        _RATE_OF_PLAY,
    ),
    **dict.fromkeys(("ICCF-TR 9.2/post-on-server", "ICCF-RATING 1.3/post-on-server"), _ON_WEBSERVER),
    "ICCF-TR 9.2*": "%(kind)s counts in the rating system for %(pool)s.",
    "ICCF-TR 9.3/1": "Completed games are rated; lost by both, or not played: %(without_result)s [without_result:game|games].",
    "ICCF-TR 9.3/2#players=any": "A rating is published from %(from)s [from:game|games]: %(players)s [players:player|players].",
    "ICCF-TR 9.5/1": "List %(list)s is valid from %(from)s until %(until)s.",
    "ICCF-TR 9.5/1#rules=any": _RULES,
    "ICCF-TR App1.19": _RULES,
    "ICCF-RATING 7#rules=any": _RULES,
    "ICCF-TR 9.5/2": _REPORTED,
    "ICCF-RATING 3": _REPORTED,
    "ICCF-RATING 3#valid_from=any": _COVERS,
    "ICCF-TR App1.12": _COVERS,
    "ICCF-TR App1.12#first=any": _OTHERS,
    **{f"ICCF-RATING 4/period {number}": _COVERS for number in range(1, 5)},
    **{f"ICCF-RATING 4/period {number}#first=any": _OTHERS for number in range(1, 5)},
    **{f"ICCF-RATING 4/period {number}#published=any": _PUBLISHED for number in range(1, 5)},
    "ICCF-TR 9.5/3": _PUBLISHED,
    **dict.fromkeys(
        ("ICCF-TR App1.13", "ICCF-RATING 4/post"), "For list %(list)s results by post are registered until %(until)s."
    ),
    "ICCF-TR 9.6(a)": "The list shows its effective date: %(list)s, %(effective)s.",
    **{f"ICCF-TR 9.6({letter})": "The list shows of each player: %(shows)s." for letter in "bcd"},
    "ICCF-TR 9.7(a)": (
        "On list %(list)s a player stays who finished a game in the last two calendar years. Last game: %(last_game)s; new "
        "results: %(played)s; recent: %(recent)s."
    ),
    "ICCF-TR 9.7(b)#running=yes": "A player in a running tournament stays on the list.",
    "ICCF-TR 9.7/others": "Other players keep their rating, but the list [shown:shows|does not show] them.",
    "ICCF-TR 9.7/others#start_rating=any": (
        "Players whom the list no longer shows keep their last published rating: the start rating is %(start_rating)s."
    ),
    "ICCF-TR 9.4/1": "The start rating is that of list %(list)s, valid from %(valid_from)s: %(start_rating)s.",
    "ICCF-TR 9.4/2#start_rating=any": "Without an ICCF rating the start rating is the FIDE rating: %(start_rating)s.",
    "ICCF-TR 9.4/3": "Without any rating the start rating is the level of the event: %(start_rating)s.",
    **dict.fromkeys(("ICCF-TR 9.4/4", "ICCF-RATING 2.1(a)/FIDE#fide_list=any"), _FIDE_LIST),
    "ICCF-TR 9.4/5": (
        "The Ratings Commissioner changes the start rating from %(old)s to %(new)s as of %(from)s: %(reason)s."
    ),
    **{f"ICCF-TR App1.11/{level}": "In %(kind)s a player without a rating counts with %(level)s." for level in _LEVELS},
    "ICCF-TR App1.11/national": (
        "In a national tournament a player without a rating counts with the average of the rated ones, %(average)s, but at "
        "most %(most)s: %(level)s."
    ),
    "ICCF-TR App1.11/national#of=some": (
        "In a national tournament a player without a rating counts with the average of the rated participants as they started "
        "(%(of)s; their ratings: %(ratings)s), %(average)s, but at most %(most)s: %(level)s."
    ),
    "ICCF-TR App1.11/friendly": (
        "In a friendly match a player without a rating counts with %(level)s. Proposed by the captains: %(proposed)s; "
        "confirmed: %(confirmed)s."
    ),
    "ICCF-TR App1.11/new": "In %(kind)s a player without a rating counts with what was announced: %(level)s.",
    "ICCF-TR App1.11/new#players=any": (
        "In %(kind)s a player without a rating counts with what was announced: %(level)s. Without a rating: %(players)s. "
        "The Ratings Commissioner can set their start ratings (9.4)."
    ),
    "ICCF-RATING 2.1(a)/1800#start_rating=any": "A player without a rating starts with %(start_rating)s.",
}
"""What is rated, which list, and what a player starts with."""

PHRASES = _LISTS | {
    "ICCF-TR 9.3/2": "%(games)s rated games; a rating is published from %(from)s: %(published)s.",
    "ICCF-TR 9.3/3": "%(games)s rated games; a rating is fixed from %(from)s: %(fixed)s.",
    "ICCF-TR 9.4/2#fide": _COUNTS + ", their FIDE rating.",
    "ICCF-TR 9.4/6#list": _COUNTS + ", their rating in the newest list.",
    "ICCF-TR 9.4/6#start": _COUNTS + ", their start rating, since no rating of theirs is published.",
    "ICCF-TR 9.4/6#own": _COUNTS
    + ", the rating they have so far; neither a start rating nor the level of the event is given.",
    "ICCF-TR 9.4/7": _COUNTS + ", their start rating, which is above their current %(current)s.",
    "ICCF-TR App1.3#p": "p = (%(earlier)s + %(new)s) / %(games)s = %(points)s / %(games)s, to two decimals: %(p)s.",
    "ICCF-TR App1.3#d": "The table gives D(%(p)s) = %(d)s.",
    "ICCF-TR App1.5/D": "D(p) = 640 log10(%(p)s / (1 - %(p)s)) = %(d)s.",
    "ICCF-TR App1.5/F": "F = -2 × %(p)s² + 2 × %(p)s + 0.5 = %(f)s.",
    "ICCF-TR App1.5/formula": "Rp = Rc + D(p) × F = %(rc)s + (%(d)s) × %(f)s = %(rp)s.",
    "ICCF-TR App1.5/p": "p = (%(earlier)s + %(new)s) / %(games)s = %(points)s / %(games)s, to four decimals and within 0.1 "
    "and 0.9: %(p)s.",
    "ICCF-TR App1.5/Rc#game": "Game %(game)s: %(result)s against %(opponent)s, %(limited)s.",
    "ICCF-TR App1.5/Rc#limited game": "Game %(game)s: %(result)s against %(opponent)s, %(limited)s: the opponent's %(rating)s is limited to %(most)s from %(own)s.",
    **{
        f"ICCF-TR App1.5/Rc#{since},rounded={rounded}": f"The opponents have %(new)s together{before}; "
        f"Rc = %(sum)s / %(games)s{to} %(rc)s."
        for since, before in (
            ("new", ""),
            ("earlier", ", those of the %(earlier_games)s earlier [earlier_games:game|games] %(earlier_sum)s"),
        )
        for rounded, to in (("no", " ="), ("yes", ", to four decimals"))
    },
    "ICCF-TR App1.6": "The changes %(each)s add up to %(changes)s: %(old_rating)s + (%(changes)s) = %(exact)s.",
    "ICCF-TR App1.7#rounded=no": "Game %(game)s brings k × (W - We) = %(k)s × (%(result)s - %(expected)s) = %(change)s.",
    "ICCF-TR App1.7#rounded=yes": "Game %(game)s brings k × (W - We) = %(k)s × (%(result)s - %(expected)s), "
    "to four decimals %(change)s.",
    "ICCF-TR App1.8/We#formula,limited=no": "Difference to %(opponent)s: D = %(own)s - %(rating)s = %(difference)s; "
    "We = 1 / (1 + 10^(-D/640)) = %(exact)s.",
    "ICCF-TR App1.8/We#formula,limited=yes": "So to %(opponent)s D = %(difference)s; "
    "We = 1 / (1 + 10^(-D/640)) = %(exact)s.",
    "ICCF-TR App1.8/We#table,limited=no": "Difference to %(opponent)s: D = %(own)s - %(rating)s = %(difference)s.",
    "ICCF-TR App1.8/We#table,limited=yes": "So to %(opponent)s D = %(difference)s.",
    "ICCF-TR App1.8/cap": "The difference %(own)s - %(rating)s = %(difference)s is limited to %(limited)s.",
    "ICCF-TR App1.8/round": "To four decimals We = %(expected)s.",
    "ICCF-TR App1.8/table": "The table gives We = %(expected)s.",
    "ICCF-TR App1.8/unrated": _COUNTS + ", the level of the event, since no rating of theirs is published.",
    "ICCF-TR App1.8/unrated#level_said=no": _COUNTS
    + ", since nothing is known of them, not even the level of the event.",
    "ICCF-TR App1.9/g#low": "g = %(g)s, for %(games)s [games:game|games]: not more than 30.",
    "ICCF-TR App1.9/g#between": "g = 1.4 - %(games)s / 200 = %(g)s.",
    "ICCF-TR App1.9/g#high": "g = %(g)s, for %(games)s [games:game|games]: 80 or more.",
    "ICCF-TR App1.9/k#rounded=no": "k = r × g = %(r)s × %(g)s = %(k)s.",
    "ICCF-TR App1.9/k#rounded=yes": "k = r × g = %(r)s × %(g)s, to four decimals %(k)s.",
    "ICCF-TR App1.9/r#low": "r = %(r)s, for a rating of %(old_rating)s: not more than 2000.",
    "ICCF-TR App1.9/r#between": "r = 70 - %(old_rating)s / 40 = %(r)s.",
    "ICCF-TR App1.9/r#high": "r = %(r)s, for a rating of %(old_rating)s: 2400 or more.",
    "ICCF-TR App1.14": "First rating, from the %(period_games)s [period_games:game|games] of this period.",
    "ICCF-TR App1.15#assumed=no": "%(games)s [games:game|games] before this period, fewer than 30: all games count, "
    "with %(period_games)s new [period_games:one|ones]. So far: %(points)s [points:point|points], opponents %(sum)s together.",
    "ICCF-TR App1.15#assumed=yes": "%(games)s [games:game|games] before this period, fewer than 30: all games count, with %(period_games)s new [period_games:one|ones]. Their score and opponents are not known; they are taken as half of the points, %(points)s, against opponents of the player's own rating, %(sum)s together.",
    "ICCF-TR App1.16/normal": "%(games)s [games:game|games] before this period, 30 or more: "
    "the old rating %(old_rating)s changes game by game.",
    "ICCF-TR App1.16/>50": "%(period_games)s [period_games:game|games] in this period, more than 50: they alone make the rating.",
    "ICCF-TR App1.16/exception": "The Ratings Commissioner replaced the sum of changes by item 5, "
    "over the %(period_games)s [period_games:game|games] of this period.",
    "ICCF-TR App1.16/exception#reason=any": "With %(games)s [games:game|games] before this period (from %(from)s on a rating is "
    "fixed) the Ratings Commissioner replaces the sum of changes by item 5, and says why: %(reason)s.",
    "ICCF-TR App1.17": "%(exact)s is rounded to %(rating)s.",
    "ICCF-TR App1.18(a)": "Game %(game)s was played by %(substitute)s for %(original)s against %(opponent)s. For %(own)s against "
    "%(rating)s W - We = %(result)s - %(expected)s = %(gain)s: it counts for %(counts_for)s.",
    "ICCF-TR App1.18(b)": _COUNTS + ": " + _HIGHER,
    "ICCF-RATING 1.4/newest#list": _COUNTS + ", their rating in the newest list, and RD %(rd)s.",
    "ICCF-RATING 1.4/newest#start": _COUNTS + ", their start rating, and RD %(rd)s; no rating of theirs is published.",
    "ICCF-RATING 1.4/newest#own": _COUNTS + ", the rating they have so far, and RD %(rd)s; no start rating is given.",
    "ICCF-RATING 1.4/max": _COUNTS + ", their start rating, which is above their current %(current)s, and RD %(rd)s.",
    "ICCF-RATING 2.1(a)/FIDE#fide": _COUNTS + ", their FIDE rating, and RD %(rd)s.",
    "ICCF-RATING 2.1(a)/FIDE": "Unrated so far: starts with the FIDE rating %(rating)s and RD %(rd)s.",
    "ICCF-RATING 2.1(a)/1800#level": _COUNTS + " and RD %(rd)s, as every unrated player.",
    "ICCF-RATING 2.1(a)/1800": "Unrated so far: starts with %(rating)s and RD %(rd)s.",
    "ICCF-RATING 2.1(b)/>120": "RD %(old_rd)s is above 120 and stays.",
    "ICCF-RATING 2.1(b)/<=120": "RD = √(%(old_rd)s² + %(c)s²) = %(rd)s.",
    "ICCF-RATING 2.1(b)/<=120#opponent": "The RD of %(opponent)s was %(old_rd)s and grows to √(%(old_rd)s² + %(c)s²) = %(rd)s.",
    "ICCF-RATING 2.1(b)/30#opponent": "The RD of %(opponent)s was %(old_rd)s: √(%(old_rd)s² + %(c)s²) is below 30 and becomes %(rd)s.",
    "ICCF-RATING 2.1(b)/30": "RD = √(%(old_rd)s² + %(c)s²) is below 30 and becomes %(rd)s.",
    "ICCF-RATING 2/parallel": "%(games)s [games:game|games], all computed from the ratings and RDs before the period.",
    "ICCF-RATING 2.2/multi": "%(games)s [games:game|games] with %(opponent)s: each counts as a game with a separate opponent, equal to this one.",
    "ICCF-RATING 5/precision": "Nothing is rounded before the end; %(shown)s decimals are shown.",
    "ICCF-RATING 2.2(a)#player": "mu = (%(rating)s - 1500) / 173.7 = %(mu)s, sigma = %(rd)s / 173.7 = %(sigma)s.",
    "ICCF-RATING 2.2(a)#opponent": "For %(opponent)s: mu = (%(rating)s - 1500) / 173.7 = %(mu)s, "
    "sigma = %(rd)s / 173.7 = %(sigma)s.",
    "ICCF-RATING 2.2(b)": "beta 0 = %(beta_0)s, beta 1 = %(beta_1)s. Against an opponent at m, with S = exp(mu) + "
    "exp(beta 0 + (1 + beta 1) × (mu + m) / 2) + exp(m): win exp(mu) / S, draw exp(beta 0 + (1 + beta 1) × (mu + m) / 2) / S, "
    "loss exp(m) / S.",
    "ICCF-RATING 2.2/outcome": "Game %(game)s against %(opponent)s: y = %(y)s.",
    "ICCF-RATING 2.2(c)/win": "Win exp(mu) / S: %(win_minus)s at the lower, %(win_plus)s at the higher.",
    "ICCF-RATING 2.2(c)/draw": "Draw exp(beta 0 + (1 + beta 1) × (mu + m) / 2) / S: %(draw_minus)s and %(draw_plus)s.",
    "ICCF-RATING 2.2(c)/loss": "Loss exp(m) / S: %(loss_minus)s and %(loss_plus)s.",
    "ICCF-RATING 2.2(d)/pm": "The opponent is taken one sigma lower, at m = %(minus)s, and one higher, at m = %(plus)s.",
    "ICCF-RATING 2.2(d)/P": "P of the result, both added: %(p)s.",
    "ICCF-RATING 2.2(e)/w": "w1 = win + 0.5 draw: %(w1_minus)s and %(w1_plus)s; "
    "w2 = win + 0.25 draw: %(w2_minus)s and %(w2_plus)s.",
    "ICCF-RATING 2.2(e)/D1": "D1 = sum of Pr(result) × (y - w1), divided by P = %(d1)s.",
    "ICCF-RATING 2.2(e)/D2": "D2 = sum of Pr(result) × (y² - w2 + 2 w1 (w1 - y)), divided by P, less D1² = %(d2)s.",
    "ICCF-RATING 2.2(f)/sigma": "The D2 add up to %(sum_d2)s; sigma' = √(1 / (1/%(sigma_before)s² - (%(sum_d2)s))) = %(sigma)s.",
    "ICCF-RATING 2.2(f)/mu": "The D1 add up to %(sum_d1)s; mu' = %(mu_before)s + %(sigma)s² × (%(sum_d1)s) = %(mu)s.",
    "ICCF-RATING 2.2(f)/mu#game": "Game %(game)s against %(opponent)s brought 173.7 × %(sigma)s² × (%(d1)s) = %(points)s "
    "[points:point|points].",
    "ICCF-RATING 2.2(g)": "Rating 173.7 × %(mu)s + 1500 = %(rating)s, RD 173.7 × %(sigma)s = %(rd)s.",
    "ICCF-RATING 2.2/m=0": "No games: the rating stays %(rating)s, RD is %(rd)s.",
    "ICCF-RATING 5/round r": "%(exact)s is rounded to %(rating)s.",
    "ICCF-RATING 5/round RD": "RD %(exact)s is rounded to %(rd)s.",
    "ICCF-RATING 5/limits": "RD %(rounded)s is limited to %(rd)s.",
    "ICCF-RATING 6(a)": "Game %(game)s was played by %(substitute)s for %(original)s against %(opponent)s. For %(own)s, with %(result)s "
    "against %(rating)s and RD %(rd)s, D1 = %(gain)s: it counts for %(counts_for)s.",
    "ICCF-RATING 6(b)": _COUNTS + " and RD %(rd)s: " + _HIGHER,
    "ICCF-RATING 7": "Comes from the system of 2017 with %(games)s [games:game|games]: the first RD is taken as %(rd)s.",
}
