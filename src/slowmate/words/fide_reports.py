"""Phrases for FIDE: what is rated and reported, who awards titles, applications, direct titles and championships."""

from slowmate.titles.fide.championships import championship_rows

_LATER = "The last day is %(last_day)s"
_POOLED = "Divisions of season %(season)s: %(divisions)s."
_DIRECT = "%(title)s for %(for)s; rank %(rank)s"
_MINUTES = "%(minutes)s [minutes:minute|minutes] a game"
_NOT_TOLD = "The result shown is the least that is needed. "

_RATED = {
    "0/1": "Registered tournaments over the board are rated; this one starts on %(start)s.",
    "0/1#registered=no": "The tournament is not registered and is not rated.",
    "0/1#over_the_board=no": "A game that is not played over the board is not rated.",
    "0.2/1": "A tournament is registered a week before its start; registered on %(registered)s for %(start)s.",
    "0.2/1#registered=none": "A tournament is registered a week before its start, %(start)s; this one is not.",
    "0.2/2": "The chairman of the commission refused the registration: %(refused)s.",
    "0.2/3": "A tournament for norms is registered %(required)s [required:day|days] ahead; this one was %(days_ahead)s.",
    "0.2/4": "The federation that registers is responsible for results and fees: %(owner)s.",
    "0.3": "All arbiters are licensed; not licensed: %(unlicensed)s.",
    "0.4": "Official events are submitted and rated. End: %(end)s; last day: %(last_day)s; reported: %(reported)s.",
    "0.5": f"FIDE refused to rate on %(notice)s; an appeal is possible within seven days. {_LATER}.",
    "1.1/1": (
        f"{_MINUTES}, as %(moves)s [moves:move|moves] with an increment of %(increment)s [increment:second|seconds] make them."
    ),
    **dict.fromkeys(("1.1/2", "1.1/3", "1.1/4"), f"{_MINUTES}; at least %(least)s are needed at these ratings."),
    "1.2": "A first control with a number of moves has %(required)s, not %(moves)s.",
    "1.3": f"{_MINUTES}: more than 10 and less than 60 are rapid.",
    "1.4": f"{_MINUTES}: from 5 to 10 are blitz.",
    "1.4#least=any": f"{_MINUTES}; blitz takes at least %(least)s.",
    "2.1": "Games are played by the FIDE Laws; these by: %(laws)s.",
    "3.1": "%(hours)s [hours:hour|hours] of play a day; at most %(most)s.",
    "4.1": "The tournament lasts %(days)s [days:day|days]; at most %(most)s.",
    "4.11": "A league may last longer; a league: %(league)s.",
    "4.12": "The commission may approve a longer tournament; approved: %(approved)s.",
    "4.13": "A tournament of %(days)s [days:day|days] reports monthly: %(reports)s interim [reports:report|reports].",
    "5.1/1#unplayed=any": "Games that were not played are not rated: %(unplayed)s.",
    "7.1": "Reported on %(reported)s, %(closing_days)s [closing_days:day|days] before lists close: in the list of %(list)s.",
    "7.x-8.1a (lost)#closing_days=any": "A list closes %(closing_days)s [closing_days:day|days] before it is published.",
    "7.x-8.1a (lost)#months=any": "Inactive for %(months)s [months:month|months]; from %(most)s on a player counts as inactive.",
    "9.1/1": f"The report goes to the rating officer within seven days of the end, %(end)s. {_LATER}; sent on %(sent)s.",
    "9.1/2": f"The report is uploaded within 30 days of the end, %(end)s. {_LATER}; uploaded on %(uploaded)s.",
    "9.1/2#reported=any": f"The report is uploaded within 30 days of the end, %(end)s. {_LATER}; reported: %(reported)s.",
    "9.2": (
        "Results are submitted unless invitation (%(invitation_says_unrated)s) and announcement before play "
        "(%(announced_before_play)s) said that it is not rated."
    ),
    "9.2#announced_unrated=any": "Results are submitted unless the event was announced as not rated: %(announced_unrated)s.",
    "10.2": "The scale of ratings is arbitrary; only differences mean something.",
    "10.3": "Watched for a drift of the scale: %(players)s [players:player|players].",
    "13.1": "A listed player is registered by a member federation: %(federation)s (member: %(member)s).",
    "13.2": "%(federation)s asked not to list the player.",
    "13.3": "A player without a federation (%(federation)s) may be listed by special permission.",
}

