"""The keys of the study: the action of each, in the order of the help, by its name in ``screens``."""

from typing import Final, NamedTuple

from cli.terminal import paint
from replays.text.languages import Language, message
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
    message("Steps"): (
        KeyBinding("forward", ("right", "l", "j", "space"), "→ l j spc", message("one step forward")),
        KeyBinding("back", ("left", "h", "k", "backspace"), "← h k", message("one step back")),
        KeyBinding("coarser_forward", ("shift+right", "L", "J"), "⇧→ L J", message("forward, larger steps")),
        KeyBinding("coarser_back", ("shift+left", "H"), "⇧← H", message("back, larger steps")),
        KeyBinding("finer_forward", ("ctrl+right",), "ctrl+→", message("forward, smaller steps")),
        KeyBinding("finer_back", ("ctrl+left",), "ctrl+←", message("back, smaller steps")),
        KeyBinding("start", ("g", "0", "home"), "g 0 home", message("to the start")),
        KeyBinding("end", ("G", "$", "end"), "G $ end", message("to the end")),
        KeyBinding("level_game", ("w",), "w", message("by game")),
        KeyBinding("level_round", ("r",), "r", message("by round")),
        KeyBinding("level_turn", ("t",), "t", message("by turn")),
        KeyBinding("level_activation", ("a",), "a", message("by activation")),
        KeyBinding("level_action", ("c",), "c", message("by action")),
        KeyBinding("level_event", ("e",), "e", message("by event")),
    ),
    message("Jumps"): (
        KeyBinding("next_scoring", ("s",), "s", message("next scoring")),
        KeyBinding("previous_scoring", ("S",), "S", message("previous scoring")),
        KeyBinding("next_activation", ("x",), "x", message("your own activation")),
        KeyBinding("previous_activation", ("X",), "X", message("the previous one")),
        KeyBinding("seat_1", ("1",), "1 to 5", message("a player's activation")),
        KeyBinding("seat_2", ("2",), "", ""),
        KeyBinding("seat_3", ("3",), "", ""),
        KeyBinding("seat_4", ("4",), "", ""),
        KeyBinding("seat_5", ("5",), "", ""),
        KeyBinding("next_marker", ("m",), "m", message("next marker")),
        KeyBinding("previous_marker", ("M",), "M", message("previous marker")),
        KeyBinding("mark_here", ("b",), "b", message("mark or unmark this moment")),
        KeyBinding("go_to", (":",), ":", message("go to 7, 7.2.3, v1:7.2")),
        KeyBinding("look_for", ("/",), "/", message("find words or codes")),
        KeyBinding("next_found", ("n",), "n", message("find the next")),
        KeyBinding("previous_found", ("N",), "N", message("find the previous")),
    ),
    message("View"): (
        KeyBinding("next_view", ("v",), "v", message("all, each seat, public")),
        KeyBinding("next_pane", ("tab",), "tab", message("log, notes, analysis")),
        KeyBinding("previous_pane", ("shift+tab",), "⇧tab", message("the other way round")),
        KeyBinding("next_share", ("z",), "z", message("resize board and pane")),
        KeyBinding("pane_down", ("pagedown",), "page down", message("scroll the pane down")),
        KeyBinding("pane_up", ("pageup",), "page up", message("scroll the pane up")),
        KeyBinding("board_down", ("]",), "]", message("scroll the board down")),
        KeyBinding("board_up", ("[",), "[", message("scroll the board up")),
        KeyBinding("changes", ("d",), "d", message("what the step changed")),
        KeyBinding("undone", ("u",), "u", message("what was undone")),
        KeyBinding("follow", ("f",), "f", message("follow SMF.W, AS, disc:7")),
        KeyBinding("next_change", ("o",), "o", message("its next change")),
        KeyBinding("previous_change", ("O",), "O", message("its previous change")),
        KeyBinding("history", ("i",), "i", message("its history")),
    ),
    message("Variations"): (
        KeyBinding("down", ("down",), "↓", message("enter one, or the next")),
        KeyBinding("up", ("up",), "↑", message("the previous one, or leave")),
        KeyBinding("vary", ("V",), "V", message("make or continue one")),
        KeyBinding("record", ("ctrl+r",), "ctrl+r", message("record an unfinished game")),
    ),
    message("Notes"): (
        KeyBinding("comment", ("C",), "C", message("comment on the decision")),
        KeyBinding("comment_position", ("P",), "P", message("comment on the position")),
        KeyBinding("glyph", ("!",), "!", message("glyph: ! ? !! ?? !? ?!")),
        KeyBinding("advantage", ("=",), "=", message("who is ahead: b+ =")),
        KeyBinding("mark", ("K",), "K", message("point at AS, SMF.W, >LIS")),
        KeyBinding("title", ("T",), "T", message("a heading")),
        KeyBinding("edit", ("E",), "E", message("change a note")),
        KeyBinding("retract", ("R",), "R", message("retract note or variation")),
        KeyBinding("undo", ("U",), "U", message("undo your last change")),
        KeyBinding("redo", ("Y",), "Y", message("redo it")),
    ),
    "": (
        KeyBinding("help", ("?",), "?", message("this list")),
        KeyBinding("leave", ("q", "ctrl+q", "ctrl+c"), "q", message("leave")),
    ),
}
"""The keys by purpose."""

HINTS: Final = message("← → step  ⇧← ⇧→ larger step  ↑ ↓ variations  tab pane  / find  ? help  q leave")


def help_lines(language: Language) -> list[str]:
    """Return the keys in two columns for 74 columns of a terminal."""
    lines: list[str] = []
    for title, keys in KEYS.items():
        entries = [f"{padded(key.shown, KEY_WIDTH)}{language.text(key.words)}" for key in keys if key.shown]
        rows = (len(entries) + 1) // 2
        left, right = entries[:rows], [*entries[rows:], ""]
        if title:
            lines.append(paint(language.text(title), "heading"))
        lines += [f"{padded(one, COLUMN)}{other}".rstrip() for one, other in zip(left, right, strict=False)]
    return lines
