"""Walking through a game with keys, on a screen of its own."""

import re
import shutil
from collections.abc import Callable
from typing import Final

import click

from calimala_es.errors import CalimalaError
from cli.exits import message_of
from cli.terminal import WIDTH, paint, say
from cli.viewpoint import ACTIVATION, CHANGE, MARKER, SCORING, subject_of
from cli.walk.walk import Walk, change_lines, lines_between, subject_history_lines, undone_lines
from replays.replay import Level
from replays.text.languages import Language, message
from replays.text.terminal import shortened, wrapped

ALTERNATE_SCREEN: Final = "\x1b[?1049h\x1b[?25l"
USUAL_SCREEN: Final = "\x1b[?25h\x1b[?1049l"
CLEAR: Final = "\x1b[H\x1b[2J"
"""Terminal sequences: to a separate screen without a cursor, back to the usual one, and to clear it."""

HELP: Final = (
    message("right, space, down: forward; left, up: back; g or 0: start; G or $: end; : go to a moment"),
    message("w r t a c e: step by game, round, turn, activation, action, event"),
    message("s S: next, previous scoring; x X: your own activations, 1-5: a player's"),
    message("m M: next, previous marker; b: mark this moment; tab: next part of the board"),
    message("f: follow something; o O: its next, previous change; i: its history; v: next viewpoint"),
    message("d: what changed; u: what was undone; ?: this help; q: leave"),
)
"""The meaning of the keys."""

EVENT_LINES: Final = 8
"""The number of lines for events, if there is room for them."""

_KEY: Final = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|\xe0.|.", re.DOTALL)
"""One key as terminals send it."""


# The screen.


def screen(walk: Walk, height: int, instead: str = "", width: int = WIDTH) -> list[str]:
    """Return the screen: the parts of the board that fit, the events or a message, and the keys.

    A message is shown in full before any board; events get only the space that the board leaves.
    """
    text = instead.split("\n") if instead else _step_text(walk)
    needed = len(text) if instead else min(EVENT_LINES, height - 22)
    lines = _board(walk, height - 1 - max(2, needed))
    room = max(height - len(lines) - 1, 1)
    shown = text if len(text) <= room else ["...", *text[len(text) - room + 1 :]]
    return [*lines, *shown, *[""] * (room - len(shown)), paint(shortened(_footer(walk), width), "quiet")][-height:]


def _board(walk: Walk, room: int) -> list[str]:
    """Return the parts of the board that fit, from the selected one on, each with an empty line after it."""
    parts = walk.board().split("\n\n")
    lines: list[str] = []
    for part in parts[walk.board_part % len(parts) :]:
        if len(lines) + part.count("\n") + 2 > room:
            break
        lines += [*part.split("\n"), ""]
    return lines


def _step_text(walk: Walk) -> list[str]:
    """Return what happened in the step that ends here, and the notes on it."""
    number = walk.replay.step_before(walk.level, walk.at)
    if number is None:
        undone = undone_lines(walk, 0) if walk.shows_undone else []
        return [
            walk.game.names.language.text("start of the game"),
            *walk.game.notes_at(0, sees_all=walk.sees_all),
            *undone,
        ]
    step = walk.replay.step(walk.level, number)
    lines = lines_between(walk, step.start, walk.at)
    return [*lines, *(change_lines(walk, step) if walk.shows_changes and walk.at == step.end else [])]


def _footer(walk: Walk) -> str:
    language = walk.game.names.language
    place = walk.game.ids[walk.at - 1] if walk.at else language.text("start")
    return language.text(
        "{place}  {steps}, seen by {who}  ({keys}; ? for help)",
        place=f"{place} *" if walk.at in walk.own else place,
        steps=steps_text(walk),
        who=viewer_text(walk),
        keys="→ ← r t a c e s x m v : g G q",
    )


def viewer_text(walk: Walk) -> str:
    """Return who sees the game: a player, everybody together, or the public."""
    names, viewer = walk.game.names, walk.viewer_name
    return names.name(int(viewer)) if viewer.isdigit() else names.language.text(_VIEWERS[viewer])


def steps_text(walk: Walk) -> str:
    """Return the size of a step in words."""
    return walk.game.names.language.text(_STEPS[walk.level])


_VIEWERS: Final = {"all": message("all"), "public": message("the public")}

_STEPS: Final = {
    Level.GAME: message("by game"),
    Level.ROUND: message("by round"),
    Level.TURN: message("by turn"),
    Level.ACTIVATION: message("by activation"),
    Level.ACTION: message("by action"),
    Level.EVENT: message("by event"),
}
"""The name of a step at each level."""


def help_text(language: Language) -> str:
    """Return the meaning of the keys, in lines of a terminal."""
    return "\n".join(line for keys in HELP for line in wrapped(language.text(keys).split(" "), WIDTH))


