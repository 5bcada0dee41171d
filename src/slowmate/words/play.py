"""Phrases for one game: articles 1 and 4 to 13 of the Laws, and what the regulations of the event fix."""

COLOURS = {"white": "White", "black": "Black"}
"""The words for the two players if no names are given."""

_PLAY = {
    "1.1#not-on-move": "%(player)s does not have the move.",
    "1.1#on-move": "%(player)s has the move: conditional moves are set while the opponent has it.",
    "3.10.2": "%(move)s cannot be played: %(why)s.",
    "3.10.2#in-line": "Line %(line)s: %(move)s cannot be played: %(why)s.",
    "3.10.2#irregularity": "%(player)s sent %(move)s, which cannot be played: %(why)s.",
    "3.10.3": "The game cannot start from this position: %(why)s.",
    "4.1#made": "%(player)s played %(move)s.",
    "4.1#conditional": "%(player)s played %(move)s, a conditional move set before.",
    "4.1#conditionals": "%(player)s set conditional moves (lines: %(lines)s).",
    "4.1#dropped": "%(player)s dropped the conditional moves.",
    "4.1#line-length": "Line %(line)s has %(length)s [length:move|moves]; a line has 2 to %(most)s.",
    "4.1#lines": "There are %(lines)s lines; 1 to %(most)s can be set.",
    "4.1#no-reply": "Line %(line)s ends with %(move)s, a move of the opponent: add your reply to it.",
    "4.1#no-conditionals": "Conditional moves are for games on the server; this one is played by %(transmission)s.",
    "4.1#nothing-set": "%(player)s has no conditional moves to drop.",
    "4.1#server": "This game is played on the server: a move is made there, not recorded.",
    "4.1#two-replies": "Line %(line)s has another reply after %(after)s than a line before it; there can be one only.",
    "4.2#sent": "%(player)s sent %(move)s on %(sent)s.",
    "4.2#no-time-zone": "The dates of a move need a time zone.",
    "4.2#not-server": "This game is played by %(transmission)s: a move is recorded with its dates.",
    "4.2#out-of-order": (
        "The dates are out of order: opponent's move %(began)s, received %(received)s, sent %(sent)s, now %(now)s."
    ),
    "4.2#received": "%(player)s received the opponent's move on %(received)s: the clock of %(player)s runs since.",
    "4.2#received-before": "%(player)s had received the opponent's move on %(received)s: that is on record, and stands.",
    "4.2#nothing-received": "%(player)s makes the first move of the game: there was none to receive before it.",
    "4.2#before-claim": "%(player)s cannot have sent a move on %(sent)s and still have had it on %(claimed)s, to claim.",
    "4.2#no-receipt": (
        "No record shows when %(player)s received the move that was sent on %(sent)s: until then nobody's time passed. "
        "Find out when it was."
    ),
    "4.3#refused": "A move once made cannot be taken back.",
    "5.1.1": "Checkmate: %(winner)s wins.",
    "5.1.1#on-the-board": "The game ended on the board (%(termination)s), and %(result)s stands: nobody changes it.",
    "5.1.2": "%(player)s resigned.",
    "5.1.3#correct": "%(player)s claimed a win by the tables: %(verdict)s with %(pieces)s pieces.",
    "5.1.3#incorrect": "%(player)s claimed a win by the tables, but they say %(verdict)s; the game goes on.",
    "5.1.3#too-many": "A win by the tables is claimed with at most %(most)s pieces; there are %(pieces)s.",
    "5.1.3#upheld": "The director upheld the claim of %(player)s of %(made)s: won by the tables.",
    "5.1.4#ended": "Adjudicated %(result)s by %(director)s: %(reason)s.",
    "5.2.1": "Stalemate: %(player)s has no legal move, and the game is drawn.",
    "5.2.1#on-the-board": "The game ended on the board (%(termination)s), and %(result)s stands: nobody changes it.",
    "5.2.2#on-the-board": "The game ended on the board (%(termination)s), and %(result)s stands: nobody changes it.",
    "5.2.2": "Neither side can mate by any series of legal moves: the game is drawn.",
    "5.2.3#agreed": "%(player)s accepted the draw (moves by each: %(moves)s).",
    "5.2.3#too-early": "No draw before both players have made a move.",
    "5.2.4#correct": "%(player)s claimed a draw by the tables: %(verdict)s with %(pieces)s pieces.",
    "5.2.4#incorrect": "%(player)s claimed a draw by the tables, but they say %(verdict)s; the game goes on.",
    "5.2.4#too-many": "A draw by the tables is claimed with at most %(most)s pieces; there are %(pieces)s.",
    "5.2.4#upheld": "The director upheld the claim of %(player)s of %(made)s: drawn by the tables.",
    "5.2.6#ended": "Adjudicated a draw by %(director)s: %(reason)s.",
    "Glossary: result#over": "The game is over: %(result)s (%(termination)s).",
    "Glossary: result#not-a-correction": "%(result)s is not another result of a game.",
    "Glossary: default#ended": "Defaulted by %(director)s: %(reason)s. The result is %(result)s.",
    "Glossary: double default#ended": "Double default by %(director)s: %(reason)s. Both score nothing; not rated.",
    "12.2b#not-a-verdict": "An adjudication gives a win or a draw, not %(result)s.",
    "Intro-2": "No edition of the Laws that we hold governs a game that starts on %(starts)s.",
}

