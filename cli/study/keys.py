"""The keys of the study: the action of each, in the order of the help, by its name in ``screens``."""

from typing import Final, NamedTuple

from cli.terminal import paint
from replays.text.terminal import padded

KEY_WIDTH: Final = 11
COLUMN: Final = 38
"""The columns of the help: those of a key, and of a key with its description."""


class Key(NamedTuple):
    """Keys that do the same: their names on terminals (``shift+left``) or the sign, and the description."""

    deed: str
    keys: tuple[str, ...]
    shown: str
    words: str


KEYS: Final[dict[str, tuple[Key, ...]]] = {
    "Steps": (
        Key("forward", ("right", "l", "j", "space"), "→ l j spc", "a step on"),
        Key("back", ("left", "h", "k", "backspace"), "← h k", "a step back"),
        Key("coarser_forward", ("shift+right", "L", "J"), "⇧→ L J", "on, by a coarser level"),
        Key("coarser_back", ("shift+left", "H"), "⇧← H", "back, by a coarser level"),
        Key("finer_forward", ("ctrl+right",), "ctrl+→", "on, by a finer level"),
        Key("finer_back", ("ctrl+left",), "ctrl+←", "back, by a finer level"),
        Key("start", ("g", "0", "home"), "g 0 home", "to the start"),
        Key("end", ("G", "$", "end"), "G $ end", "to the end"),
        Key("level_game", ("w",), "w", "steps of the whole game,"),
        Key("level_round", ("r",), "r", "of a round,"),
        Key("level_turn", ("t",), "t", "of a turn,"),
        Key("level_activation", ("a",), "a", "of an activation,"),
        Key("level_action", ("c",), "c", "of an action,"),
        Key("level_event", ("e",), "e", "of an event"),
    ),
    "Jumps": (
        Key("next_scoring", ("s",), "s", "next scoring"),
        Key("previous_scoring", ("S",), "S", "previous scoring"),
        Key("next_activation", ("x",), "x", "activation of who looks"),
        Key("previous_activation", ("X",), "X", "the one before"),
        Key("seat_1", ("1",), "1 to 5", "activation of a player"),
        Key("seat_2", ("2",), "", ""),
        Key("seat_3", ("3",), "", ""),
        Key("seat_4", ("4",), "", ""),
        Key("seat_5", ("5",), "", ""),
        Key("next_marker", ("m",), "m", "next marker"),
        Key("previous_marker", ("M",), "M", "previous marker"),
        Key("mark_here", ("b",), "b", "mark this place, or not"),
        Key("go_to", (":",), ":", "go to 7, 7.2.3, v1:7.2"),
        Key("look_for", ("/",), "/", "find words, codes as LIS"),
        Key("next_found", ("n",), "n", "find the next"),
        Key("previous_found", ("N",), "N", "find the previous"),
    ),
    "Looking": (
        Key("next_view", ("v",), "v", "all, each seat, public"),
        Key("next_pane", ("tab",), "tab", "log, notes, analysis"),
        Key("previous_pane", ("shift+tab",), "⇧tab", "the other way round"),
        Key("next_share", ("z",), "z", "more of board, of pane"),
        Key("pane_down", ("pagedown",), "page down", "scroll it down"),
        Key("pane_up", ("pageup",), "page up", "scroll it up"),
        Key("board_down", ("]",), "]", "scroll the board down"),
        Key("board_up", ("[",), "[", "scroll the board up"),
        Key("changes", ("d",), "d", "what the step changed"),
        Key("undone", ("u",), "u", "what was undone"),
        Key("follow", ("f",), "f", "follow SMF.W, AS, disc:7"),
        Key("next_change", ("o",), "o", "its next change"),
        Key("previous_change", ("O",), "O", "its previous change"),
        Key("history", ("i",), "i", "its history"),
    ),
    "Variations": (
        Key("down", ("down",), "↓", "into a variation, the next"),
        Key("up", ("up",), "↑", "the one before, or out"),
        Key("vary", ("V",), "V", "make one, go on with it"),
    ),
    "Saying something": (
        Key("comment", ("C",), "C", "comment on the decision"),
        Key("comment_position", ("P",), "P", "comment on the position"),
        Key("glyph", ("!",), "!", "glyph: ! ? !! ?? !? ?!"),
        Key("standing", ("=",), "=", "who stands better: b+ ="),
        Key("mark", ("K",), "K", "point at AS, SMF.W, >LIS"),
        Key("title", ("T",), "T", "a heading"),
        Key("edit", ("E",), "E", "change a note"),
        Key("retract", ("R",), "R", "retract note or variation"),
        Key("undo", ("U",), "U", "undo your last change"),
        Key("redo", ("Y",), "Y", "bring it back"),
    ),
    "": (
        Key("help", ("?",), "?", "these keys"),
        Key("leave", ("q", "ctrl+q", "ctrl+c"), "q", "leave"),
    ),
}
"""The keys by purpose."""

HINTS: Final = "← → step  ⇧← ⇧→ coarser  ↑ ↓ variations  tab pane  / find  ? help  q leave"


def help_lines() -> list[str]:
    """Return the keys in two columns for 74 columns of a terminal."""
    lines: list[str] = []
    for title, keys in KEYS.items():
        told = [f"{padded(key.shown, KEY_WIDTH)}{key.words}" for key in keys if key.shown]
        rows = (len(told) + 1) // 2
        left, right = told[:rows], [*told[rows:], ""]
        lines += [paint(title, "heading")] * bool(title)
        lines += [f"{padded(one, COLUMN)}{other}".rstrip() for one, other in zip(left, right, strict=False)]
    return lines
