"""The sentences of the recorder's pages, by the name under which their modules ask for them.

A field in braces is filled by the browser. What is said about a game comes with the game.
"""

from collections.abc import Mapping
from typing import Final

from calimala_es.components import ACTIONS, COLOUR_WORDS, INTRIGUE_ACTIONS, PALAZZO, SCORING_TILES, WHITE
from replays.text.languages import Language, message
from replays.text.terms import BUILDING, SHORT_PLACE_WORDS, SQUARE, TILE, action_term, colour_term, place_term

SHELL: Final = {
    "first": message("Loading everything that is needed without a connection …"),
    "failed": message("Calimala could not start; close this page and open it again."),
    "unable": message(
        "This browser, or this address, does not let pages work without a connection: HTTPS is required."
    ),
    "refused": message(
        "This browser does not let Calimala store anything, so every game would be lost: use a window that is not "
        "private, or free some space."
    ),
    "update": message("A new version is available."),
    "load": message("Use it now"),
}
"""Sentences of the page around those of a phone's service."""

COMMON: Final = {
    "close": message("Close"),
    "loading": message("Loading …"),
    "state.saved": message("everything saved"),
    "state.sending": message("sending {number}"),
    "state.away": message("no connection"),
    "state.away.waiting": message("no connection, {number} waiting"),
    "state.keyless": message("no key"),
    "state.denied": message("key not accepted"),
    "state.denied.waiting": message("key not accepted, {number} waiting"),
    "state.early": message("something is missing"),
    "state.refused": message("one decision was refused"),
    "state.clash": message("two phones disagree"),
    "colour.s": message("a support disc"),
    "street": message("{one}-{other}"),
    "tile.nobody": message("nobody has a cube there yet"),
    "tile.next": message("scored next"),
    "tile.any": message("whichever stack fills next"),
    "tile.depends": message("depends on which stack fills next"),
    "ranking.player": message("Player"),
    "ranking.cubes": message("Cubes"),
    "ranking.points": message("Points"),
    "ranking.missing": message("Needed"),
    "points": message("points: {points}"),
    "look": message("View the game"),
    "city": message("City map"),
    "disc.waiting": message("{disc}, not sent yet"),
    "refused.street": message("illegal"),
    "tapped": message("already tapped"),
    "links": message("Other pages"),
    "languages": message("Languages"),
    "links.waiting": message(
        "Not sent yet: {number}. Everything stays on this phone and is sent once this page is open again "
        "with a connection."
    ),
}
"""Sentences of all these pages."""