_REGULATIONS = {
    "whole-days": (
        "By the regulations of this event whole days count: %(reflected)s of reflection, charged %(charged)s, "
        "%(left)s left."
    ),
    "whole-days-doubled": (
        "By the regulations of this event whole days count, and each after %(doubled_after)s [doubled_after:day|days] on one move counts "
        "twice: %(reflected)s of reflection, charged %(charged)s (%(doubled)s of it by doubling), %(left)s left."
    ),
    "exact-doubled": (
        "By the regulations of this event time after %(doubled_after)s [doubled_after:day|days] on one move counts twice: %(reflected)s of "
        "reflection, charged %(charged)s (%(doubled)s of it by doubling), %(left)s left."
    ),
    "reminder": (
        "%(player)s was reminded: silent for %(day)s [day:day|days]. By the regulations of this event the game is lost after "
        "%(days)s."
    ),
    "silent": (
        "%(player)s has been silent for %(day)s [day:day|days]; by the regulations of this event the game is lost after %(days)s."
    ),
    "silence-loses": "Without a move the silence of %(player)s loses the game on %(until)s, by the regulations of this event.",
    "silence": "By the regulations of this event %(days)s [days:day|days] of silence lose the game; %(player)s was silent so long.",
    "silence-undecided": (
        "By the regulations of this event %(days)s [days:day|days] of silence lose the game; %(player)s was silent so "
        "long. Whether the opponent can still mate could not be decided; an appeal is open."
    ),
    "long-reflection": (
        "%(player)s announced a long reflection: by the regulations of this event more than %(days)s [days:day|days] on this move do "
        "not lose then."
    ),
    "long-reflection,day=any": (
        "%(player)s announced a long reflection, so far of %(day)s [day:day|days]; by the regulations of this event more "
        "than %(days)s on this move do not lose then."
    ),
    "already-announced": "%(player)s has announced a long reflection already.",
    "no-silence-rule": "By the regulations of this event silence does not lose, so there is nothing to announce.",
    "increment": "The regulations of this event add %(added)s for the move: %(left)s left.",
    "increment,bank=any": (
        "The regulations of this event add %(added)s for the move: %(left)s on the clock, %(bank)s in the bank."
    ),
    "fixed": "The regulations of this event give %(days)s [days:day|days] for each move: the clock is set to %(left)s.",
    "reached": (
        "The regulations of this event: with move %(moves)s the time control is reached, which gives %(added)s "
        "more: %(left)s left."
    ),
    "refill": "By the regulations of this event the bank gives %(moved)s: %(left)s on the clock, %(bank)s in the bank.",
    "protection": (
        "The regulations of this event protect from sudden death and give %(added)s more: the clock is set to %(left)s."
    ),
    "by-hand": "%(player)s took %(moved)s from the bank: %(left)s on the clock, %(bank)s in the bank.",
    "no-bank": "The regulations of this event know no bank; only a Triple Block clock has one.",
    "not-on-move": "%(player)s does not have the move: the clock is refilled by the player who has.",
    "nothing-to-refill": "Nothing to refill for %(player)s (bank: %(bank)s).",
}
"""Phrases for rulings that no Law has a number for."""

