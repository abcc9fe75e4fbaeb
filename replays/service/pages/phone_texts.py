"""The sentences of the recorder's pages, by the name under which their modules ask for them.

A field in braces is filled by the browser. What is said about a game comes with the game.
"""

from collections.abc import Mapping
from typing import Final

from calimala_es.components import ACTIONS, COLOUR_WORDS, INTRIGUE_ACTIONS, PALAZZO, SCORING_TILES, WHITE
from replays.text.languages import Language, message
from replays.text.terms import BUILDING, SHORT_PLACE_WORDS, SQUARE, TILE, action_term, colour_term, place_term

COMMON: Final = {
    "close": message("Close"),
    "loading": message("Asking the service …"),
    "state.saved": message("everything is kept"),
    "state.sending": message("sending {number}"),
    "state.away": message("no connection"),
    "state.away.waiting": message("no connection, {number} waiting"),
    "state.keyless": message("no key"),
    "state.denied": message("this key is not taken"),
    "state.denied.waiting": message("this key is not taken, {number} waiting"),
    "state.early": message("something is missing"),
    "state.refused": message("one was refused"),
    "state.clash": message("two say different things"),
    "colour.s": message("a support disc"),
    "street": message("{one}-{other}"),
    "tile.nobody": message("nobody is there yet"),
    "points": message("{points} points"),
    "look": message("Look at the game"),
    "city": message("The city: where is the disc placed?"),
    "street.empty": message("empty"),
    "refused.street": message("the rules refuse it"),
    "tapped": message("tapped already"),
    "links": message("Elsewhere"),
    "languages": message("Languages"),
    "links.waiting": message(
        "Not sent yet: {number}. It stays on this phone, and is sent as soon as this page is open again "
        "with a connection."
    ),
}
"""Sentences of all these pages."""

RECORDER: Final = {
    "turn": message("Turn {turn}"),
    "turn.of": message("{turn}: {player}"),
    "setting.up": message("Before the first turn"),
    "over": message("The game is over."),
    "players": message("Players"),
    "discs": message("{coloured} coloured discs, {white} white ones, {hand} cards"),
    "disc": message("Which disc?"),
    "kind.c": message("coloured disc"),
    "kind.w": message("white disc"),
    "kind.s": message("support disc"),
    "kind.d": message("support disc, two cards"),
    "cards": message("A card from the hand"),
    "card.for": message("a card: {deed}"),
    "offer": message("Something else is offered"),
    "end.disc": message("this disc is done"),
    "next.turn": message("The next turn"),
    "line": message("The turn as it is written:"),
    "good.wood": message("{number} wood"),
    "good.brick": message("{number} brick"),
    "good.marble": message("{number} marble"),
    "good.cloth": message("{number} cloth"),
    "good.ships": message("ships: {number}"),
    "good.houses": message("houses: {houses}"),
    "ranking.player": message("Player"),
    "ranking.cubes": message("Cubes"),
    "ranking.points": message("Points"),
    "ranking.missing": message("Lacking"),
    "unchecked": message("No connection: what you tap is kept on this phone, and checked as soon as there is one."),
    "unchecked.back": message("Back to this turn"),
    "undo": message("undo"),
    "redo": message("redo"),
    "queue": message("On this phone, not sent yet: {number}"),
    "entry.waiting": message("waits"),
    "entry.refused": message("refused"),
    "entry.early": message("waits for what came before it"),
    "entry.clash": message("somebody wrote something else"),
    "phone.full": message("This phone keeps nothing any more: do not close the page before everything has been sent."),
    "announce.saved": message("Kept: {words}."),
    "announce.same": message("Somebody else has written this already: {words}"),
    "announce.overtaken": message("The game has gone on meanwhile; nothing was undone."),
    "announce.undone": message("Taken back: {words}"),
    "announce.corrected": message("Set right."),
    "refused": message("The rules refuse this"),
    "mistyped": message("That is no notation"),
    "expected": message("Possible would be: {expected}"),
    "instead": message("write this instead"),
    "rather": message("Or tap what was done:"),
    "anyway": message("It was played anyway"),
    "drop": message("Leave it out"),
    "drop.all": message("Leave out all {number}"),
    "clash": message("Two phones say different things"),
    "clash.one": message("Somebody else has written this turn as well. What happened at the table?"),
    "clash.more": message("Somebody else has written {number} decisions meanwhile. What happened at the table?"),
    "clash.theirs": message("The other phone"),
    "clash.mine": message("This phone"),
    "no.key": message("This phone has no key to write the game down. Ask who began it for the link."),
    "log.empty": message("Nothing has been decided yet."),
    "log.open": message("Set right: {words}"),
    "log.all": message("Further back"),
    "say": message("Say something"),
    "comment": message("a comment"),
    "comment.what": message("What everybody at the table hears"),
    "comment.send": message("Say it"),
    "remarks": message("What was said"),
    "remark.back": message("Take it back"),
    "remark.erase": message("Erase for good?"),
    "photo": message("a photo"),
    "photo.what": message("A photo of the table, made small on this phone; it does not tell where it was taken"),
    "photo.choose": message("Take or choose a photo"),
    "photo.wrong": message("This phone cannot read that picture."),
    "more": message("Something else"),
    "signs": message("What the signs mean"),
    "signs.points": message("points"),
    "signs.discs": message("coloured discs that are left"),
    "signs.white": message("white discs that are left"),
    "signs.cards": message("cards in the hand"),
    "signs.win": message("points for who would win the tile"),
    "signs.waits": message("a disc that is not sent yet"),
    "signs.undo": message("something is to be taken back, or brought back"),
    "signs.tapped": message("was tapped before"),
    "missed": message("Nobody saw what happened here"),
    "missed.words": message("missed"),
    "anyway.words": message("played anyway: {words}"),
    "anyway.what": message("Tap what was done. What it changed on the table is written down, whatever the rules say."),
    "anyway.turn": message("The turn ends with it. What its actions changed is written in notation, as {example}."),
    "undone.meanwhile": message("another phone took something back meanwhile; is this to be written nevertheless?"),
    "anyway.write": message("Write it so"),
    "phones": message("More phones"),
    "phones.what": message("Show this to the other phone's camera. Whoever has it may do what stands beside it."),
    "phones.alone": message("Other phones cannot reach this address: the service answers on this computer alone."),
    "phones.none": message("This phone has only the recorder's link."),
    "phones.recorder": message("Writes the game down as well"),
    "phones.seat": message("Enters the cards of {player}"),
    "phones.viewer": message("Looks on"),
    "phones.link": message("The link"),
    "copy": message("Copy"),
    "copied": message("Copied"),
    "phones.wrong": message("The picture cannot be had without a connection."),
    "correct": message("Set a decision right"),
    "correct.now": message("What was it?"),
    "correct.nothing": message("nothing"),
    "correct.typed": message("In notation"),
    "correct.try": message("Try"),
    "correct.delete": message("It was not there at all"),
    "correct.fits": message("Everything behind it fits as it stands."),
    "correct.open": message("Decisions to be settled: {number}. What becomes of this one?"),
    "correct.observed": message("it was so: keep what it changed"),
    "correct.dropped": message("leave it out"),
    "correct.stopped": message("end the record before it"),
    "correct.rest": message("Keep what this and all others changed"),
    "correct.do": message("Set it right"),
    "correct.away": message("This needs a connection, and nothing waiting on this phone."),
    "correct.step": message("Back"),
    "correct.back": message("Take back everything from here on"),
    "corrected": message("{id} was set right. Undo takes the whole correction back."),
    "undo.correction": message("undo: what {id} was before"),
    "early": message("Something that came before this is missing"),
    "early.what": message(
        "It is not lost: it waits on this phone. Tap first what came before it; then it is tried again, and all that "
        "waits behind it."
    ),
    "before": message("What came before it:"),
    "rather.either": message("Or tap what was done: another way of it, or what came before it."),
    "key.gone": message(
        "The key of this phone is no longer valid for writing this game down. Ask who began the game for a new link, "
        "and open it on this phone."
    ),
    "key.waits": message("What waits stays on this phone, and is sent when the new link is open."),
    "theirs.undone": message("{turn}: another phone has taken back what stood here."),
    "theirs.rewritten": message("{turn}: another phone has written this otherwise."),
    "card.first": message("{deed} has to be done, and is impossible as things stand: a card comes first."),
    "cards.first": message(
        "One of the street's actions has to be done, and they are impossible as things stand: a card comes first."
    ),
    "below": message(
        "Nothing was told of discs that lie below on this street: {players}. That comes before the next turn."
    ),
    "somebody": message("somebody"),
    "street.over": message("No other disc is activated on this street: the next turn comes."),
}
"""Sentences of the recorder's page alone."""

