"""Every case of titles, whichever federation decides it."""

from datetime import date

from slowmate.titles.answers import Answer
from slowmate.titles.fide import cases as fide
from slowmate.titles.iccf import cases as iccf


def decide(case: fide.FideCase | iccf.IccfCase, *, on: date) -> Answer:
    """Decide a case on a day."""
    if isinstance(case, iccf.IccfCase):
        return iccf.decide(case, on=on)
    return fide.decide(case, on=on)
