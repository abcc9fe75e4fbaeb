"""Screens that ask for something: a line, words, one of several things; and one that tells."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from cli.commands.annotate import MOST_SAID
from cli.study.screens.texts import shown

MOST_TYPED: Final = 500
"""Characters of a line that is asked for."""

MOST_WIDE: Final = 100
"""Columns of what stands in the middle of the screen, with its border."""


class AskLine(ModalScreen[str | None]):
    """A line at the bottom of the screen; gives what was typed, ``None`` if somebody gives up."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "give_up", "give up")]

    def __init__(self, question: str, value: str = "") -> None:
        """Ask a question, with an answer that is there already."""
        super().__init__()
        self._question = question
        self._value = value

    def compose(self) -> ComposeResult:
        """The question above the line."""
        with Vertical(classes="bottom"):
            yield Static(shown([self._question]))
            yield Input(self._value, max_length=MOST_TYPED, select_on_focus=False, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter gives the answer."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_give_up(self) -> None:
        """Escape gives none."""
        self.dismiss(None)


class _Words(TextArea):
    """A field of words in which Enter is the end."""

    def on_key(self, event: Key) -> None:
        """Enter and Esc are the screen's, and ctrl+j begins a line."""
        screen = self.screen
        assert isinstance(screen, AskWords)
        deeds: dict[str, Callable[[], object]] = {
            "enter": screen.keep,
            "escape": screen.give_up,
            "ctrl+j": lambda: self.insert("\n"),
        }
        if event.key in deeds:
            event.stop()
            event.prevent_default()
            deeds[event.key]()


class AskWords(ModalScreen[str | None]):
    """Several lines of words; gives them, ``None`` if somebody gives up. ``kept`` is told what stands there then."""

    def __init__(self, question: str, value: str, kept: Callable[[str], None]) -> None:
        """Ask a question, with words that are there already."""
        super().__init__()
        self._question = question
        self._value = value
        self._kept = kept

    def compose(self) -> ComposeResult:
        """The question above the words."""
        with Vertical(classes="bottom words"):
            yield Static(shown([self._question, "Enter keeps them, ctrl+j begins a line, Esc puts them aside"]))
            yield _Words(self._value, compact=True, tab_behavior="indent", highlight_cursor_line=False)

    def on_mount(self) -> None:
        """Write behind what is there."""
        words = self.query_one(_Words)
        words.move_cursor(words.document.end)
        words.focus()

    def keep(self) -> None:
        """Give the words, if there are not too many."""
        text = self.query_one(_Words).text.strip()
        if len(text) > MOST_SAID:
            self.query_one(Static).update(shown([f"{len(text)} characters are too many; {MOST_SAID} at most"]))
        else:
            self._kept(text)
            self.dismiss(text)

    def give_up(self) -> None:
        """Give nothing; the words wait for the next time."""
        self._kept(self.query_one(_Words).text.strip())
        self.dismiss(None)


class Choose(ModalScreen[int | None]):
    """One of several things; gives its number, ``None`` if somebody gives up.

    Typing leaves those that begin so, as a symbol does; where none does, those that have the words.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "give_up", "give up"),
        ("down", "move('cursor_down')", "down"),
        ("up", "move('cursor_up')", "up"),
        ("pagedown", "move('page_down')", "down"),
        ("pageup", "move('page_up')", "up"),
    ]

    def __init__(self, question: str, things: Sequence[str]) -> None:
        """Ask a question that has these answers."""
        super().__init__()
        self._question = question
        self._things = things

    def compose(self) -> ComposeResult:
        """The question, the line that is typed, the things."""
        with Vertical(classes="middle"):
            yield Static(shown([self._question]))
            yield Input(max_length=MOST_TYPED, compact=True, placeholder="type to choose among fewer")
            yield OptionList(markup=False, compact=True)

    def on_mount(self) -> None:
        """Offer all."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        self._offer("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offer what has what was typed."""
        self._offer(event.value)

    def _offer(self, typed: str) -> None:
        things = [thing.casefold() for thing in self._things]
        begun, words = typed.strip().casefold(), typed.casefold().split()
        numbers = [number for number, thing in enumerate(things) if thing.startswith(begun)] or [
            number for number, thing in enumerate(things) if all(word in thing for word in words)
        ]
        found = [Option(shown([self._things[number]]), id=str(number)) for number in numbers]
        # A symbol that is typed in full goes before those that only have it somewhere.
        found.sort(
            key=lambda option: self._things[int(option.id or 0)].split()[0].casefold() != typed.strip().casefold()
        )
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(found)
        options.highlighted = 0 if found else None

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter takes what is highlighted."""
        event.stop()
        options = self.query_one(OptionList)
        if options.highlighted is not None:
            id = options.get_option_at_index(options.highlighted).id
            self.dismiss(None if id is None else int(id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """So does a click."""
        event.stop()
        if event.option.id is not None:
            self.dismiss(int(event.option.id))

    def action_move(self, way: str) -> None:
        """Move what is highlighted."""
        getattr(self.query_one(OptionList), f"action_{way}")()

    def action_give_up(self) -> None:
        """Escape takes nothing."""
        self.dismiss(None)


def told_width(width: int) -> int:
    """Columns for text in ``Tell`` on a screen of a width: without border, margins and scroll bar."""
    return max(min(width, MOST_WIDE) - 6, 10)


class Tell(ModalScreen[None]):
    """Lines to read, until a key is pressed that does not scroll them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,question_mark,enter,space", "close", "close"),
        ("down,j,pagedown", "scroll(1)", "down"),
        ("up,k,pageup", "scroll(-1)", "up"),
    ]

    def __init__(self, lines: Sequence[str]) -> None:
        """Tell these lines."""
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The lines."""
        with VerticalScroll(classes="middle told", can_focus=False):
            yield Static(shown(self._lines))

    def action_scroll(self, way: int) -> None:
        """Half a page further."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=way * max(scroll.size.height // 2, 1), animate=False)

    def action_close(self) -> None:
        """Back to the game."""
        self.dismiss(None)
