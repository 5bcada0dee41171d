"""Phrases for FIDE's title regulations."""

_MIX = "Of %(opponents)s [opponents:opponent|opponents] %(number)s"
_DUE = "Last day %(last_day)s; done %(done)s."

PHRASES = {
    "FIDE-TITLES 0.22": "The tournament starts on %(start)s.",
    "FIDE-TITLES 1.54": "Its norms are judged by %(edition)s.",
    "FIDE-TITLES 0.5/norm": "A title performance against the right mix of opponents is a norm for %(title)s.",
    "FIDE-TITLES 1.9": "Registered with FIDE on %(registered)s.",
    "FIDE-TITLES 1.11/1": "Changed while it ran: %(changed)s; approved: %(approved)s.",
    "FIDE-TITLES 1.11/2": "Registered %(days)s [days:day|days] ahead; %(minimum)s are needed.",
    "FIDE-TITLES 1.12": "%(hours)s [hours:hour|hours] of play on %(day)s; at most %(maximum)s.",
    "FIDE-TITLES 1.13/1": "%(rounds)s [rounds:round|rounds] on %(day)s; at most %(maximum)s.",
    "FIDE-TITLES 1.13/2": "%(minutes)s [minutes:minute|minutes] and %(increment)s seconds a move; at least %(minimum)s [minimum:minute|minutes].",
    "FIDE-TITLES 1.13/3": (
        "%(minutes)s [minutes:minute|minutes], no increment of 30 seconds; at least %(minimum)s [minimum:minute|minutes], allowed: %(allowed)s."
    ),
    "FIDE-TITLES 1.13b": "%(settings)s clock settings in one tournament; for disabled players: %(special)s.",
    "FIDE-TITLES 1.14/1": "A league from %(start)s to %(end)s; at most one year.",
    "FIDE-TITLES 1.14/2": "%(days)s [days:day|days]; at most %(maximum)s, approved for longer: %(approved)s.",
    "FIDE-TITLES 1.16/1": "Chief arbiter %(arbiter)s, title: %(title)s; IA or FA is needed.",
    "FIDE-TITLES 1.17": "No appointed arbiter may play; playing: %(playing)s.",
    "FIDE-TITLES 1.42g": "Changed to favour players: %(changed)s.",
    "FIDE-TITLES 1.45f/1": "A double round robin of %(players)s [players:player|players]; at least %(minimum)s.",
    "FIDE-TITLES 1.6/2": "A match gives no norms.",
    "FIDE-TITLES 1.41a#counted": "%(games)s [games:game|games]; at least %(minimum)s.",
    "FIDE-TITLES 1.41b/1#counted": "%(games)s [games:game|games] of a team or club championship of 7 rounds; at least %(minimum)s.",
    "FIDE-TITLES 1.41b/2#counted": (
        "%(games)s [games:game|games] of a team or club championship of %(rounds)s [rounds:round|rounds]; at least %(minimum)s."
    ),
    "FIDE-TITLES 1.41c": "%(games)s [games:game|games] of nine rounds, the ninth lost to a forfeit or bye: eight are enough.",
    "FIDE-TITLES 1.41d": "%(extra)s full [extra:point above what was needed counts as a game|points above what was needed count as games].",
    "FIDE-TITLES 1.71": "%(rounds)s [rounds:round|rounds]: the norm counts %(counted)s [counted:game|games].",
    "FIDE-TITLES 1.42a/1": "Round %(round)s against %(opponent)s is not included: no federation of FIDE.",
    "FIDE-TITLES 1.42a/2": "%(number)s [number:opponent under FIDE's flag counts|opponents under FIDE's flag count] as not foreign.",
    "FIDE-TITLES 1.42b": "Round %(round)s against %(opponent)s is not included: a computer.",
    "FIDE-TITLES 1.42c": (
        "Round %(round)s against %(opponent)s is not included: unrated, no points against rated players."
    ),
    "FIDE-TITLES 1.42c#players": "Unrated, and no points against rated players: %(players)s.",
    "FIDE-TITLES 1.42d/1": "Round %(round)s against %(opponent)s is not included: %(decided)s.",
    "FIDE-TITLES 1.42d/3": "%(opponent)s forfeited the last round; the norm stands with that game lost.",
    "FIDE-TITLES 1.42e": "A title result after round %(after_round)s; ignored after it: %(ignored)s.",
    "FIDE-TITLES 1.42e(1)": "The %(games)s [games:game counted has|games counted have] the required mix of opponents.",
    "FIDE-TITLES 1.42e(2)": "%(games)s [games:game is|games are] left.",
    "FIDE-TITLES 1.42e(3)": "The complete tournament against %(opponents)s [opponents:opponent|opponents] allows a norm.",
    "FIDE-TITLES 1.42e(4)": "Enough different opponents for the full length against %(opponents)s.",
    "FIDE-TITLES 1.42f/1": "Beaten and ignored: %(ignored)s; %(games)s [games:game is|games are] left.",
    "FIDE-TITLES 1.42f/2": "The full cross-table is submitted all the same.",
    "FIDE-TITLES 1.42f/3": "The complete tournament against %(opponents)s [opponents:opponent|opponents] meets all but the score.",
    "FIDE-TITLES 1.43": "Other federations: %(federations)s; at least %(minimum)s.",
    "FIDE-TITLES 1.43a/1": "The national championship of %(host)s, a player of %(applicant)s.",
    "FIDE-TITLES 1.43a/2": "%(host)s held a Subzonal of its own in %(year)s: its championship is not exempt.",
    "FIDE-TITLES 1.43a/3": "The exemption is for players of %(host)s only.",
    "FIDE-TITLES 1.43b/1": (
        "The national team championship of %(host)s; exempt for its own players, this one is of %(applicant)s."
    ),
    "FIDE-TITLES 1.43c": "Zonals and Subzonals are exempt from the requirements on federations.",
    "FIDE-TITLES 1.43d": "Exemption from the requirements on federations approved on %(approved)s, start %(start)s.",
    "FIDE-TITLES 1.43e": (
        "Round %(round)s: %(foreigners)s rated players from abroad (20), %(federations)s [federations:federation|federations] (3), "
        "%(titled)s titled (10)."
    ),
    **dict.fromkeys(
        ("FIDE-TITLES 1.43a/1#host unknown", "FIDE-TITLES 1.43b/1#host unknown", "FIDE-TITLES 1.43e#host unknown"),
        "The host federation is not given (federation; 032 in a report), so the exemption from the requirements on "
        "federations could not be looked at. Nothing but those is missing for: %(players)s.",
    ),
    "FIDE-TITLES 1.72/*": "The requirements on federations are waived for this Swiss.",
    "FIDE-TITLES 1.44/1": "Of %(opponents)s [opponents:opponent|opponents] %(own)s [own:is|are] from the own federation; at most %(maximum)s.",
    "FIDE-TITLES 1.44/2#nobody-foreign": "Of %(opponents)s [opponents:opponent|opponents] nobody is from another federation; at most %(maximum)s may be from one.",
    "FIDE-TITLES 1.44/2": "Of %(opponents)s [opponents:opponent|opponents] %(number)s [number:is|are] from %(federation)s; at most %(maximum)s.",
    "FIDE-TITLES 1.45a": f"{_MIX} [number:holds a title|hold titles]; at least %(minimum)s.",
    "FIDE-TITLES 1.45b": f"{_MIX} [number:is|are] GM; at least %(minimum)s.",
    "FIDE-TITLES 1.45c": f"{_MIX} [number:is|are] GM or IM; at least %(minimum)s.",
    "FIDE-TITLES 1.45d": f"{_MIX} [number:is|are] GM, IM or WGM; at least %(minimum)s.",
    "FIDE-TITLES 1.45e": f"{_MIX} [number:is|are] GM, IM, WGM or WIM; at least %(minimum)s.",
    "FIDE-TITLES 1.45f/2": "%(games)s [games:game|games] against %(opponents)s [opponents:opponent|opponents]: each counts once.",
    "FIDE-TITLES 1.46b": "The rating floor for %(title)s is %(floor)s.",
    "FIDE-TITLES 1.46c": "%(opponent)s, the lowest with %(rating)s, counts %(counts)s.",
    "FIDE-TITLES 1.46d/1": "Unrated: %(opponents)s count %(counts)s.",
    "FIDE-TITLES 1.46d/2": f"{_MIX} [number:is|are] unrated; at most %(maximum)s.",
    "FIDE-TITLES 1.47a": "Ratings add up to %(sum)s over %(games)s [games:game|games].",
    "FIDE-TITLES 1.47b": "Average of the opponents: %(average)s.",
    "FIDE-TITLES 0.5/1": "%(score)s [score:point|points] of %(games)s.",
    "FIDE-TITLES 1.49/2": "%(percent)s %%.",
    "FIDE-TITLES 1.49/1": "%(percent)s %% is a difference of %(difference)s.",
    "FIDE-TITLES 1.48/2": "Performance: %(average)s and %(difference)s.",
    "FIDE-TITLES 1.48/1": "Performance %(performance)s; at least %(minimum)s.",
    "FIDE-TITLES 1.48a": "Average %(average)s; at least %(minimum)s.",
    "FIDE-TITLES 1.22/1": "%(score)s [score:point|points] of %(games)s; at least 35 %%.",
    "FIDE-TITLES 1.51": "%(norms)s [norms:norm|norms] of %(games)s [games:game|games]; at least 2 of %(needed)s.",
    "FIDE-TITLES 1.52": "Norms that count for several titles: %(events)s.",
    "FIDE-TITLES 1.53": "Rating %(rating)s reached on %(on)s.",
    "FIDE-TITLES 1.53#title": "Rating %(rating)s; %(title)s takes %(minimum)s.",
    "FIDE-TITLES 1.43f": "Norms with the normal requirement on foreigners: %(events)s; at least %(minimum)s.",
    "FIDE-TITLES 1.13a": (
        "Norms with %(days)s [days:day|days] of a single round: %(events)s; the days are not known of: %(not_known)s; one is "
        "needed."
    ),
    "FIDE-TITLES 1.55": "Norm of %(on)s, registered %(registered)s: it has expired.",
    "FIDE-TITLES 0.62/1": "%(title)s takes a rating of %(minimum)s; best rating %(best_rating)s.",
    "FIDE-TITLES 0.62/4": "%(championship)s: titles are unconditional.",
    "FIDE-TITLES 1.92/1": f"To the rating officer within seven days. {_DUE}",
    "FIDE-TITLES 1.92/2": f"Uploaded within thirty days. {_DUE}",
    "FIDE-TITLES 2.3/1": "Arrived %(arrived)s, %(days)s [days:day|days] before the meeting: surcharge %(percent)s %%.",
    "FIDE-TITLES 2.3/1#after the meeting": (
        "Arrived %(arrived)s, after the meeting that began on %(begins)s: it is for the next one."
    ),
    "FIDE-TITLES 2.3/3": "Arrived %(arrived)s, during the meeting: surcharge %(percent)s %%.",
    "FIDE-TITLES 2.4": "Posted %(posted)s; decided from %(earliest)s on.",
    "FIDE-QC S1/2.3": "Tournaments announced less than 30 days ahead give no norms.",
    "FIDE-QC S2/30days": "Registered %(days)s [days:day|days] ahead: rated, but no norms.",
    "FIDE-QC S2/clubs": "Club championships have the same concession as team championships.",
    "FIDE-QC S2/1.43e": "No exception from the twenty players.",
    "FIDE-QC S1/AUT": "%(ignored)s [ignored:game|games] ignored: won ones and those after a title result, no others.",
    "FIDE-QC S1/1.17": "The ban is on appointed arbiters: %(playing)s.",
    **{
        f"FIDE-TITLES 1.72/{rounds}": "%(score)s [score:point|points] of %(games)s against %(average)s; needed: %(needed)s."
        for rounds in range(7, 20)
    },
}