# The keys.


def _to_level(level: Level) -> Callable[[Walk], None]:
    return lambda walk: walk.by(level)


def _to(kind: str, *, is_forward: bool, seat: int | None = None) -> Callable[[Walk], None]:
    return lambda walk: walk.jump_to(kind, is_forward=is_forward, seat=seat)


def _turn_board(walk: Walk) -> None:
    walk.board_part += 1


KEYS: Final[dict[str, Callable[[Walk], None]]] = {
    **dict.fromkeys(["\x1b[C", "\x1bOC", "\xe0M", " ", "\r", "\n", "l", "j", "n", "\x1b[B", "\x1bOB"], Walk.forward),
    **dict.fromkeys(["\x1b[D", "\x1bOD", "\xe0K", "\x7f", "\b", "h", "k", "p", "\x1b[A", "\x1bOA"], Walk.back),
    **dict.fromkeys(["g", "0", "\x1b[H", "\x1bOH", "\x1b[1~"], Walk.to_start),
    **dict.fromkeys(["G", "$", "\x1b[F", "\x1bOF", "\x1b[4~"], Walk.to_end),
    **{key: _to_level(level) for key, level in zip("wrtace", Level, strict=True)},
    **{
        key: _to(kind, is_forward=key.islower())
        for kind, keys in ((SCORING, "sS"), (ACTIVATION, "xX"), (MARKER, "mM"), (CHANGE, "oO"))
        for key in keys
    },
    **{str(number): _to(ACTIVATION, is_forward=True, seat=number - 1) for number in range(1, 6)},
    "b": Walk.mark,
    "\t": _turn_board,
    "d": Walk.toggle_changes,
    "u": Walk.toggle_undone,
    "v": Walk.next_view,
}
_LEAVING: Final = ("q", "Q", "\x1b", "\x03", "\x04")
_GOING: Final = (":", "/")
_FOLLOWING: Final = "f"
_HISTORY: Final = "i"
_ENTER: Final = ("\r", "\n")
_RUBOUT: Final = ("\x7f", "\b")


def press(walk: Walk, key: str) -> bool:
    """Do what a key means, and return whether it means anything; raise ``UnknownIdError`` if it leads nowhere."""
    action = KEYS.get(key)
    if action:
        action(walk)
    return action is not None


class Keys:
    """The keys that the user presses, one by one, however many come at once."""

    def __init__(self, read: Callable[[], str] = click.getchar) -> None:
        """Read with ``read``, which returns at least one key."""
        self._read = read
        self._waiting: list[str] = []

    def next(self) -> str:
        """Return the next key."""
        if not self._waiting:
            self._waiting = _KEY.findall(self._read()) or [_LEAVING[0]]
        return self._waiting.pop(0)

    def line(self, shown: Callable[[str], None]) -> str:
        """Return what is typed up to Enter, shown while it grows; empty if the user cancels."""
        text = ""
        while True:
            shown(text)
            key = self.next()
            if key in _ENTER:
                return text
            if key in _LEAVING[2:]:
                return ""
            text = text[:-1] if key in _RUBOUT else text + key if key.isprintable() else text


def walk_by_keys(walk: Walk) -> None:
    """Show the game and follow the keys until the user leaves."""
    keys = Keys()
    click.echo(ALTERNATE_SCREEN, nl=False, color=True)
    try:
        text = ""
        while True:
            _draw(walk, text)
            key = keys.next()
            if key in _LEAVING:
                return
            try:
                text = _follow(walk, keys, key)
            except (CalimalaError, click.UsageError) as error:
                text = message_of(error)
    except EOFError:
        return
    finally:
        click.echo(USUAL_SCREEN, nl=False, color=True)


def _follow(walk: Walk, keys: Keys, key: str) -> str:
    """Do what a key means, and return the message to show."""
    language = walk.game.names.language
    if key == "?":
        return help_text(language)
    if key in _GOING:
        target = keys.line(
            lambda text: _draw(walk, language.text("go to (7, 7.2 or 7.2.3): {typed}", typed=text))
        ).strip()
        if target:
            walk.go(target)
    elif key == _FOLLOWING:
        thing = keys.line(
            lambda text: _draw(walk, language.text("follow (SMF.W, AS, AS/1, disc:7, card:W): {typed}", typed=text))
        ).strip()
        walk.subject = subject_of(walk.game, thing or None)
    elif key == _HISTORY:
        if not walk.subject:
            return language.text("nothing is being followed; press f to choose")
        return "\n".join(subject_history_lines(walk))
    else:
        press(walk, key)
    return ""


def _draw(walk: Walk, text: str) -> None:
    click.echo(CLEAR, nl=False, color=True)
    width, height = shutil.get_terminal_size()
    say("\n".join(screen(walk, height, text, width)), end="")