_TIME = {
    **{f"Glossary: regulations of an event#{outcome}": phrase for outcome, phrase in _REGULATIONS.items()},
    "6.2#arranged": (
        "The game and its time control are fixed in advance; it starts on %(starts)s and %(player)s has the first move."
    ),
    "6.3#missed": "%(player)s had made %(moves)s [moves:move|moves].",
    "6.3#missed,control=any": "%(player)s had made %(moves)s [moves:move|moves] of the %(control)s needed.",
    "6.4": "The game started on %(starts)s; the clock of %(player)s runs.",
    "6.4#before-start": "The game starts on %(starts)s; nothing is played before.",
    "6.5#exact": "%(reflected)s of reflection: %(left)s left.",
    "6.6a": "The flag of %(player)s fell on %(fell)s.",
    "6.6a#falls": "Without a move the flag of %(player)s falls on %(until)s.",
    "6.6a#too-late": "Too late: the flag of %(player)s fell on %(fell)s.",
    "6.6a#too-late-silence": "Too late: the silence of %(player)s ended the game on %(fell)s.",
    "6.6b#waits": "%(player)s claims that the flag of %(against)s has fallen; the director decides.",
    "6.6b#upheld": "The director upheld the claim of %(player)s of %(made)s: the flag had fallen.",
    "6.6b#already": "A claim of %(player)s waits for the director already.",
    "6.6b#counted-out": (
        "By the dates on record the time of %(player)s was up; how long the last move was under way is not known."
    ),
    "6.6b#counted-left": "By the dates on record %(player)s still had %(left)s when the claim was made.",
    "6.6b#by-claim": "No flag falls by itself in this game: it is claimed, and the director decides.",
    "6.6b#server": "On the server flags fall by themselves; nobody claims them.",
    "6.7a#lost": "%(player)s loses on time.",
    "6.7a#undecided": (
        "%(player)s loses on time. Whether the opponent can still mate could not be decided; an appeal is open."
    ),
    "6.7b": "%(player)s cannot mate by any series of legal moves: the game is drawn.",
    "6.8a#out-of-order": "Something happened on %(latest)s already; nothing can happen on %(at)s any more.",
    "6.8b#left": "%(director)s set the clock of %(player)s from %(old)s to %(new)s: %(reason)s.",
    "6.8b#impossible": "A clock cannot show %(left)s; the most is %(most)s.",
    "6.8b#impossible-bank": "There is no bank that could hold %(bank)s.",
    "6.9": "Both flags had fallen, and nobody can tell which first.",
    "6.9#ended": "Both flags had fallen and nobody can tell which first: double default by %(director)s (%(reason)s).",
    "6.10a#stopped": "%(director)s stopped the clocks: %(reason)s.",
    "6.10a#already": "The clocks stand still already.",
    "6.10a#triple-block": "In Triple Block the clock is never stopped.",
    "6.10b#claim-waits": (
        "%(player)s claims (%(claim)s); the director decides. The clocks run on meanwhile, and if the claim is right, the "
        "game ended with it."
    ),
    "6.10c#called-off": "%(director)s called the adjudication off: %(reason)s. Play goes on with the time there was.",
    "6.10c#dismissed": (
        "%(director)s found no illegal move in what %(player)s sent: %(reason)s. Play goes on with the time there was."
    ),
    "6.10c#restarted": "%(director)s restarted the clocks: %(reason)s.",
    "6.10c#not-stopped": "No director has stopped the clocks.",
    "6.10c#interrupted": "The game is interrupted; the director decides when it goes on.",
    "6.11b#moves": "%(director)s set the move counter of %(player)s from %(old)s to %(new)s: %(reason)s.",
    "6.11b#impossible": "A move counter cannot show %(moves)s.",
    "10.1a#refused": "Games are never adjourned; a clock rests by a move or by leave.",
    "10.1b#taken": "%(player)s takes leave from %(first)s to %(last)s (days left this year: %(left)s).",
    "10.1b#ended": "%(player)s is back from leave, which began on %(first)s.",
    "10.1b#given-up": "%(player)s gave up the leave that was to begin on %(first)s.",
    "10.1b#granted": "%(player)s was granted leave from %(first)s to %(last)s (given back on this move: %(credited)s).",
    "10.1b#in-the-past": (
        "Leave cannot begin on %(first)s; in UTC, by which days of leave are counted, today is %(today)s."
    ),
    "10.1b#no-days": "%(first)s to %(last)s is no span of leave; it lies within a year from now.",
    "10.1b#no-leave": "%(player)s has no leave to end.",
    "10.1b#on-leave": "%(player)s is on leave from %(first)s to %(last)s and makes no move.",
    "10.1b#overlaps": "Leave is booked from %(first)s to %(last)s already.",
    "10.1b#extra-left": "%(player)s may be granted %(left)s more days of extra leave in %(year)s (of %(allowed)s).",
    "10.1b#used-up": (
        "%(asked)s [asked:day|days] of leave in %(year)s are too many: of the %(allowed)s that this event "
        "allows, %(left)s are left."
    ),
    "10.1c#refused": "Triple Block has no leave.",
}

