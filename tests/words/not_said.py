"""Facts that a sentence leaves out, and why. Everywhere by the fact's name, or only for one clause."""

BESIDE = "said by the ground beside it"
IMPLIED = "the sentence could not be true otherwise"
OPPONENT = "the ground before it names the opponent"
WHOSE = "the one who asks knows, and the clause says it of everybody"
COUNTED = "what the opponent counts with is what matters"

EVERYWHERE = {
    "outcome": "it chooses the phrase",
    "reading": "which reading of an unclear clause was taken is told in the documents, not to a player",
}

_ENTRY = [
    ("above fixed rating", "1.1.1(k)", "the title alone is enough"),
    ("bound kind", "0.4 0.4/1", "the sentence is made for events that are bound to it"),
    ("by", "7.2(a) 7.2(b) 7.2(c) 7.3(a) 7.3(b)", "the clause is that tie-break"),
    ("tied", "7.2(a) 7.2(b) 7.2(c) 7.3(a) 7.3(b) 7.3(c) 7.4", "their names stand with the values"),
    ("decided", "7.2(a) 7.2(b) 7.2(c) 7.3(a) 7.3(b) 7.3(c) 7.4", "the values show it"),
]
_PLAY = [
    ("doubled", "Glossary:·regulations·of·an·event 6.5", "nothing was"),
    ("charged", "6.5", "the same as the reflection"),
    ("why", "9.4.1a 6.10c 11.1 7.2a", "each cause has its own clause"),
    ("player", "9.4.1b 10.1a 10.1b 10.1c 4.3 5.2.3 9.1.2.1c 9.1.2.1d", WHOSE),
    ("rule", "3.10.2", "the reason is in the sentence, the article behind it in the data"),
    ("pieces", "5.1.3 5.2.4", "what the tables say is what matters"),
    ("claim", "5.1.3 5.2.4 6.6b", "the clause is that claim"),
    ("result", "5.2.6 6.9 Glossary:·double·default Glossary:·tournament·director's·discretion", IMPLIED),
    ("director reason", "7.2b", BESIDE),
    ("removed", "7.2a", "the half-move says where the game goes on"),
    ("last", "10.1b", "the day of the ground"),
    ("moves", "8.3", "the number recorded is told when moves are entered"),
    ("fen", "5.2.2 3.10.3", "the position is on the board beside it"),
    ("fen", "5.1.3 5.2.4 11.1", "the desk has it to be copied, below the sentence"),
]
_RATINGS = [
    ("start_rating current", "9.4/2 9.4/6 9.4/7 App1.8/unrated", COUNTED),
    ("level_said", "9.4/2 9.4/6 9.4/7 App1.8/unrated App1.18(b)", "it matters only where the level counts"),
    ("opponent", "App1.7 App1.8/table App1.8/round", OPPONENT),
    ("of ratings", "App1.11/national", "a calculator is given ratings alone, and has nobody to name"),
    ("own rating", "App1.8/We", BESIDE),
    ("earlier_games earlier_sum", "App1.5/Rc", "there are none"),
    ("games", "App1.14 App1.16/exception App1.16/>50", "games before the period do not count here"),
]
_RATINGS_2023 = [
    ("start_rating current", "1.4/max 1.4/newest 2.1(a)/1800 2.1(a)/FIDE", COUNTED),
    ("c rating rd", "2.1(b)/>120", "nothing changes"),
    ("rating", "2.1(b)/30 2.1(b)/<=120", "the deviation alone changes"),
    ("opponent", "2.2(c)/win 2.2(c)/draw 2.2(c)/loss 2.2(e)/w 2.2(e)/D1 2.2(e)/D2 2.2(d)/pm 2.2(d)/P", OPPONENT),
    ("y", "2.2(d)/P", "said by the ground of the result"),
]
_FIDE_RATINGS = [
    ("double opponent players", "6.2 6.21 6.22 6.23", "the event is what is not rated, whoever met whom"),
    ("opponent", "8.54 8.55(a)", OPPONENT),
    ("game", "8.53", BESIDE),
    (
        "birth_year games lasting_from rating reached_2300 reached_2400 year young_below",
        "8.56/1 8.56/2 8.56/3 8.56/4",
        "what decides on K is said",
    ),
    ("opponents_sum rc", "8.3/1", BESIDE),
]
_FIDE_TITLES = [
    ("days start", "1.9", BESIDE),
    ("approved registered start", "1.11/2", BESIDE),
    ("increment start", "1.13/2 1.13/3", "the settings of the clock are judged as on that day"),
    ("days", "1.14/1", "the two days are said"),
    ("end start", "1.14/2", "the days between are said"),
    ("players", "1.6/2", "two, in a match"),
    ("begins days", "2.3/1 2.3/3", "the days until the meeting are said, or that it has begun"),
    ("on", "1.53", "the ground beside it says when the rating was reached"),
    ("applicant host", "1.43c 1.43a/2 1.43a/3 1.43e", BESIDE),
    ("federations foreigners host round titled", "1.72/*", BESIDE),
    ("decided", "1.42a/1 1.42b 1.42c", "how a game ended is not why it is left out"),
    ("byes forfeits rounds minimum", "1.41c", IMPLIED),
    ("category rounds", "1.41a 1.41b/1 1.41b/2", "the clause is that of such tournaments"),
    ("games minimum", "1.41b/3", "eight, as the sentence says"),
    ("games", "1.41d", BESIDE),
    ("round", "1.42d/3", "it is the last"),
    ("percent average needed", "1.22/1", "thirty-five per cent, as the clause says"),
]
_COMMISSION = [
    ("days registered start", "S1/2.3 S2/30days", BESIDE),
    ("federations foreigners host round titled", "S2/1.43e", BESIDE),
    ("category rounds games minimum", "S2/clubs", BESIDE),
]
_TITLES = [
    ("title", "App2.2.9/title App2.3/generator", BESIDE),
    ("players total", "App2.2(c)", BESIDE),
    ("average use category", "10.0.1/category 10.0.1/cat 10.0.1/schev", BESIDE),
    ("category", "App2.2(d) App2.2.12", "there is none, as the sentence says"),
    ("until", "10.2 10.3 1.4.5/1 1.4.5/2 1.6.4 10.1(a) 10.1(b)", "never: the title is for life"),
    ("performance", "App2.2.5", IMPLIED),
    ("counted games title needed score sum", "10.0.3 App2.2.4(c)/floor", BESIDE),
    ("overscore", "App2.2.4(c)/formula", BESIDE),
    ("category", "App2.3/generator App2.1(f)/IA App2.1(g)/IA 8.7(e)/4", BESIDE),
    ("games", "App2.3/GM·from·7", "the category alone decides"),
    ("opponents", "10.0.1/schev", BESIDE),
    ("rounded", "App2.1(f)", BESIDE),
    ("needed", "8.7(e)/4", "the easier of the two that are said"),
    ("fixed", "App2.4(b) App2.2.10/FIDE", "never, as the sentence says"),
    ("kind", "App2.3(b)/2326 App2.3(b)/2301 App2.3(b)/2276 App2.3(b)/2251", "the clause is that of the kind"),
    ("kind", "App2.4(c)/1 App2.4(c)/2 App2.4(c)/3 App2.4(c)/4", "the clause is that of the kind"),
    ("games_per_pairing", "10.0.2/single 10.0.2/double", "once or twice is said"),
    ("sim_games", "10.4(c)/quota 10.2(c)/quota", BESIDE),
]


DECLARED = [
    (facts.split(), [f"{family} {address.replace('·', ' ')}" for address in addresses.split()], reason)
    for family, several in (
        ("ICCF-TR", _ENTRY + _RATINGS + _TITLES),
        ("ICCF-LAWS", _PLAY),
        ("ICCF-RATING", _RATINGS_2023),
        ("FIDE-RATING", _FIDE_RATINGS),
        ("FIDE-TITLES", _FIDE_TITLES),
        ("FIDE-QC", _COMMISSION),
    )
    for facts, addresses, reason in several
]
"""Facts, clauses and the reason; above, a dot in the middle stands for a space within an address."""

HERE: dict[str, set[str]] = {}
for _facts, _addresses, _ in DECLARED:
    for _address in _addresses:
        HERE.setdefault(_address, set()).update(_facts)