_TITLES = {
    "0.1": "%(code)s is none of the titles that are recognised.",
    "0.3": "The Qualification Commission judges titles; asked: %(body)s.",
    "0.31": "The titles are: %(titles)s.",
    "0.31#for women": "Titles for women: %(titles)s. Sex: %(sex)s.",
    "0.4": "A title of %(confirmed)s is valid for life from then on; asked for on %(on)s.",
    "0.4#confirmed=none": "A title is valid for life from its confirmation; on %(on)s there is none yet.",
    "0.41": "The title was revoked on %(revoked)s; asked for on %(on)s.",
    "0.42": (
        "All requirements are met on %(requirements_met)s; published on %(published)s, it is confirmed from %(earliest)s on."
    ),
    "0.43": "A title of %(confirmed)s counts in tournaments that start later; this one starts on %(start)s.",
    "0.43#confirmed=none": "A title counts in tournaments that start after its confirmation, which is still to come (%(start)s).",
    "0.44": "The title is achieved on the later of two days: last result %(last_result)s, rating %(rating_reached)s.",
    "0.45/1": "Cheating was found in %(breach_in)s; the title rests on %(based_on)s.",
    "0.45/2": f"Within 30 days of the notice of %(notice)s the federation may appeal. {_LATER}; appealed on %(appeal)s.",
    "0.5/2": (
        "A title performance for %(title)s: average enough: %(average)s, performance enough: %(performance)s, score enough: "
        "%(score)s."
    ),
    **{
        f"0.5/{title}": "Performance %(performance)s against an average of %(average)s, for %(title)s."
        for title in ("GM", "IM", "WGM", "WIM")
    },
    "0.61": "A title by %(route)s is confirmed by the chairman of the commission; asked: %(body)s.",
    "0.62/2": (
        "%(title)s takes a rating of %(minimum)s and becomes final on request; best rating %(best_rating)s, requested: "
        "%(requested)s."
    ),
    "0.62/3": "%(conditional)s is conditional; best rating %(best_rating)s, so in the meantime: %(interim)s.",
    "0.63/1": "Titles by norms are awarded by the General Assembly; asked: %(body)s.",
    "0.63/2": "A board awards in clear cases (%(clear_case)s) after asking the commission (%(qc_consulted)s); asked: %(body)s.",
    **dict.fromkeys(
        ("0.5/direct", "0.61#from=any", "0.63/1#from=any"),
        "From %(from)s to %(to)s. The federation applied: %(applied_by_federation)s; confirmed: %(confirmed)s.",
    ),
    "1.15": "Ratings and titles are those of the day of the game, %(played)s.",
    "1.15#days=any": "In a tournament of %(days)s [days:day|days] ratings and titles are those of the day of the game, %(played)s.",
    "1.3": "By rating are awarded: %(titles)s, and not %(title)s.",
    "1.3#games=any": "Rated games: %(games)s; at least %(minimum)s.",
    **{f"1.3{number}": "Rating %(rating)s; at least %(minimum)s." for number in range(1, 5)},
    "1.4": "%(title)s can be gained by norms.",
    "1.41a": "A norm takes nine games in a tournament of this sort (%(category)s, %(rounds)s [rounds:round|rounds]).",
    **dict.fromkeys(
        ("1.41b/1", "1.41b/2"),
        "A norm takes seven games in a tournament of this sort (%(category)s, %(rounds)s [rounds:round|rounds]).",
    ),
    "1.41b/3": "%(games)s [games:game of a knock-out counts|games of a knock-out count] as %(counted)s.",
    "1.41b/3#category=any": "Eight games are enough in a tournament of this sort (%(category)s, %(rounds)s [rounds:round|rounds]).",
    "1.42d/2": "Round %(round)s against %(opponent)s was begun, and counts although it was forfeited.",
    "1.43b/2": f"Results of different divisions are not combined. {_POOLED}",
    "1.44/3": (
        "Least numbers are rounded up, largest down. Of %(opponents)s [opponents:opponent|opponents]: own federation %(own_federation)s at most, "
        "one federation %(one_federation)s at most, title holders %(title_holders)s, holders of the title "
        "%(title_opponents)s, unrated %(unrated)s at most."
    ),
    "1.46a/1": "The list at the start counts: %(start)s.",
    "1.53a/1": "The rating %(rating)s was reached on %(on)s, published or not.",
    "1.53a/1#after_games=any": "From %(old)s the rating reached %(rating)s after %(after_games)s [after_games:game|games].",
    "1.53a/2": "The federation proves the rating; proof: %(evidence)s.",
    "1.53a/3": "The chief arbiter's certificate with the day of each game is recommended (%(recommended)s); given: %(certified)s.",
    "1.53a/3#dated=any": "The certificate should give the day of each game: %(dated)s of %(games)s have theirs.",
    "1.53a/4": "Rating Administrator and commission have to agree. Agreed: %(agreed)s; missing: %(missing)s.",
    "1.53a/5": "The rating is confirmed once the whole period is rated: %(period_rated)s.",
    "1.6/1": "The tables yield to the text; differences: %(differences)s.",
    "1.6.1": "%(title)s over %(games)s [games:game|games] takes an average of %(minimum_average)s.",
    **{
        f"1.72/{games}#minimum_average=any": "%(title)s over %(games)s [games:game|games] takes an average of %(minimum_average)s."
        for games in range(7, 20)
    },
    "1.72/#": "Of %(of)s [of:player|players] %(players)s are from %(federation)s; with more than %(maximum)s the others cannot make norms.",
    "1.8/1": "Copies of the certificate go to: %(copies)s.",
    "1.8/2": "The chief arbiter submits the report file: %(trf)s.",
    "1.16/2": "An arbiter of FIDE is always present: %(declared)s.",
    "1.16/2#chief_arbiter=any": "An arbiter of FIDE is always present; chief arbiter: %(chief_arbiter)s.",
    "1.91": "The end is the day of the last round: %(end)s.",
    "1.93": "The games of those who made a result are in the database; missing: %(missing)s.",
    "1.10a": "Steps taken: %(done)s.",
    "1.10a#out of order": "The steps are taken in their order; these were not: %(done)s.",
    "1.10b/1": "The application is signed by the federation: %(signed)s.",
    "1.10b/2": (
        "If the federation refuses (%(refused)s), the player may appeal (%(appealed)s) and pay alone; paid by: %(paid_by)s."
    ),
    "1.10b/3": "Chief arbiter and federation sign the certificates; not signed: %(unsigned)s.",
    "2": "The forms are: %(forms)s.",
    "2#form=any": "This is form %(form)s.",
    "2.1": (
        "An application has its form (%(application_form)s), certificates (%(certificates)s of %(needed)s) and cross-tables "
        "(%(cross_tables)s)."
    ),
    "2.1#IT1=any": "For %(title)s: form IT2 (%(IT2)s) and certificates IT1 (%(IT1)s).",
    "2.2": "The federation pays the fee: owed by %(owed_by)s, paid by %(paid_by)s.",
    "2.3/2": f"The surcharge may be waived if the last norm, of %(last_norm)s, came too late. {_LATER}.",
}

