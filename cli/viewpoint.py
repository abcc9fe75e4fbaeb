"""What commands that show a game ask: as whom (``--as``, ``--notes-by``), which moment (``--at``), where to jump.

A reader with ``--no-spoilers`` learns nothing of how the game goes on, not even from an error.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import UnknownIdError
from calimala_es.messages import Message
from calimala_es.state import State
from calimala_es.view import PUBLIC, Viewer, view_state
from cli.exits import wrong_usage, wrong_value
from cli.files import GAME
from cli.games import FoundGame, report_errors
from cli.options import FINDINGS, OK, settings
from cli.terminal import complain, harmless, note
from notation.places import is_start
from replays.edit.redact import OWN
from replays.replay import Level, Replay
from replays.stepping import Jumps, Subject, markers_of, parse_subject
from replays.stepping.jumps import next_of, previous_of

OWN_NOTES: Final = "-"
"""The name of the layer of a record's own notes on the command line."""


class SeatName(click.ParamType["str | None"]):
    """A seat as a user names it, or ``public``; ``None`` for ``all``, the record itself."""

    name = "seat"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str | None:
        """Return the name as it was written."""
        return None if value.casefold() == "all" else value


SEAT = click.option("--as", "seat", metavar="SEAT", type=SeatName(), help="Show only what this seat could see")

LAYERS_OPTION = click.option(
    "--notes-by",
    "layers",
    multiple=True,
    metavar="NAME",
    help="With --as, keep notes by NAME; - for unsigned ones",
)


def seen_replay(game: FoundGame, seat: str | None) -> Replay:
    """Return the replay of a game as ``--as`` requests it; raise ``click.BadParameter`` as ``seat_of``."""
    return game.replay if seat is None else game.replay.view(seat_of(seat, game))


