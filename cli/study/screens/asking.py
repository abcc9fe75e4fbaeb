"""Screens that request input: a line, a text, one of several things; and one that shows lines."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from calimala_es.errors import CalimalaError
from cli.exits import message_of
from cli.options import settings
from cli.study.screens.widgets import shown
from replays.edit.note_kinds import MOST_SAID
from replays.text.languages import message
from replays.text.terminal import wrapped

MOST_TYPED: Final = 500
MOST_NOTATION: Final = 20_000
"""The length limits in characters of a typed line, and of one that may be notation."""

MOST_WIDE: Final = 100
"""The width in columns of a box in the middle of the screen, with its border."""


class AskLine(ModalScreen[str | None]):
    """A line at the bottom of the screen; returns what was typed, ``None`` if the user cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "give_up", "give up")]

    def __init__(self, question: str, value: str = "") -> None:
        """Ask a question, with an initial answer."""
        super().__init__()
        self._question = question
        self._value = value

    def compose(self) -> ComposeResult:
        """Yield the question above the line."""
        with Vertical(classes="bottom"):
            yield Static(shown([self._question]))
            yield Input(self._value, max_length=MOST_TYPED, select_on_focus=False, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the answer on Enter."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_give_up(self) -> None:
        """Return no answer on Escape."""
        self.dismiss(None)


def _too_long(number: int) -> str:
    """Return that a text has too many characters."""
    return settings().language.text(
        "{number} characters are too many; the limit is {most}", number=number, most=MOST_SAID
    )


class _Words(TextArea):
    """A text field in which Enter ends the input."""

    def on_key(self, event: Key) -> None:
        """Pass Enter and Esc to the screen, and begin a line on ctrl+j."""
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
    """Several lines of text, ``None`` if the user cancels; ``remember`` receives the current text."""

    def __init__(self, question: str, value: str, remember: Callable[[str], None]) -> None:
        """Ask a question, with an initial text."""
        super().__init__()
        self._question = question
        self._value = value
        self._remember = remember

    def compose(self) -> ComposeResult:
        """Yield the question above the text."""
        with Vertical(classes="bottom words"):
            yield Static(
                shown(
                    [
                        self._question,
                        settings().language.text("Enter saves, ctrl+j starts a new line, Esc puts the text aside"),
                    ]
                )
            )
            yield _Words(self._value, compact=True, tab_behavior="indent", highlight_cursor_line=False)

    def on_mount(self) -> None:
        """Place the cursor after the initial text."""
        words = self.query_one(_Words)
        words.move_cursor(words.document.end)
        words.focus()

    def keep(self) -> None:
        """Return the text, if it is not too long."""
        text = self.query_one(_Words).text.strip()
        if len(text) > MOST_SAID:
            self.query_one(Static).update(shown([_too_long(len(text))]))
        else:
            self._remember(text)
            self.dismiss(text)

    def give_up(self) -> None:
        """Return nothing; the text is offered again the next time."""
        self._remember(self.query_one(_Words).text.strip())
        self.dismiss(None)


class Choose(ModalScreen[int | str | None]):
    """One of several things; returns its number, ``None`` if the user cancels.

    Typing leaves the things that begin with the typed text, e.g. a symbol; if there are none, those that contain its
    words. With ``check``, the typed text may also be an answer of its own, which is returned: ``check`` raises
    ``CalimalaError`` for a text that is none; then an empty line takes nothing that was not highlighted.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "give_up", "give up"),
        ("down", "move('cursor_down')", "down"),
        ("up", "move('cursor_up')", "up"),
        ("pagedown", "move('page_down')", "down"),
        ("pageup", "move('page_up')", "up"),
    ]

    def __init__(self, question: str, things: Sequence[str], check: Callable[[str], object] | None = None) -> None:
        """Ask a question that has these answers."""
        super().__init__()
        self._question = question
        self._things = things
        self._check = check

    def compose(self) -> ComposeResult:
        """Yield the question, the typed line, the things, and what is wrong."""
        with Vertical(classes="middle"):
            yield Static(shown([self._question]))
            yield Input(
                max_length=MOST_NOTATION, compact=True, placeholder=settings().language.text("type to narrow the list")
            )
            yield OptionList(markup=False, compact=True)
            yield Static(classes="wrong")

    def on_mount(self) -> None:
        """Offer everything."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        self._offer("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offer the things that match the typed text."""
        self._offer(event.value)

    def _offer(self, typed: str) -> None:
        things = [thing.casefold() for thing in self._things]
        begun, words = typed.strip().casefold(), typed.casefold().split()
        numbers = [number for number, thing in enumerate(things) if thing.startswith(begun)] or [
            number for number, thing in enumerate(things) if all(word in thing for word in words)
        ]
        found = [Option(shown([self._things[number]]), id=str(number)) for number in numbers]
        # A symbol that is typed in full comes before those that only contain it.
        found.sort(
            key=lambda option: self._things[int(option.id or 0)].split()[0].casefold() != typed.strip().casefold()
        )
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(found)
        options.highlighted = 0 if found and (begun or self._check is None) else None
        self._say("" if found else settings().language.text(self._unlisted))

    @property
    def _unlisted(self) -> str:
        """What is said of a text that no thing matches, before Enter."""
        if self._check is None:
            return message("nothing in the list matches")
        return message("nothing in the list matches; Enter reads what you typed as notation")

    def _say(self, what: str) -> None:
        """Say what is wrong with the typed text, or nothing."""
        self.query_one(".wrong", Static).update(shown(wrapped(what.split(), message_width(self.size.width))))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the typed answer or the highlighted thing on Enter; say why there is neither."""
        event.stop()
        text = event.value.strip()
        options = self.query_one(OptionList)
        problem = self._problem(text)
        if text and self._check is not None and not problem:
            self.dismiss(text)
        elif options.highlighted is not None:
            id = options.get_option_at_index(options.highlighted).id
            self.dismiss(None if id is None else int(id))
        else:
            language = settings().language
            nothing = message("nothing in the list matches") if text else message("choose with Up and Down, or type")
            self._say(problem or language.text(nothing))

    def _problem(self, text: str) -> str:
        """Return why a text is not an answer of its own, empty if it is one or must not be."""
        if not text or self._check is None:
            return ""
        try:
            self._check(text)
        except CalimalaError as error:
            return message_of(error)
        return ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the clicked thing."""
        event.stop()
        if event.option.id is not None:
            self.dismiss(int(event.option.id))

    def action_move(self, way: str) -> None:
        """Move the highlight."""
        getattr(self.query_one(OptionList), f"action_{way}")()

    def action_give_up(self) -> None:
        """Return nothing on Escape."""
        self.dismiss(None)


def message_width(width: int) -> int:
    """Return the columns for text in ``TextScreen`` on a screen of a width: without border, margins and scroll bar."""
    return max(min(width, MOST_WIDE) - 6, 10)


class TextScreen(ModalScreen[None]):
    """Lines to read, until a key is pressed that does not scroll them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,question_mark,enter,space", "close", "close"),
        ("down,j,pagedown", "scroll(1)", "down"),
        ("up,k,pageup", "scroll(-1)", "up"),
    ]

    def __init__(self, lines: Sequence[str]) -> None:
        """Show these lines."""
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Yield the lines."""
        with VerticalScroll(classes="middle", can_focus=False):
            yield Static(shown(self._lines))

    def action_scroll(self, way: int) -> None:
        """Scroll by half a page."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=way * max(scroll.size.height // 2, 1), animate=False)

    def action_close(self) -> None:
        """Go back to the game."""
        self.dismiss(None)