_CHAMPIONSHIPS = {
    "1.21(a)": "%(championship)s gives the title %(title)s.",
    "1.21(a)#not listed": "%(championship)s (women's event: %(women)s) gives no title.",
    **{
        cited.address: "%(championship)s is in the table of championships that give titles."
        for women in (False, True)
        for cited in championship_rows(women=women).values()
    },
    "1.21(b)": (
        "The place gives a norm of %(games)s [games:game|games] for %(title)s. We read 1.42 to 1.49 as asked of norms by "
        "performance, not of a norm by place."
    ),
    "1.21(b)#grants=any": "For %(title)s this result gives the %(grants)s, not a norm.",
    "1.22/2": f"{_NOT_TOLD}{_DIRECT}.",
    "1.22/2#games=any": f"{_NOT_TOLD}{_DIRECT}, %(half_points)s half points from %(games)s [games:game|games].",
    "1.22/2#stage=any": f"{_NOT_TOLD}{_DIRECT}, reached: %(stage)s.",
    "1.23/1": (
        "A third of the member federations or five take part: %(federations)s of %(members)s, at least %(minimum)s needed."
    ),
    "1.23/1#members=none": "A third of the member federations or five take part: %(federations)s, at least %(minimum)s needed.",
    "1.23/2": "%(participants)s take part; at least %(minimum)s needed.",
    "1.23/3": "%(championship)s is exempt from the number of federations.",
    "1.23a/1": "The merged group: %(participants)s from %(federations)s [federations:federation|federations]; at least %(minimum)s [minimum:federation|federations] needed.",
    "1.23a/2": (
        "A subgroup of %(players)s from %(federations)s [federations:federation|federations]; %(half_points)s half points from %(games)s [games:game|games]. Needed "
        "are 5 players of 3 federations, and half of the points in 9 games."
    ),
    "1.24/1st-equal": f"First equal are those level on points for first place, the best three: {_DIRECT}, level: %(tied_first)s.",
    "1.24/1st-equal#rank=1,tied_first=no": (
        "First equal are those level on points for first place, the best three: %(title)s for %(for)s; rank %(rank)s, "
        "first alone, and so one of the first equal (level with others: %(tied_first)s)."
    ),
    "1.24/gold": f"Gold is first place after the tie-break: {_DIRECT}.",
    "1.24/norm": "A norm for %(title)s counts %(games)s [games:game|games].",
    "1.24/sub-continental": "%(championship)s is a Sub-Continental championship.",
    "1.24/zonals": "%(championship)s counts if it qualifies for the World Cup or Championship: %(qualifies)s.",
    "1.24/regional": (
        "A continent names at most three regional youth events before the year begins: %(region)s, notified on %(notified)s "
        "for %(year)s; named so far: %(designated)s."
    ),
}

