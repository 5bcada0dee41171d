"""The named readings of clauses about entry that can be read in two ways; `docs/events.md` explains each."""

from enum import StrEnum


class Reading(StrEnum):
    """A reading on which a ruling rests, as the fact `reading` of its ground names it."""

    EDITION_OF_THE_ENTRY = "edition-of-the-entry"
    """The edition of the entered event says which results lead to it, whatever governed the event that was played."""
    FIDE_ADDS_WAYS = "fide-adds-ways"
    """The note on FIDE ratings opens the class of that rating, and takes nothing from players without an ICCF one."""
    CCM_AS_LGM = "ccm-as-lgm"
    """Ladies' Grandmaster and Correspondence Chess Master are one title; both, and all above, count as LIM does."""
    BELOW_2300 = "memorial-strictly-below"
    """The Memorial is for players below 2300, as its name says; its text speaks of a maximum of 2300."""
    AT_LEAST = "at-least"
    """The numbers of members in 1.0.10 are reached by as many, where the edition of 2016 says "more than"."""
