"""Phrases for the rights that results earn: sections 1.1 to 1.6, 2.5, 2.6, 3.5 and 3.6 of the tournament rules."""

from slowmate.events.entry.routes import ROUTES

_SCORED = "%(points)s [points:point|points] from %(games)s [games:game|games]"
_STRONG = "Average of the event: %(average)s; acknowledged: %(acknowledged)s."
_PLACED = f"Place %(best)s at best and %(worst)s at worst, with {_SCORED}: %(chance)s."
_PHRASES = {
    "": f"Taking part in %(event)s gives a right to %(to)s ({_SCORED}): %(chance)s.",
    "#places=any": f"In %(event)s places %(places)s give a right to %(to)s. {_PLACED}",
    "#percent=any": f"In %(event)s %(percent)s%% of the points give a right to %(to)s. {_SCORED}: %(chance)s.",
    "#places=any,percent=any": (
        f"In %(event)s places %(places)s, or %(percent)s%% of the points, give a right to %(to)s. {_PLACED}"
    ),
    "#kind=any": (
        f"%(event)s is of the kind %(kind)s, which gives no right to %(to)s here, whatever the result "
        f"({_SCORED}): %(chance)s."
    ),
    "#acknowledged=any": f"A right to %(to)s from %(event)s ({_SCORED}): %(chance)s. {_STRONG}",
    "#acknowledged=any,places=any": f"In %(event)s places %(places)s give a right to %(to)s. {_PLACED} {_STRONG}",
    "#acknowledged=any,percent=any": (
        f"In %(event)s %(percent)s%% of the points give a right to %(to)s. {_SCORED}: %(chance)s. {_STRONG}"
    ),
    "#acknowledged=any,places=any,percent=any": (
        f"In %(event)s places %(places)s, or %(percent)s%% of the points, give a right to %(to)s. {_PLACED} {_STRONG}"
    ),
    "#kinds=any": "A right to %(to)s comes from results in these: %(kinds)s. No result of the player has given one.",
    "#reading=any": (
        "%(event)s is of the kind %(kind)s, which gives no right to %(to)s under the edition of the event entered."
    ),
    "#office=any": "In %(event)s, which ended on %(ended)s, equals share the place; the %(office)s decides who has the right.",
}
_ENDED = "%(event)s, which ended on %(ended)s, gave [half:half a right|a right]. "
_RUNNING = "%(event)s, which has not ended, has given [half:half a right|a right] already. "
_HELD = "Last day: %(expires)s. Used: %(used)s. Open to this entry: %(usable)s."
_TURN = " It is for %(turn)s: number %(cycle)s gave it, the event is number %(target)s."
_PUT_OFF = " Put off: %(deferred)s [deferred:time|times]."
_USABLE = {
    f"#usable=any{more}{ended}": source + _HELD + said
    for more, said in (("", ""), (",turn=any", _TURN), (",deferred=any", _PUT_OFF))
    for ended, source in (("", _ENDED), (",ended=none", _RUNNING))
}

PHRASES = (
    {
        f"ICCF-TR {route.clauses.under(edition.key)[0].address}{conditions}": message
        for route in ROUTES
        for edition in route.clauses.editions
        for conditions, message in (_PHRASES | _USABLE).items()
    }
    | {
        f"ICCF-TR {address}{conditions}": message
        for address in ("1.7.6", "1.8.6")
        for conditions, message in (_PHRASES | _USABLE).items()
        if "usable" in conditions or "office" in conditions
    }
    | {
        "ICCF-TR 3.6/1#fee=any": "The winner of the last final plays in the next one without entry fee (fee: %(fee)s).",
        "ICCF-TR 1.1.2(a)#halves=any": (
            "Two halves make one right to %(kind)s: %(halves)s. Rights open: %(open)s; used up: %(spent)s."
        ),
        "ICCF-TR 1.0.7/3": "%(event)s gives one right only: to %(kept)s, and not also to %(not_also)s.",
    }
)
