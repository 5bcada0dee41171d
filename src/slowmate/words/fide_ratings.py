"""Phrases for FIDE's rating regulations: how a rating came about, in the order of a pocket calculator."""

PHRASES = {
    "FIDE-RATING 1.1/1#left out": (
        "Game %(game)s against %(opponent)s is not rated: %(minutes)s [minutes:minute does|minutes do] not fit the %(list)s list."
    ),
    "FIDE-RATING 5.1/1": "Game %(game)s against %(opponent)s was not played and does not count.",
    "FIDE-RATING 6.2": "Game %(game)s: the round robin had %(rated)s rated of %(players)s [players:player|players], under a third.",
    "FIDE-RATING 6.21": "Game %(game)s: the round robin had %(rated)s rated of %(players)s [players:player|players]; it needs four.",
    "FIDE-RATING 6.22": "Game %(game)s: the double round robin had %(players)s [players:player|players], %(rated)s of them rated.",
    "FIDE-RATING 6.23": "Game %(game)s: the national championship had only %(rated)s rated players.",
    "FIDE-RATING 6.32": "Game %(game)s against %(opponent)s, who is unrated, does not count.",
    "FIDE-RATING 8.53": "A provisional rating of %(opponent)s would not be used.",
    "FIDE-RATING 6.4": (
        "Game %(game)s against %(opponent)s, who is unrated, does not count: a game of the round robin was not played."
    ),
    "FIDE-RATING 6.1/1#event,games=some": "Scored nothing in a first event: event %(event)s (games: %(games)s) is disregarded.",
    "FIDE-RATING 6.1/1#event,games=none": "Scored nothing in a first event: event %(event)s is disregarded.",
    "FIDE-RATING 6.1/1#game": (
        "Game %(game)s against %(opponent)s does not count: the opponent scored nothing in a first event."
    ),
    "FIDE-RATING 6.5": "Game %(game)s against %(opponent)s was played after the match was won, and is not rated.",
    "FIDE-RATING 6.6": "Game %(game)s against %(opponent)s: a match with an unrated player is not rated.",
    "FIDE-RATING 8.4": "Game %(game)s: %(opponent)s had no rating when it was played, so it does not count.",
    "FIDE-RATING 8.51": ("Game %(game)s against %(opponent)s: D = %(rating)s - %(opponent_rating)s = %(difference)s."),
    "FIDE-RATING 8.52": "%(opponent)s had no rating; the round robin gave %(rating)s.",
    "FIDE-RATING 8.58/2": "%(opponent)s counts with %(rating)s like an established rating.",
    "FIDE-RATING 8.58/2#game": (
        "Game %(game)s: %(score)s against %(opponent)s, who got %(opponent_rating)s in the same round robin."
    ),
    "FIDE-RATING 8.54": "A difference of %(difference)s counts as %(counts_as)s.",
    "FIDE-RATING 8.55(a)": "From a player %(difference)s [difference:point|points] apart PD = %(pd)s is expected.",
    "FIDE-RATING 8.1b": "The table gives %(pd)s for a difference of %(difference)s.",
    "FIDE-RATING 8.55(b)": "Against %(opponent)s: %(score)s - %(pd)s = %(delta)s.",
    "FIDE-RATING 8.56/1": "K = %(k)s: new on the list, with %(games)s [games:game|games].",
    "FIDE-RATING 8.56/2": "K = %(k)s: rated %(rating)s, and never %(lasting_from)s.",
    "FIDE-RATING 8.56/2#young no more": (
        "K = %(k)s: rated %(rating)s, but once %(young_below)s; the 40 of the young does not come back."
    ),
    "FIDE-RATING 8.56/2#rapid and blitz": "K = %(k)s on the %(list)s list.",
    "FIDE-RATING 8.56/3": "K = %(k)s: has reached %(lasting_from)s.",
    "FIDE-RATING 8.56/4": "K = %(k)s: born in %(birth_year)s and rated %(rating)s, under %(young_below)s.",
    "FIDE-RATING 8.56/5": (
        "%(games)s [games:game|games] times K = %(k)s would be more than %(most)s, so K counts as %(counts_as)s."
    ),
    "FIDE-RATING 8.55(c)": "The sum %(sum)s times K = %(k)s is a change of %(change)s.",
    "FIDE-RATING 8.55(c)#game": "Game %(game)s against %(opponent)s brings %(delta)s × %(k)s = %(points)s.",
    "FIDE-RATING 8.57": "%(exact)s rounds to %(change)s, a half away from zero: %(old_rating)s becomes %(rating)s.",
    "FIDE-RATING 12.4": "That is everything: %(games)s [games:game|games], rating %(rating)s.",
    "FIDE-RATING 8.21/1": "Scored nothing in a first event: event %(event)s (games: %(games)s) is disregarded.",
    "FIDE-RATING 6.31": "Event %(event)s would have counted from half a point.",
    "FIDE-RATING 8.21(a)#game": "Game %(game)s: %(score)s against %(opponent)s, rated %(opponent_rating)s.",
    "FIDE-RATING 8.21(a)#average": "Rc = %(opponents_sum)s / %(games)s = %(rc)s.",
    "FIDE-RATING 6.1/2": "%(games_before)s [games_before:game|games] from before [games_before:is|are] included: %(points)s "
    "[points:point|points] against opponents of %(sum)s together.",
    "FIDE-RATING 8.3/1": "All games so far as one event: %(score)s of %(games)s.",
    "FIDE-RATING 8.21(b)(i)": "Average of the %(rated)s rated players: Rar = %(sum)s / %(rated)s = %(rar)s.",
    "FIDE-RATING 8.21(b)(ii)#player": (
        "%(player)s, rated %(rating)s: %(score)s of %(games)s, p = %(p)s, so dp = %(dp)s."
    ),
    "FIDE-RATING 8.21(b)(ii)": "Their average dp: %(sum)s / %(rated)s = %(dpa)s.",
    "FIDE-RATING 8.21(b)(iii)": "Ra = %(rar)s - %(dpa)s * %(n)s / (%(n)s + 1) = %(ra)s.",
    "FIDE-RATING 8.21(b)": "The average of the competition is that of the round robin, %(ra)s.",
    "FIDE-RATING 8.58/1": "%(taken_out)s taken out for scoring nothing; %(players)s [players:player remains|players remain].",
    "FIDE-RATING 8.1a": "The table gives dp = %(dp)s for a score of %(p)s.",
    "FIDE-RATING 8.22": "%(score)s of %(games)s is half: Ru = %(average)s.",
    "FIDE-RATING 8.23": (
        "%(score)s of %(games)s is %(half_points_over)s half points over half: Ru = %(average)s + %(more)s."
    ),
    "FIDE-RATING 8.24": "%(score)s of %(games)s is under half: Ru = %(average)s + (%(dp)s).",
    "FIDE-RATING 8.25": ("%(score)s of %(games)s is under half: Ru = %(average)s + (%(dp)s) * %(n)s / (%(n)s + 1)."),
    "FIDE-RATING 8.3/2": "%(exact)s rounds to %(rating)s.",
    "FIDE-RATING 7.x-8.1a (lost)#first": (
        "%(games)s [games:game|games] (needed: %(min_games)s), %(rating)s [rating:point|points] (needed: %(floor)s): published: %(published)s."
    ),
    "FIDE-RATING 7.x-8.1a (lost)#floor": "Under %(floor)s [floor:point|points] a player leaves the list.",
}