_CLAIMS = {
    "9.1.1#too-early": (
        "The regulations of this event allow no draw before %(minimum)s [minimum:move|moves] by each player; made so far: %(moves)s."
    ),
    "9.1.2.1b#offered": "%(player)s offered a draw.",
    "9.1.2.1c#refused": "An offer of a draw cannot be withdrawn.",
    "9.1.2.1d#declined": "%(player)s declined the draw.",
    "9.1.2.1d#rejected-by-move": "The move rejects the offer of a draw.",
    "9.1.2.1d#no-offer": "No offer to %(player)s is open.",
    "9.1.2.1d#void": "The offer of %(player)s is void: the move ended the game.",
    "9.1.2.2": "The claim stands as an offer of a draw by %(player)s.",
    "9.2.1#not-on-move": "%(player)s does not have the move and cannot claim.",
    "9.3.2#not-on-move": "%(player)s does not have the move and cannot claim.",
    "9.3.3": "With %(pieces)s pieces the 50-move rule does not apply.",
    "Glossary: 50-move rule": "%(needed_moves)s [needed_moves:move|moves] by each are needed.",
    "9.4.1a#waits": "%(player)s claims (%(claim)s); the clocks stand still until the director decides.",
    "9.4.1a#interrupted": "A claim waits for the director.",
    "9.4.1a#no-claim": "No claim of %(player)s waits for a decision.",
    "9.4.1a#unknown-claim": "%(claim)s is not claimed in this way.",
    "9.4.1b#refused": "A claim cannot be withdrawn.",
    "9.4.2": "The claim (%(claim)s) is correct: the game is drawn.",
    "9.4.2#upheld": "The director upheld the claim of %(player)s of %(made)s (%(claim)s): the game is drawn.",
    "9.4.3a#heard": (
        "This claim of %(player)s (%(claim)s) was found wrong in this position; it is heard again after a move."
    ),
    "9.4.3a#incorrect": "The claim (%(claim)s) is not correct; the game goes on.",
    "9.4.3b#another-move": "%(player)s declared %(move)s with the claim: this move must be made.",
    "9.4.3b": "%(player)s had declared %(move)s, which is now played.",
}

_CONDUCT = {
    "13.3.1#what=any": "Abusive, obscene or objectionable communication is never acceptable: %(what)s; found before: %(earlier)s.",
    **{
        f"13.3.2.3({letter})": "Serious by the Laws' own examples: %(what)s (found before: %(earlier)s)."
        for letter in "abcde"
    },
    "13.3.2.3(e)#offers": "%(player)s offered a draw with %(offers)s of the last %(moves)s own [moves:move|moves].",
    "13.3.2": "Repeated misbehaviour is disciplined: %(what)s, found before: %(earlier)s.",
    "13.3.2.1": "A serious or recurring breach is penalised at once: %(what)s, found before: %(earlier)s.",
    "13.3.2.2#not-open": "The penalty follows the severity: %(penalty)s is not open here, but %(penalties)s.",
    "13.3.2.2#penalties=any": "The penalty follows the severity; open to the director: %(penalties)s.",
}

