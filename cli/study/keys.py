"""The keys of the study: the action of each, in the order of the help, by its name in ``screens``."""

from typing import Final, NamedTuple

from cli.terminal import paint
from replays.text.terminal import padded

KEY_WIDTH: Final = 11
COLUMN: Final = 38
"""The columns of the help: those of a key, and of a key with its description."""


class KeyBinding(NamedTuple):
    """Keys that do the same: their names on terminals (``shift+left``) or the sign, and the description."""

    deed: str
    keys: tuple[str, ...]
    shown: str
    words: str


KEYS: Final[dict[str, tuple[KeyBinding, ...]]] = {
    "Steps": (
        KeyBinding("forward", ("right", "l", "j", "space"), "→ l j spc", "one step forward"),
        KeyBinding("back", ("left", "h", "k", "backspace"), "← h k", "one step back"),
        KeyBinding("coarser_forward", ("shift+right", "L", "J"), "⇧→ L J", "forward, coarser steps"),
        KeyBinding("coarser_back", ("shift+left", "H"), "⇧← H", "back, coarser steps"),
        KeyBinding("finer_forward", ("ctrl+right",), "ctrl+→", "forward, finer steps"),
        KeyBinding("finer_back", ("ctrl+left",), "ctrl+←", "back, finer steps"),
        KeyBinding("start", ("g", "0", "home"), "g 0 home", "to the start"),
        KeyBinding("end", ("G", "$", "end"), "G $ end", "to the end"),
        KeyBinding("level_game", ("w",), "w", "steps of the whole game,"),
        KeyBinding("level_round", ("r",), "r", "of a round,"),
        KeyBinding("level_turn", ("t",), "t", "of a turn,"),
        KeyBinding("level_activation", ("a",), "a", "of an activation,"),
        KeyBinding("level_action", ("c",), "c", "of an action,"),
        KeyBinding("level_event", ("e",), "e", "of an event"),
    ),
    "Jumps": (
        KeyBinding("next_scoring", ("s",), "s", "next scoring"),
        KeyBinding("previous_scoring", ("S",), "S", "previous scoring"),
        KeyBinding("next_activation", ("x",), "x", "activation of the viewer"),
        KeyBinding("previous_activation", ("X",), "X", "the previous one"),
        KeyBinding("seat_1", ("1",), "1 to 5", "activation of a player"),
        KeyBinding("seat_2", ("2",), "", ""),
        KeyBinding("seat_3", ("3",), "", ""),
        KeyBinding("seat_4", ("4",), "", ""),
        KeyBinding("seat_5", ("5",), "", ""),
        KeyBinding("next_marker", ("m",), "m", "next marker"),
        KeyBinding("previous_marker", ("M",), "M", "previous marker"),
        KeyBinding("mark_here", ("b",), "b", "mark or unmark this place"),
        KeyBinding("go_to", (":",), ":", "go to 7, 7.2.3, v1:7.2"),
        KeyBinding("look_for", ("/",), "/", "find words or codes"),
        KeyBinding("next_found", ("n",), "n", "find the next"),
        KeyBinding("previous_found", ("N",), "N", "find the previous"),
    ),
    "Looking": (
        KeyBinding("next_view", ("v",), "v", "all, each seat, public"),
        KeyBinding("next_pane", ("tab",), "tab", "log, notes, analysis"),
        KeyBinding("previous_pane", ("shift+tab",), "⇧tab", "the other way round"),
        KeyBinding("next_share", ("z",), "z", "resize board and pane"),
        KeyBinding("pane_down", ("pagedown",), "page down", "scroll it down"),
        KeyBinding("pane_up", ("pageup",), "page up", "scroll it up"),
        KeyBinding("board_down", ("]",), "]", "scroll the board down"),
        KeyBinding("board_up", ("[",), "[", "scroll the board up"),
        KeyBinding("changes", ("d",), "d", "what the step changed"),
        KeyBinding("undone", ("u",), "u", "what was undone"),
        KeyBinding("follow", ("f",), "f", "follow SMF.W, AS, disc:7"),
        KeyBinding("next_change", ("o",), "o", "its next change"),
        KeyBinding("previous_change", ("O",), "O", "its previous change"),
        KeyBinding("history", ("i",), "i", "its history"),
    ),
    "Variations": (
        KeyBinding("down", ("down",), "↓", "into one, or the next"),
        KeyBinding("up", ("up",), "↑", "the previous one, or out"),
        KeyBinding("vary", ("V",), "V", "make or continue one"),
        KeyBinding("record", ("ctrl+r",), "ctrl+r", "record, if not over"),
    ),
    "Notes": (
        KeyBinding("comment", ("C",), "C", "comment on the decision"),
        KeyBinding("comment_position", ("P",), "P", "comment on the position"),
        KeyBinding("glyph", ("!",), "!", "glyph: ! ? !! ?? !? ?!"),
        KeyBinding("advantage", ("=",), "=", "who is ahead: b+ ="),
        KeyBinding("mark", ("K",), "K", "point at AS, SMF.W, >LIS"),
        KeyBinding("title", ("T",), "T", "a heading"),
        KeyBinding("edit", ("E",), "E", "change a note"),
        KeyBinding("retract", ("R",), "R", "retract note or variation"),
        KeyBinding("undo", ("U",), "U", "undo your last change"),
        KeyBinding("redo", ("Y",), "Y", "redo it"),
    ),
    "": (
        KeyBinding("help", ("?",), "?", "this list"),
        KeyBinding("leave", ("q", "ctrl+q", "ctrl+c"), "q", "leave"),
    ),
}
"""The keys by purpose."""

HINTS: Final = "← → step  ⇧← ⇧→ coarser  ↑ ↓ variations  tab pane  / find  ? help  q leave"


def help_lines() -> list[str]:
    """Return the keys in two columns for 74 columns of a terminal."""
    lines: list[str] = []
    for title, keys in KEYS.items():
        entries = [f"{padded(key.shown, KEY_WIDTH)}{key.words}" for key in keys if key.shown]
        rows = (len(entries) + 1) // 2
        left, right = entries[:rows], [*entries[rows:], ""]
        lines += [paint(title, "heading")] * bool(title)
        lines += [f"{padded(one, COLUMN)}{other}".rstrip() for one, other in zip(left, right, strict=False)]
    return lines