SEAT: Final = {
    "seat.influence": message("Influence cards"),
    "seat.dealt": message("dealt"),
    "seat.keeps": message("kept"),
    "seat.hand": message("Your hand"),
    "seat.drawn": message("Cards that you took"),
    "seat.what": message("Tap a card to say which it is. Nobody else gets to see it."),
    "seat.unknown": message("unknown"),
    "seat.which": message("Which is it?"),
    "seat.entered": message("what you told"),
    "seat.nothing": message("You have drawn no cards yet."),
    "seat.table": message("Keep what the table wrote"),
    "seat.change": message("Change what I told"),
    "seat.disagree": message("What you told and what the table wrote do not go together"),
    "seat.no.key": message("This phone has no key of a seat. Let the recorder's phone show you the picture to scan."),
    "seat.saved": message("Kept, for your eyes only."),
    "seat.acts": message("It is your turn to act."),
    "seat.key.gone": message(
        "The key of this phone is no longer valid for these cards. Ask who began the game for a new link, and open it "
        "on this phone."
    ),
}
"""Sentences of a seat's page alone."""

NEW: Final = {
    "new.place": message("Tap the tiles in the order in which they lie."),
    "new.middle": message("The tile in the middle is always the same: {tile}."),
    "new.colours": message("Somebody else has this colour."),
    "new.names": message("Somebody else has this name: add something to tell them apart."),
    "new.again": message("Begin again"),
    "undo": message("Undo"),
    "new.city": message("The city"),
    "new.council": message("The scoring tiles"),
    "new.laid": message("Lay it out like this"),
    "new.shuffle": message("Shuffle again"),
    "new.wrong": message("That did not work: {why}"),
    "new.away": message("The service cannot be reached. Try again."),
    "new.begin": message("Begin to record"),
    "new.keys": message("This phone could not keep the keys: save these links."),
}
"""Sentences of the page on which a game begins."""

_FIELDS: Final = (
    "card",
    "coloured",
    "deed",
    "example",
    "expected",
    "hand",
    "houses",
    "id",
    "number",
    "one",
    "other",
    "player",
    "players",
    "points",
    "tile",
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
        "disc.+": language.text("a disc that is not sent yet"),
    }