_DIRECTOR = {
    "7.1a#restart": "Colours were reversed (%(reason)s, %(director)s): a new game starts. Moves made: %(moves)s.",
    "7.1a#new-game": "Played with the correct colours in place of game %(game)s, which was discontinued.",
    "7.1a#server": "On the server colours cannot be reversed.",
    "7.1b#continues": "Colours were reversed, but with %(moves)s [moves:move|moves] by each player the game continues.",
    "7.2a#reinstated": (
        "%(director)s put back the position before half-move %(ply)s of %(player)s, which was illegal (%(reason)s)."
    ),
    "7.2a#reconstruction": "The game is being reconstructed; nothing is put back before that is done.",
    "7.2a#no-such-move": "There is no half-move %(ply)s; the game has %(plies)s.",
    "7.2a#server": "On the server no illegal move can be made.",
    "7.2a#interrupted": "The game is interrupted until the director has dealt with the irregularity.",
    "7.2a#no-times": "No record tells what the clock of %(player)s held before that move: say what it shall show.",
    "7.2a#nothing-found": "No illegal move waits to be dealt with.",
    "7.2a#impossible-time": "A clock cannot show %(left)s.",
    "7.2b#penalised": "%(player)s is charged penalty days for it: %(days)s.",
    "7.2b#no-penalty": "The guilty player is penalised; penalty days proposed: %(proposed)s.",
    "8.1#illegal": "Half-move %(ply)s, %(move)s, cannot be played: %(why)s.",
    "8.1#too-long": "%(plies)s [plies:half-move|half-moves] are too many; the limit is %(most)s.",
    "8.1.1#unreadable": "%(move)s cannot be read as one move: %(why)s. Write it again, as it was sent.",
    "8.1.5#assisted": "%(assistant)s keeps score for %(player)s.",
    "8.2#requested": "%(director)s asked %(player)s for the scoresheet: %(reason)s.",
    "8.2#already": "The scoresheet of %(player)s has been asked for already.",
    "8.2#handed-in": "%(player)s handed in the scoresheet (%(form)s).",
    "8.2#server": "The server keeps the record itself; there is no scoresheet.",
    "8.3": "Without a complete scoresheet the game is reconstructed.",
    "8.3#opened": "%(director)s recorded position and times (%(reason)s); %(player)s has the move.",
    "8.3#opened-again": "%(director)s recorded position and times anew (%(reason)s); %(player)s has the move.",
    "8.3#done": "The game was reconstructed: %(moves)s [moves:move|moves] (%(reason)s, %(director)s).",
    "8.3#already": "An irregularity is open already; it is dealt with first.",
    "8.3#another-position": "The moves lead to %(reached)s, but %(recorded)s was recorded.",
    "8.3#another-count": "The position agrees, but not how many moves both players have made: "
    "%(moves)s as entered, %(recorded)s as recorded. Correct the moves, or begin again and correct the number.",
    "8.3#incomplete": "Times and number of moves (%(moves)s) must be recorded first.",
    "8.3#no-position": "The position must be recorded first: %(why)s.",
    "8.3#not-opened": "Position, times and number of moves are recorded before the reconstruction.",
    "8.3#server": "The server keeps the record itself; there is nothing to reconstruct.",
    "8.4#settled": "The records do not show the count: the counter of %(player)s goes from %(old)s to %(new)s.",
    "8.4#not-here": "The count of this game is not in doubt.",
    "8.5a#reported": "%(player)s reported the game: %(result)s.",
    "8.5a#no-result": "%(result)s is not a result that players report.",
    "8.5a#server": "The server keeps the record itself; there is nothing to report.",
    "8.5b#both-reported": "Both players reported %(result)s, and it stands.",
    "8.5b#corrected": "%(director)s changed the result from %(old)s to %(new)s: %(reason)s.",
    "8.5b#stands": "The result, %(result)s, stands unless the director decides otherwise.",
    "8.5b#reports-differ": "The players reported different games; the director decides.",
    "8.5b#confirmed": "%(director)s lets the result, %(result)s, stand: %(reason)s.",
    "8.5b#not-contested": "Nobody reported another result than %(result)s.",
    "8.5b#not-over": "The game is not over.",
    "11.1": "A game may be completed by adjudication.",
    "11.1#called": "%(director)s called for adjudication: %(reason)s.",
    "11.1#already": "The position waits for its adjudication already.",
    "11.1#not-called": "No adjudication was called for.",
    "11.1#interrupted": "The position waits for its adjudication.",
    "11.1#to-judge": "No rule decides the position: %(pieces)s pieces are left, and the endgame tables here go up to "
    "%(largest)s.",
    "Preface-1#analogy": "The case is not regulated, and is decided by analogy with one that is.",
    "Preface-1#no-article": "A ruling names the article it rests on; %(article)s is none.",
    "Glossary: penalties#days": (
        "%(director)s took %(days)s [days:day|days] off the clock of %(player)s: %(reason)s. Time left: %(left)s."
    ),
    "Glossary: penalties#days-of-bank": (
        "%(director)s took %(days)s [days:day|days] off the time of %(player)s: %(reason)s. Time left: %(left)s on the "
        "clock, %(bank)s in the bank."
    ),
    "Glossary: penalties#misconduct": (
        "%(director)s found against %(player)s: %(what)s (%(reason)s). Penalty: %(penalty)s."
    ),
    "Glossary: penalties#no-days": "A penalty of %(days)s [days:day|days] is none.",
    "Glossary: tournament director's discretion#corrected": (
        "%(director)s changed the result from %(old)s to %(new)s: %(reason)s."
    ),
    "Glossary: tournament director's discretion#ended": "Cancelled by %(director)s: %(reason)s.",
    "Glossary: tournament director's discretion#no-reason": "A director's act needs the director's name and a reason.",
}

OF_ANY_CLAUSE = {"#ruled-by-director": "%(director)s ruled: %(reason)s."}
"""A director's ruling may rest on any clause: the sentence is the same."""
PHRASES = {f"ICCF-LAWS {key}": phrase for key, phrase in {**_PLAY, **_TIME, **_CLAIMS, **_CONDUCT, **_DIRECTOR}.items()}