RECORDER: Final = {
    "turn": message("Turn {turn}"),
    "turn.disc": message("Turn {turn}, disc {number}"),
    "turn.of": message("{turn}: {player}"),
    "setting.up": message("Before the first turn"),
    "over": message("The game is over."),
    "players": message("Players"),
    "discs": message("coloured discs: {coloured}, white discs: {white}, cards: {hand}"),
    "disc": message("Which disc?"),
    "kind.c": message("coloured disc"),
    "kind.w": message("white disc"),
    "kind.s": message("support disc"),
    "kind.d": message("support disc, two cards"),
    "cards": message("Play a card"),
    "then": message("After this disc"),
    "then.disc": message("Next disc on this street: {player}"),
    "then.and": message("{deed}, and one of these:"),
    "then.place": message("Next to place a disc: {player}. Tap a street."),
    "then.scored": message("{tile} is scored first"),
    "card.for": message("play a card: {deed}"),
    "offer": message("Other options"),
    "end.disc": message("end this activation"),
    "next.turn": message("Next turn"),
    "line": message("This turn in notation:"),
    "unchecked": message("No connection: what you tap is saved on this phone and checked once the connection is back."),
    "unchecked.back": message("Back to this turn"),
    "undo": message("undo"),
    "redo": message("redo"),
    "queue": message("Saved on this phone, not sent yet: {number}"),
    "entry.waiting": message("waiting"),
    "entry.refused": message("refused"),
    "entry.early": message("waiting for what came before it"),
    "entry.clash": message("somebody recorded something else"),
    "unsent": message("{words} (waiting)"),
    "phone.full": message(
        "This phone can no longer store anything: do not close this page until everything has been sent."
    ),
    "tap.twice": message("Tapped twice, recorded once: {words}"),
    "tap.gone": message("No longer legal, not recorded: {words}"),
    "announce.saved": message("Saved: {words}."),
    "announce.same": message("Somebody else has already recorded this: {words}"),
    "announce.overtaken": message("The game has moved on; nothing was undone."),
    "announce.undone": message("Undone: {words}"),
    "announce.deleted": message("Deleted: {words}"),
    "announce.corrected": message("Corrected."),
    "refused": message("This breaks the rules"),
    "unsaved": message("This was not saved"),
    "again": message("Try again"),
    "mistyped": message("This is not valid notation"),
    "expected": message("Expected: {expected}"),
    "instead": message("record this instead"),
    "rather": message("Or tap what was done:"),
    "anyway": message("Record it anyway"),
    "anyway.more": message("Record an illegal play"),
    "drop": message("Leave it out"),
    "drop.all": message("Leave out all {number}"),
    "clash": message("Two phones disagree"),
    "clash.one": message("Somebody else has recorded this turn as well. What happened at the table?"),
    "clash.more": message("Meanwhile somebody else has recorded {number} decisions. What happened at the table?"),
    "clash.theirs": message("The other phone"),
    "clash.mine": message("This phone"),
    "no.key": message("This phone has no key for recording the game. Ask the person who started it for the link."),
    "log.empty": message("No decisions have been recorded yet."),
    "log.open": message("Correct: {words}"),
    "log.all": message("Earlier"),
    "by.player": message("{player}: {words}"),
    "say": message("Add a comment"),
    "comment": message("a comment"),
    "comment.what": message("Comment for everybody at the table"),
    "comment.send": message("Send"),
    "remarks": message("Comments"),
    "remark.back": message("Delete"),
    "remark.back.what": message("Delete: {words}"),
    "remark.erase": message("Delete permanently?"),
    "remark.erase.what": message("Delete {words} permanently?"),
    "photo": message("a photo"),
    "photo.what": message("A photo of the table, reduced in size on this phone and sent without its location"),
    "photo.choose": message("Take or choose a photo"),
    "photo.drop": message("Remove"),
    "photo.wrong": message("This phone cannot read that picture."),
    "more": message("More"),
    "signs": message("What the symbols mean"),
    "signs.win": message("points for the player who would win the tile"),
    "signs.waits": message("a disc not sent yet"),
    "signs.undo": message("an undo or redo not sent yet"),
    "signs.tapped": message("already tapped"),
    "missed": message("Nobody saw what happened here"),
    "missed.words": message("something unrecorded"),
    "anyway.words": message("played anyway: {words}"),
    "anyway.what": message("Tap what was done. What it changed on the table is recorded, whatever the rules say."),
    "anyway.turn": message(
        "The turn ends with this placement. Enter in notation what its actions changed, e.g. {example}."
    ),
    "undone.meanwhile": message("another phone has undone something in the meantime; record this anyway?"),
    "anyway.write": message("Record it"),
    "phones": message("More phones"),
    "phones.what": message(
        "Choose what the other phone may do, then scan the code with its camera. Anyone with the code can do the same."
    ),
    "phones.alone": message("Other phones cannot reach this address: only this computer can connect to the service."),
    "phones.network": message(
        "Other phones cannot open the address of this page, so these links and codes use {address}."
    ),
    "phones.pocket": message(
        "The game is only on this phone. This link contains all of it so far, without names and comments: another "
        "phone that opens the link continues the game."
    ),
    "phones.uncoded": message("This game cannot be made into a link; save it as text instead."),
    "phones.none": message("This phone has only the recorder's link."),
    "phones.recorder": message("Record the game as well"),
    "phones.seat": message("Enter {player}'s cards"),
    "phones.viewer": message("View the game"),
    "phones.link": message("Link"),
    "phones.wrong": message("The QR code is not available without a connection."),
    "correct": message("Correct a decision"),
    "correct.now": message("What was it?"),
    "correct.nothing": message("nothing"),
    "correct.typed": message("In notation"),
    "correct.try": message("Try"),
    "correct.delete": message("This never happened"),
    "correct.fits": message("Everything after it still fits."),
    "correct.open": message("Decisions to settle: {number}. What should happen to this one?"),
    "correct.observed": message("it did happen: keep what it changed"),
    "correct.dropped": message("leave it out"),
    "correct.stopped": message("end the record before it"),
    "correct.rest": message("Keep what this one and all the others changed"),
    "correct.do": message("Correct it"),
    "correct.away": message("This needs a connection and works only when nothing is waiting to be sent."),
    "correct.step": message("Back"),
    "correct.back": message("Undo everything from here on"),
    "setup": message("Correct the set-up"),
    "setup.what": message("the set-up"),
    "setup.how": message("Tap two tiles to exchange them. Every decision is then replayed."),
    "setup.event": message("Event"),
    "setup.site": message("Place"),
    "setup.date": message("Date"),
    "setup.players": message("Players, in turn order"),
    "setup.name": message("Name"),
    "setup.colour": message("Colour"),
    "setup.up": message("Move up"),
    "new.city": message("The city"),
    "new.council": message("The scoring tiles"),
    "corrected": message("Corrected: {id}. Undo reverts the whole correction."),
    "undo.correction": message("undo the correction: {id}"),
    "early": message("Something before this is missing"),
    "early.what": message(
        "What you entered is not lost: it is waiting on this phone. Enter what came before it; then it "
        "and everything after it are sent again."
    ),
    "before": message("What came before it:"),
    "rather.either": message("Or tap what was done: the same action done differently, or what came before it."),
    "key.gone": message(
        "This phone's key is no longer valid for recording this game. Ask the person who started the "
        "game for a new link and open it on this phone."
    ),
    "key.waits": message("Whatever is waiting stays on this phone and is sent once the new link is opened."),
    "theirs.undone": message("{turn}: another phone has undone what was here."),
    "theirs.rewritten": message("{turn}: another phone has recorded this differently."),
    "card.unknown": message("unknown"),
    "card.first": message("{deed} is required but impossible right now: play a card first."),
    "cards.first": message(
        "One of the street's actions is required, but neither is possible right now: play a card first."
    ),
    "below": message(
        "What the lower discs on this street did has not been recorded: {players}. Record it before the next turn."
    ),
    "somebody": message("somebody"),
    "street.over": message("No other disc on this street is activated: continue with the next turn."),
}
"""Sentences of the recorder's page alone."""

