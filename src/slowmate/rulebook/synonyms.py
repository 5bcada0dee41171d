"""The words that readers use, and where the books speak of them: a table for each language."""

from dataclasses import dataclass
from functools import cache

from slowmate.rulebook.catalogue import table


@dataclass(frozen=True, slots=True)
class Synonym:
    """*words* as people write them, without accents; an asterisk stands for any ending. *called*: what the books say.

    *means* are words to look for, ``topic:leave`` of the catalogue, ``clause:ICCF-LAWS-2019 9.2`` with what stands
    below it, or ``help:silence`` where no clause says it.
    """

    language: str
    words: tuple[str, ...]
    called: str
    means: tuple[str, ...]


@cache
def synonyms() -> tuple[Synonym, ...]:
    return tuple(
        Synonym(language, tuple(words.split()), called, tuple(means.split(";")))
        for language, words, called, means in table("synonyms.csv")
    )
