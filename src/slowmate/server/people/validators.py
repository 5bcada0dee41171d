"""What people may write of themselves."""

import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from slowmate.server.site.folding import folded
from slowmate.server.site.spreadsheet import FORMULA

INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Signs that steer, turn round or hide a text: control and format characters, ends of lines, what is nothing at all."""


ALIKE = ("LATIN", "CYRILLIC", "GREEK")
"""Alphabets whose letters look alike: in one word they stand beside each other only to be taken for another's name."""
FORMER = "Former player"
"""Who has left without leaving their name."""


class FormerName(str):
    """The name of whoever left without their name: on record as it is, and in the reader's language wherever it is
    shown or put into a text."""

    __slots__ = ()

    def __str__(self) -> str:
        return gettext("Former player")

    def __format__(self, form: str) -> str:
        return format(str(self), form)


def _alphabets(word: str) -> set[str]:
    return {unicodedata.name(sign, "").partition(" ")[0] for sign in word} & {*ALIKE}


def name_of_person(text: str) -> None:
    """A name has a letter, and nothing that cannot be seen: it stands in headers of mail, and beside other names. It
    is not one that a spreadsheet would compute: files for programs have it as it is. The name of those who have left
    is nobody's."""
    kinds = [unicodedata.category(sign) for sign in text]
    if any(kind in INVISIBLE for kind in kinds) or not any(kind.startswith("L") for kind in kinds):
        raise ValidationError(_("A name has at least one letter, and no invisible characters."))
    if text.lstrip().startswith(FORMULA):
        raise ValidationError(_("A name does not begin with =, +, - or @."))
    if any(len(_alphabets(word)) > 1 for word in text.split()):
        raise ValidationError(_("Write each word of a name in one alphabet."))
    if folded(text) in _names_of_former():
        raise ValidationError(_("This name stands for players who have left. Choose another."))


def _names_of_former() -> set[str]:
    """Return what players who have left are called, in every language of the pages."""
    names = {folded(FORMER)}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            names.add(folded(gettext("Former player")))
    return names
