"""The report to Congress: the titles and norms confirmed in a period, as the core selects them."""

from collections import Counter
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from slowmate.formats.documents import CongressReport, ReportedTitle
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.titles.iccf.confirmation import ConfirmedTitle, TitleRoute, certificates_due, report_to_congress
from slowmate.titles.levels import TITLES

ROUTES = {TitleRoute.NORMS: "by norms", TitleRoute.DIRECT: "by place", TitleRoute.APPLICATION: "on application"}
"""The words of the federation's papers, which are in English."""


def report(first: date, last: date) -> CongressReport:
    """Return the report of a period: two queries. A title counts on the day from which it is valid."""
    rows = TitleAward.objects.filter(
        state=TitleAward.State.CONFIRMED, is_fide=False, valid_from__gte=first, valid_from__lte=last
    ).select_related("player")
    by_number = {str(row.pk): row for row in rows}
    register = [
        ConfirmedTitle(number, row.title, TitleRoute(row.route), row.valid_from or row.earned)
        for number, row in by_number.items()
    ]
    reported = report_to_congress(register, first=first, last=last)
    due = certificates_due(reported.value, congress=last)
    lines = [_line(by_number[title.player]) for title in reported.value]
    return CongressReport(
        first=first,
        last=last,
        titles=sorted(lines, key=lambda title: (title.federation, title.player, title.title)),
        norms=_norms(first, last),
        certificates=len(due.value),
        grounds=(*reported.grounds, *due.grounds),
    )


def _line(row: TitleAward) -> ReportedTitle:
    title = f"{row.title} {row.number}" if row.number else row.title
    return ReportedTitle(
        row.player.federation, str(row.player.name), title, row.valid_from or row.earned, ROUTES[TitleRoute(row.route)]
    )


def _norms(first: date, last: date) -> dict[str, int]:
    """Return the number of norms confirmed for each title, the best title first."""
    begin = timezone.make_aware(datetime.combine(first, time()))
    end = timezone.make_aware(datetime.combine(last + timedelta(days=1), time()))
    rows = Norm.objects.filter(
        state=Norm.State.CONFIRMED, over_the_board=None, settled__gte=begin, settled__lt=end
    ).values_list("title", flat=True)
    counts = Counter(rows)
    return {title: counts[title] for title in TITLES if counts[title]}
