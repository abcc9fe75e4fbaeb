"""``step``: through a game step by step, with keys on a terminal, as a list elsewhere."""

import re
import shutil
import sys
from collections.abc import Callable
from typing import Any, Final

import click

from calimala_es.errors import UnknownIdError
from calimala_es.view import PUBLIC
from cli.depths import Depths
from cli.games import Game, GameName, find_place, report_errors
from cli.group import Command
from cli.settings import color_option, json_option, language_option, settings, store_option
from cli.show import sees_all, viewer_of
from cli.terminal import harmless, paint, say, write_json
from replays.board import board_text
from replays.replay import Level, Replay, Step
from replays.style import wrapped

LEVELS: Final = {level.value: level for level in Level}
ALTERNATE_SCREEN: Final = "\x1b[?1049h\x1b[?25l"
USUAL_SCREEN: Final = "\x1b[?25h\x1b[?1049l"
CLEAR: Final = "\x1b[H\x1b[2J"
"""Orders to a terminal: a screen of its own without a cursor, back to the usual one, and empty."""

KEYS_HELP: Final = """\
right, space, down   on               w  the whole game  e  by event
left, up             back             r  by round        g  to the start
:                    go to an id      t  by turn         G  to the end
v                    as the next one  a  by activation   ?  this help
                     sees it          c  by action       q  leave"""

WIDTH: Final = 80
ID_WIDTH: Final = 8
LINES_TOLD: Final = 8
"""Lines for what happened, where there is room for them."""

_KEY: Final = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|\xe0.|.", re.DOTALL)
"""One key as terminals send it."""