def seat_of(text: str, game: FoundGame) -> Viewer:
    """Return the seat for a colour, its letter or a player's name; ``PUBLIC`` for ``public``.

    Raises ``click.BadParameter`` if nobody has that name, or more than one player.
    """
    wanted = text.casefold()
    if wanted == "public":
        return PUBLIC
    words = [COLOUR_WORDS[colour] for colour in game.setup.colours]
    for seat, colour in enumerate(game.setup.colours):
        if wanted in {colour, words[seat]}:
            return seat
    found = [
        seat
        for seat in range(game.setup.players)
        if wanted in {game.player_names.get(seat, "").casefold(), game.names.by_seat[seat].casefold()}
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise wrong_value(
            "several players are called {word}; name the colour: {meant}",
            word=repr(text),
            meant=" ".join(words[seat] for seat in found),
            option="--as",
        )
    from difflib import get_close_matches

    people = {name.casefold(): name for name in game.player_names.values()}
    if close := get_close_matches(wanted, [*people, *words], 1):
        raise wrong_value(
            "{word} is not in this game; did you mean {meant}?",
            word=repr(text),
            meant=people.get(close[0], close[0]),
            option="--as",
        )
    raise wrong_value(
        "{word} is not in this game; choose {known}, a player's name, or public",
        word=repr(text),
        known=", ".join(words),
        option="--as",
    )


def find_layers(names: Sequence[str], game: FoundGame) -> frozenset[str]:
    """Return the layers of a game with these names, reporting any that the game does not have."""
    wanted = layers_named(names)
    for layer in sorted(wanted - {OWN, *game.layers}):
        note(settings().language.text("The game has no notes by {name}.", name=harmless(layer)))
    return wanted


def layers_named(names: Sequence[str]) -> frozenset[str]:
    """Return the layers with these names."""
    return frozenset(OWN if name == OWN_NOTES else name.lower() for name in names)


# ----------------------------------------------------------------------------------------------------
# One moment of a game, as the options of a command request it: the place, and the viewer.

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Moment(NamedTuple):
    """A moment of a game: how many events have happened, and the position as a viewer sees it.

    ``since`` is where the requested turn, activation or event that ends here begins. ``shows_end`` is off for a user
    who wants no spoilers; ``is_open`` is off for that and for a viewpoint that hides something, ``sees_all`` only for
    the latter.
    """

    game: FoundGame
    at: int
    state: State
    since: int
    is_open: bool = True
    shows_end: bool = True
    sees_all: bool = True

    @property
    def id(self) -> str | None:
        """The id of the last event; ``None`` at the start."""
        return self.game.ids[self.at - 1] if self.at else None

    @property
    def comments(self) -> list[str]:
        """The comments on what ends at this moment."""
        return [comment for place in self._places for comment in self.game.comments_at(place, sees_all=self.sees_all)]

    @property
    def said(self) -> list[str]:
        """All notes on what ends at this moment, in words."""
        return [words for place in self._places for words in self.game.notes_at(place, sees_all=self.sees_all)]

    @property
    def _places(self) -> Iterable[int]:
        return range(self.since + 1, self.at + 1) if self.at else (0,)


def moment_options(function: _Function) -> _Function:
    """Add ``GAME``, ``--at``, ``--before`` and ``--as`` to a command."""
    for option in (
        SEAT,
        click.option("--before", is_flag=True, help="Stop before that moment"),
        click.option("--at", metavar="MOMENT", help="When, e.g. 7.2 (default: the last moment)"),
        GAME,
    ):
        function = option(function)
    return function


def moment_of(game: FoundGame, *, before: bool, seat: str | None, shows_end: bool = True) -> Moment:
    """Return the moment of a game that the options request; raise ``UnknownIdError`` and ``BadParameter``.

    Without a place it is the last, or the first if ``shows_end`` is off.
    """
    at = game.place or None
    if before and at is None:
        raise wrong_usage("{option} needs a moment: {example} or game.cgn#7.2", option="--before", example="--at 7.2")
    replay = game.replay
    if at is None:
        position = replay.last if shows_end else 0
    else:
        position = replay.find(at, before=before, names_last=shows_end)
    begins = at is not None and not before and not is_start(at)
    since = replay.find(str(at), before=True) if begins else replay.previous(Level.TURN, position)
    return moment_at(game, position, seat, since)


def moment_at(game: FoundGame, position: int, seat: str | None, since: int) -> Moment:
    """Return the moment at a position, as ``--as`` requests to see it."""
    state = game.replay.states[position]
    if seat is None:
        return Moment(game, position, state, since)
    return Moment(game, position, view_state(state, seat_of(seat, game)), since, sees_all=False)


# ----------------------------------------------------------------------------------------------------
# Jumps, and reading without learning how a game ends: the options that ``show`` and ``study`` share.

SCORING: Final = "scoring"
ACTIVATION: Final = "activation"
MARKER: Final = "marker"
CHANGE: Final = "change"
KINDS: Final = (SCORING, ACTIVATION, MARKER, CHANGE)
"""The kinds of jump targets.

A scoring; a player's activation; a missed decision, an observation or a note; a change of the followed object.
"""

SEEN_ERROR: Final = "there is an error in the text here; calimala check reports it"
"""The message for an error whose words could reveal what that viewpoint hides."""


class Jump(NamedTuple):
    """Where to go: the next or the previous target of a kind, of a player, of an object."""

    kind: str
    is_forward: bool
    of: str | None
    subject: Subject | None


NO_SPOILERS = click.option("--no-spoilers", is_flag=True, help="Hide what happens later; without --at, show the start")


def jump_options(function: _Function) -> _Function:
    """Add ``--next``, ``--previous``, ``--of`` and ``--object`` to a command."""
    for option in (
        click.option("--object", "thing", metavar="OBJECT", help="A row, street, disc or card, e.g. SMF.W or disc:7"),
        click.option("--of", metavar="SEAT", help="Whose activation (default: that of --as)"),
        click.option("--previous", metavar="EVENT", type=click.Choice(KINDS), help="Go back to the previous one"),
        click.option(
            "--next",
            metavar="EVENT",
            type=click.Choice(KINDS),
            help="Go to the next scoring, activation, marker, or change of --object",
        ),
    ):
        function = option(function)
    return function


def jump_of(game: FoundGame, asked: dict[str, Any]) -> Jump | None:
    """Return the jump that the options request; raise ``click.UsageError`` and ``SubjectError``."""
    if asked["next"] and asked["previous"]:
        raise wrong_usage("use only one of {options}", options=("--next", "--previous"))
    kind = asked["next"] or asked["previous"]
    if kind is None:
        return None
    if kind == CHANGE and asked["thing"] is None:
        raise wrong_usage(
            "{option} needs {other}", option="--next change" if asked["next"] else "--previous change", other="--object"
        )
    return Jump(kind, bool(asked["next"]), asked["of"] or asked["seat"], subject_of(game, asked["thing"]))


def subject_of(game: FoundGame, thing: str | None) -> Subject | None:
    """Return the requested object, if any; raise ``SubjectError``."""
    return None if thing is None else parse_subject(thing, game.setup)


def jumps_of(game: FoundGame, replay: Replay, own: tuple[int, ...] = ()) -> Jumps:
    """Return the jump targets in a game, in a replay of it as a viewer saw it."""
    return Jumps(replay, markers_of(game.replay, game.heard(sees_all=replay is game.replay), own))


_NONE_THERE: Final = {
    SCORING: (Message("there is no earlier scoring"), Message("there is no later scoring")),
    ACTIVATION: (Message("there is no earlier activation"), Message("there is no later activation")),
    MARKER: (Message("there is no earlier marker"), Message("there is no later marker")),
    CHANGE: (Message("there is no earlier change"), Message("there is no later change")),
}
"""The errors for a jump back, and for one forward, that finds nothing."""


def jumped(jumps: Jumps, jump: Jump, game: FoundGame, position: int) -> int:
    """Return the position that a jump leads to; raise ``UnknownIdError`` if there is none, and ``click.UsageError``."""
    found = (next_of if jump.is_forward else previous_of)(_places(jumps, jump, game, position), position)
    if found is None:
        raise UnknownIdError(_NONE_THERE[jump.kind][jump.is_forward])
    return found


def _places(jumps: Jumps, jump: Jump, game: FoundGame, position: int) -> tuple[int, ...]:
    if jump.kind == SCORING:
        return jumps.scorings
    if jump.kind == MARKER:
        return jumps.markers
    if jump.kind == CHANGE:
        return jumps.changes(jump.subject, position) if jump.subject else ()
    viewer = seat_of(jump.of, game) if jump.of else PUBLIC
    if viewer is None:
        raise wrong_usage("use --of or --as to name the seat whose activation you want")
    return jumps.activations(viewer)


def report_seen_errors(game: FoundGame, *, sees_all: bool, is_end: bool) -> int:
    """Report errors as ``report_errors`` does, without anything hidden by the viewpoint or by ``--no-spoilers``.

    ``is_end`` is off if the part that was read does not reach the errors, for a user who wants no spoilers.
    """
    if not game.errors or not is_end:
        return OK
    if sees_all:
        return report_errors(game)
    complain(SEEN_ERROR)
    return FINDINGS