SEAT: Final = {
    "seat.influence": message("Influence cards"),
    "seat.dealt": message("dealt"),
    "seat.keeps": message("kept"),
    "seat.hand": message("Your hand"),
    "seat.drawn": message("Cards you drew"),
    "seat.what": message("Tap a card to say which one it is. Nobody else will see it."),
    "seat.which": message("Which card is it?"),
    "seat.entered": message("what you entered"),
    "seat.nothing": message("You have drawn no cards yet."),
    "seat.table": message("Keep what was recorded at the table"),
    "seat.change": message("Change what I entered"),
    "seat.disagree": message("What you entered contradicts what was recorded at the table"),
    "seat.no.key": message("This phone has no seat key. Scan the QR code on the recorder's phone."),
    "seat.saved": message("Saved, for your eyes only."),
    "seat.acts": message("It is your turn to act."),
    "seat.whose": message("{player}: your hand"),
    "seat.chosen": message("{number} of {count} chosen"),
    "seat.key.gone": message(
        "This phone's key is no longer valid for these cards. Ask the person who started the game for a "
        "new link and open it on this phone."
    ),
}
"""Sentences of a seat's page alone."""

NEW: Final = {
    "new.place": message("Tap the tiles in the same order as on your table."),
    "new.middle": message("The tile in the middle is always the same: {tile}."),
    "new.colours": message("Somebody else has this colour."),
    "new.names": message("Somebody else has this name: add something to tell them apart."),
    "new.again": message("Start again"),
    "undo": message("Undo"),
    "new.city": message("The city"),
    "new.council": message("The scoring tiles"),
    "new.laid": message("Lay out the tiles like this"),
    "new.shuffle": message("Shuffle again"),
    "new.wrong": message("That did not work: {why}"),
    "new.away": message("The service cannot be reached. Try again."),
    "new.begin": message("Create the game"),
    "new.record": message("Start recording"),
    "new.keys": message("This phone could not store the keys: save these links."),
    "new.family": message("{name} as {family}"),
}
"""Sentences of the page on which a game begins."""

KEEPING: Final = {
    "copy": message("Copy"),
    "copied": message("Copied"),
    "keep.title": message("Keep the owner's key"),
    "keep.what": message(
        "This link lets you manage the game on any device: keys, names, who can view it. This device keeps it until "
        "the browser's data is deleted."
    ),
    "keep.lost": message(
        "The service cannot show it again: if it is lost, only the person who runs the service can make another."
    ),
    "keep.file": message("Save all keys as a file"),
    "link.record": message("Link for recording"),
    "link.own": message("Link for the owner"),
    "link.look": message("Link for viewers"),
    "link.seat": message("Link for seat {number}"),
}
"""Sentences about keys, for the pages on which a game begins and is recorded."""

_FIELDS: Final = (
    "address",
    "card",
    "coloured",
    "count",
    "deed",
    "disc",
    "example",
    "expected",
    "family",
    "hand",
    "houses",
    "id",
    "name",
    "number",
    "one",
    "other",
    "player",
    "players",
    "points",
    "tile",
    "total",
    "turn",
    "white",
    "why",
    "words",
)


def sentences(language: Language, *tables: Mapping[str, str]) -> dict[str, str]:
    """Return sentences by their names, with their fields in braces."""
    unfilled = {field: f"{{{field}}}" for field in _FIELDS}
    return {name: language.text(words, **unfilled) for table in tables for name, words in table.items()}


def terms(language: Language) -> dict[str, str]:
    """Return the terms of what is on the table, by kind and code, as ``tile.HAM``, ``action.W`` and ``colour.b``."""
    colours = {code: colour_term(code, language) for code in COLOUR_WORDS}
    white = language.word("colour", "white")
    return {
        **{f"action.{code}": action_term(code, language, SQUARE) for code in ACTIONS},
        **{f"action.{code}": action_term(code, language) for code in INTRIGUE_ACTIONS},
        "action.I": language.text("intrigue action"),
        **{f"tile.{code}": language.word(TILE, SHORT_PLACE_WORDS[code]) for code in SCORING_TILES},
        **{f"colour.{code}": words for code, words in colours.items()},
        **{f"disc.{code}": words for code, words in colours.items()},
        f"disc.{WHITE}": white,
        f"place.{PALAZZO}": place_term(PALAZZO, language, BUILDING),
        "disc.+": language.text("a disc not sent yet"),
        "comma": language.word("list", ", "),
        "semicolon": language.word("list", "; "),
    }