@click.command(
    "step",
    cls=Command,
    examples=(
        "calimala step 2026-11-20-lily",
        "calimala step game.cgn --at 12 --level activation --as red",
        "calimala step game.cgn#v1:7.2",
        "calimala step game.cgn --level action | less",
        "calimala step game.cgn --json",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.option("--at", metavar="ID", help="Begin after turn 7, activation 7.2, event 7.2.3; port:7.2 in a variation.")
@click.option("--level", default="turn", show_default=True, type=click.Choice([*LEVELS]), help="How far a step goes.")
@click.option("--as", "seat", metavar="SEAT", help="As a player sees it (red, r, Maria), or the public.")
@click.option("--list", "as_list", is_flag=True, help="Print the steps even on a terminal.")
@json_option
@store_option
@color_option
@language_option
def step_command(name: str, at: str | None, level: str, seat: str | None, as_list: bool, as_json: bool) -> int:
    """Walk through a game step by step.

    On a terminal with keys: right or space goes on, left back, and r t a c e choose steps of a round, a turn, an
    activation, an action or an event. Elsewhere, or with --list, the steps are printed.
    """
    game = find_place(name, at)
    walk = Walk(game, LEVELS[level])
    if not sees_all(seat):
        walk.look(seat or "public")
    if game.place:
        walk.at = walk.replay.find(game.place)
    elif game.variation:
        walk.at = game.branch
    if as_json:
        write_json([_step_json(walk, step) for step in walk.steps()])
    elif as_list or not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        for step in walk.steps():
            print_step(walk, step)
    else:
        _walk_by_keys(walk)
    return report_errors(game)


class Walk:
    """Somebody's way through a game: where, at which level, and as whom."""

    def __init__(self, game: Game, level: Level) -> None:
        """Begin at the start, seeing all."""
        self.game = game
        self.level = level
        self.replay: Replay = game.replay
        self.depths = Depths(game)
        self.viewer_name = "all"
        self.at = 0
        self._viewers = ["all", *map(str, range(game.setup.players)), "public"]

    def look(self, seat: str) -> None:
        """See the game as somebody does."""
        viewer = viewer_of(seat, self.game)
        self.viewer_name = "public" if viewer is PUBLIC else str(viewer)
        self.replay = self.game.replay.view(viewer)

    def steps(self) -> list[Step]:
        """The steps from here on."""
        steps = [self.replay.step(self.level, number) for number in range(self.replay.count(self.level))]
        return [step for step in steps if step.start >= self.at]

    def press(self, key: str) -> bool:
        """Do what a key says; whether it says anything."""
        action = _KEYS.get(key)
        if action:
            action(self)
        return action is not None

    def go(self, target: str) -> None:
        """Go to a place by its id; raises ``UnknownIdError``."""
        self.at = self.replay.find(target)

    def forward(self) -> None:
        """One step on."""
        self.at = self.replay.next(self.level, self.at)

    def back(self) -> None:
        """One step back."""
        self.at = self.replay.previous(self.level, self.at)

    def to_start(self) -> None:
        """Back to where the game begins."""
        self.at = 0

    def to_end(self) -> None:
        """On to where it ends."""
        self.at = self.replay.last

    def next_view(self) -> None:
        """See it as the next one does: all, each seat, the public."""
        self.viewer_name = self._viewers[(self._viewers.index(self.viewer_name) + 1) % len(self._viewers)]
        viewer = int(self.viewer_name) if self.viewer_name.isdigit() else PUBLIC
        self.replay = self.game.replay if self.viewer_name == "all" else self.game.replay.view(viewer)

    # The screen.

    def screen(self, height: int, message: str = "") -> list[str]:
        """What is shown: the parts of the board for which there is room, what happened or the message, and the keys."""
        told = message.split("\n") if message else self._told()
        lines = self._board(height - 1 - max(2, min(LINES_TOLD, height - 22)))
        room = max(height - len(lines) - 1, 1)
        shown = told if len(told) <= room else ["...", *told[len(told) - room + 1 :]]
        return [*lines, *shown, *[""] * (room - len(shown)), paint(self._footer(), "quiet")][-height:]

    def _board(self, room: int) -> list[str]:
        """The first parts of the board, each with an empty line behind it, that fit."""
        marks, known = self.depths.marks(self.at), self.depths.known(self.at)
        state, colour = self.replay.states[self.at], settings().has_colour
        language = self.game.table.language
        board = board_text(state, self.game.names, marks=marks, colour=colour, known=known, language=language)
        lines: list[str] = []
        for part in board.split("\n\n"):
            if len(lines) + part.count("\n") + 2 > room:
                break
            lines += [*part.split("\n"), ""]
        return lines

    def _told(self) -> list[str]:
        """What happened in the step that led here, and what was said about it."""
        number = self.replay.step_before(self.level, self.at)
        if number is None:
            return [self.game.table.language.text("the beginning"), *self.game.said_at(0)]
        step = self.replay.step(self.level, number)
        return [text for place in range(step.start, self.at) for text in event_lines(self, place)]

    def _footer(self) -> str:
        who = self.game.table.name(int(self.viewer_name)) if self.viewer_name.isdigit() else self.viewer_name
        place = self.game.id_at(self.at - 1) if self.at else "start"
        return f"{place}  by {self.level.value}, seen by {who}  (→ ← r t a c e v : g G q; ? explains)"


def event_lines(walk: Walk, place: int) -> list[str]:
    """An event in words, and below it what was said behind it; nothing where the record tells nothing."""
    if walk.depths.is_hidden(place):
        return []
    id = walk.game.id_at(place)
    width = ID_WIDTH + (len(walk.game.variation) + 1 if walk.game.variation else 0)
    indent = " " * width
    words = wrapped(walk.depths.words(walk.replay.events[place], place, walk.game.table).split(), WIDTH - width)
    said = [
        paint(line, "quiet")
        for remark in walk.game.said_at(place + 1)
        for line in wrapped(harmless(remark).split(), WIDTH - width)
    ]
    return [
        f"{paint(f'{id:<{width}}', 'quiet')}{words[0]}",
        *(f"{indent}{line}" for line in (*words[1:], *said)),
    ]


def print_step(walk: Walk, step: Step) -> None:
    """Print what happened in a step, an empty line behind it."""
    for place in range(step.start, step.end):
        for line in event_lines(walk, place):
            say(line)
    if walk.level is not Level.EVENT:
        say()


def _step_json(walk: Walk, step: Step) -> dict[str, Any]:
    return {
        "id": walk.game.id_at(step.start),
        "level": step.level.value,
        "number": step.number,
        "events": [
            {
                "id": walk.game.id_at(place),
                "kind": type(walk.replay.events[place]).__name__,
                "words": walk.depths.words(walk.replay.events[place], place, walk.game.english),
                "comments": [*walk.game.comments_at(place + 1)],
            }
            for place in range(step.start, step.end)
            if not walk.depths.is_hidden(place)
        ],
    }


def _to_level(level: Level) -> Callable[[Walk], None]:
    def choose(walk: Walk) -> None:
        walk.level = level

    return choose


_KEYS: Final[dict[str, Callable[[Walk], None]]] = {
    **dict.fromkeys(["\x1b[C", "\x1bOC", "\xe0M", " ", "\r", "\n", "l", "j", "n", "\x1b[B", "\x1bOB"], Walk.forward),
    **dict.fromkeys(["\x1b[D", "\x1bOD", "\xe0K", "\x7f", "\b", "h", "k", "p", "\x1b[A", "\x1bOA"], Walk.back),
    **dict.fromkeys(["g", "\x1b[H", "\x1bOH", "\x1b[1~"], Walk.to_start),
    **dict.fromkeys(["G", "\x1b[F", "\x1bOF", "\x1b[4~"], Walk.to_end),
    **{key: _to_level(level) for key, level in zip("wrtace", Level, strict=True)},
    "v": Walk.next_view,
}
_LEAVING: Final = ("q", "Q", "\x1b", "\x03", "\x04")
_GOING: Final = (":", "/")
_ENTER: Final = ("\r", "\n")
_RUBOUT: Final = ("\x7f", "\b")


class Keys:
    """The keys that somebody presses, one by one, however many come at once."""

    def __init__(self, read: Callable[[], str] = click.getchar) -> None:
        """Read with ``read``, which gives at least one key."""
        self._read = read
        self._waiting: list[str] = []

    def next(self) -> str:
        """The next key."""
        if not self._waiting:
            self._waiting = _KEY.findall(self._read()) or [_LEAVING[0]]
        return self._waiting.pop(0)

    def line(self, shown: Callable[[str], None]) -> str:
        """What is typed up to Enter, shown while it grows; empty if somebody gives up."""
        text = ""
        while True:
            shown(text)
            key = self.next()
            if key in _ENTER:
                return text
            if key in _LEAVING[2:]:
                return ""
            text = text[:-1] if key in _RUBOUT else text + key if key.isprintable() else text


def _walk_by_keys(walk: Walk) -> None:
    """Show the game and follow the keys until somebody leaves."""
    keys = Keys()
    click.echo(ALTERNATE_SCREEN, nl=False, color=True)
    try:
        message = ""
        while True:
            _draw(walk, message)
            key = keys.next()
            message = KEYS_HELP if key == "?" else ""
            if key in _LEAVING:
                return
            if key in _GOING:
                message = _go_somewhere(walk, keys)
            else:
                walk.press(key)
    except EOFError:
        return
    finally:
        click.echo(USUAL_SCREEN, nl=False, color=True)


def _draw(walk: Walk, message: str) -> None:
    click.echo(CLEAR, nl=False, color=True)
    say("\n".join(walk.screen(shutil.get_terminal_size().lines, message)), end="")


def _go_somewhere(walk: Walk, keys: Keys) -> str:
    """Ask for an id and go there; what is wrong with it."""
    target = keys.line(lambda text: _draw(walk, f"go to (7, 7.2 or 7.2.3): {text}"))
    try:
        if target.strip():
            walk.go(target.strip())
    except UnknownIdError as error:
        return str(error)
    return ""
