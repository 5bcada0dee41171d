"""Phrases for sections 0 and 7 of the tournament rules."""

_FIRST_PLACE = "%(points)s [points:point|points] from %(games)s [games:game|games]; more than half: %(positive)s. First place awarded: %(awarded)s."

PHRASES = {
    "ICCF-TR 0.4": _FIRST_PLACE,
    "ICCF-TR 0.4/1": _FIRST_PLACE,
    "ICCF-TR 7.1": "The announcement leaves ties unbroken: %(tied)s share place %(place)s.",
    "ICCF-TR 7.2(a)": "Place %(place)s, level on points: wins are %(values)s.",
    "ICCF-TR 7.2(b)": "Place %(place)s, still level: Sonneborn-Berger is %(values)s.",
    "ICCF-TR 7.2(c)": "Place %(place)s, still level: games among them gave %(values)s.",
    "ICCF-TR 7.3(a)": "Place %(place)s, level on board points: match points are %(values)s.",
    "ICCF-TR 7.3(b)": "Place %(place)s, still level: matches among them gave %(values)s.",
    "ICCF-TR 7.3(c)": "Place %(place)s, still level: %(by)s gave %(values)s.",
    "ICCF-TR 7.5#shared=any": (
        "In %(event)s places %(shared)s are shared by equals, and not all of them can go to %(kind)s: the %(office)s decides."
    ),
    "ICCF-TR 7.5#equals,questions=none": "No choice between equals is open.",
    "ICCF-TR 7.5#equals,questions=some": "An office has still to choose between equals: %(questions)s.",
    "ICCF-TR 7.5#not-level": (
        "In %(event)s an office chooses some of those who share a place after all tie-breaks. Level with each other: "
        "%(sharing)s; chosen: %(chosen)s."
    ),
    "ICCF-TR 7.5": "Place %(place)s: %(tied)s are level in everything and share it.",
}