_COMMISSION = {
    "S1/0.45": "Cheating was found in %(breach_in)s; a title is removed only for an event it rests on: %(based_on)s.",
    "S1/0.62-a": "%(title)s takes a rating of %(minimum)s; best rating %(best_rating)s.",
    "S1/0.62-b": "%(conditional)s is conditional; a lower title in the meantime: %(interim)s (best rating %(best_rating)s).",
    "S1/1.13": "%(settings)s clock settings; players who need special clocks are excepted: %(special)s.",
    "S1/1.3": "Rated games: %(games)s; at least %(minimum)s.",
    "S1/1.7": "Corrected in the tables: %(differences)s.",
    "S1/amateur": "%(championship)s gives titles.",
    "S1/disabled": "%(championship)s gives direct titles.",
    "S2/1.43b-a": f"Results of different divisions are not pooled. {_POOLED}",
    "S2/1.43b-b": f"In this season results of different divisions could still be pooled. {_POOLED}",
    "S2/1.51": "%(norms)s [norms:norm|norms] over %(games)s [games:game|games]; %(needed)s are enough with one of eight games after a forfeit.",
    "S2/applications": "Applications by verdict: %(verdicts)s.",
    "S2/applications#for_the_same=any": (
        "Of the applications of 2016 (%(verdicts)s) these lacked the same: %(for_the_same)s."
    ),
    "S2/bueno": f"A score missed because an opponent was absent gives no title. {_DIRECT}, %(half_points)s half points from %(games)s [games:game|games].",
    "S2/carifta": "%(championship)s gives a title for gold.",
    "S2/franco": "%(championship)s has the status of the Commonwealth championship.",
    "S2/gender": "Sex: %(sex)s; the event is restricted to: %(restricted_to)s.",
}

PHRASES = {
    **{f"FIDE-RATING {key}": phrase for key, phrase in _RATED.items()},
    **{f"FIDE-TITLES {key}": phrase for part in (_TITLES, _CHAMPIONSHIPS) for key, phrase in part.items()},
    **{f"FIDE-QC {key}": phrase for key, phrase in _COMMISSION.items()},
}
