"""Parts of addresses that are neither numbers nor words."""

from django.urls import converters, register_converter


class PeriodConverter(converters.StringConverter):
    """A rating list as an address names it: 2024-1, or 2018-02 for a month."""

    regex = r"[0-9]{4}-[0-9]{1,2}"


class NumberConverter(converters.IntConverter):
    """The number of a row where a query joins by it: one that no database can hold is no address."""

    regex = r"[0-9]{1,18}"


def register() -> None:
    register_converter(NumberConverter, "number")
    register_converter(PeriodConverter, "period")
