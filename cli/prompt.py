"""What is shown before the next decision is entered: the state of the game and the legal decisions."""

from collections.abc import Iterable, Iterator
from typing import Final

from calimala_es.commands import Command, DoAction, MoveCube, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import COLOURED, DISC_KINDS, SUPPORT, WHITE, DiscKind, Street
from calimala_es.errors import CalimalaError
from calimala_es.families import FAMILIES
from calimala_es.frames import (
    InfluenceDeal,
    InfluenceReveal,
    Placement,
)
from calimala_es.legal import legal
from calimala_es.setup import Setup
from calimala_es.state import State
from cli.session import Session, waiting_line
from notation.grammar.symbols import SUPPORT_SUFFIX, TAKEN, WHITE_SUFFIX, format_command
from replays.text.languages import Language, message
from replays.text.messages import seat_waited_for
from replays.text.names import Names
from replays.text.terminal import wrapped
from replays.text.terms import colour_term, disc_term

WIDTH: Final = 80
MOST_WAYS: Final = 6
MOST_LINES: Final = 3
"""The number of options of one action that are listed, and the number of lines that the whole list may have."""

_SYMBOLS: Final = message("""\
Write what happened, in notation, one or more decisions per line:
  AS             a disc on the street between artwork and ship; AS2 a white one
  AC SL U W      an action done: artwork to Santa Croce, ship to London, ...
  +AC            a card played; A- an action skipped; S-W and a wood card drawn
  /              no more cards: the activation is over
  ?              an unknown card; _ something that was not recorded
  b.points:=12   seen at the table: blue has 12 points
  {{words}}        a comment; =12-9-7 a check of everybody's points""")

_OF_TWO: Final = message("""\
  AS0            a support disc; AS00 one for which two cards are drawn (R8.4)""")

_OF_INTRIGUE: Final = message("""\
  K RP EW NTW    an intrigue action: cardinal, artistry (Palazzo),
                 emperor (wood), banking (Troyes, wood); I- skipped;
                 I-W and a wood card drawn
  :W             a wood card discarded, for a step on the faction track
  --             the offer is declined; Enter alone does the same""")

_OF_STARTS: Final = message("AF EW K E      the start of a family, in turn 0")

_CODE_WIDTH: Final = 15
"""The columns of a symbol in the help."""

_WORDS: Final = message("""\

Or one of these words:
  legal          the legal decisions, with their meaning
  board          the whole position
  points         where the points came from
  undo [N]       undo the last decision, or the last N; undo turn: this turn
  redo [N]       redo what was undone
  anyway SYMBOL  record this although it breaks the rules
  comment WORDS  say something about this moment
  quit           leave; calimala record continues from here""")


def help_text(setup: Setup, language: Language) -> str:
    """Return what may be written in a game with this set-up."""
    families = [FAMILIES[name] for name in setup.families if name]
    return "\n".join(
        [
            language.text(_SYMBOLS),
            *[language.text(_OF_TWO)] * bool(setup.third),
            *[language.text(_OF_INTRIGUE)] * bool(setup.intrigue),
            *[f"  {language.text(_OF_STARTS)}"] * any(family.has_starts for family in families),
            *(
                f"  {family.example:<{_CODE_WIDTH}}{language.text(family.example_words)}"
                for family in families
                if family.example
            ),
            language.text(_WORDS),
        ]
    )


def prompt_text(state: State, language: Language) -> str:
    """Return the prompt, e.g. ``7 blue> ``, ``E red> ``, ``0 board> ``."""
    seat = seat_waited_for(state)
    turn = "E" if isinstance(state.now, InfluenceReveal) or state.is_over else str(state.turn)
    who = colour_term(state.setup.parties[seat], language) if seat >= 0 else language.text("board")
    return f"{turn} {who}> "


def status_lines(state: State, names: Names) -> list[str]:
    """Return who must decide and why, and the symbols that may be written."""
    language = names.language
    lines = wrapped([*option_words(state, language)], WIDTH - 3)
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], language.text("... (legal lists them all)")]
    return [waiting_line(state, names), *(f"   {line}" for line in lines)]


def option_words(state: State, language: Language) -> Iterator[str]:
    """Yield what may be written, one word per symbol; many options of one action are only counted."""
    if isinstance(state.now, InfluenceDeal):
        yield from language.text("the cards, e.g. BAR.LIS; ? if unknown").split()
        return
    options = legal(state)
    if isinstance(state.now, Placement):
        yield from _placements(state, [option for option in options if isinstance(option, PlaceDisc)], language)
        return
    groups: dict[str, list[str]] = {}
    for command in options:
        groups.setdefault(_group_of(command), []).append(format_command(state, command))
    for name, symbols in groups.items():
        if name and len(symbols) > MOST_WAYS:
            yield f"{name}..({len(symbols)})"
        else:
            yield from symbols


_SUFFIXES: Final = {WHITE: WHITE_SUFFIX, SUPPORT: SUPPORT_SUFFIX}


def _placements(state: State, options: list[PlaceDisc], language: Language) -> Iterator[str]:
    """Yield the streets for the first kind of disc; for others the suffix, and any streets they may not go to."""
    by_disc: dict[DiscKind, list[Street]] = {
        disc: [option.street for option in options if option.disc == disc] for disc in DISC_KINDS
    }
    kinds: list[DiscKind] = [kind for kind in DISC_KINDS if by_disc[kind]]
    first: DiscKind = kinds[0] if kinds else COLOURED
    for disc, streets in by_disc.items():
        elsewhere: list[Street] = [street for street in by_disc[first] if street not in streets]
        if disc != first and disc in _SUFFIXES and len(elsewhere) < len(streets):
            names = " ".join(format_command(state, PlaceDisc(street)) for street in elsewhere)
            sentence = (
                message("(add {suffix} for {disc}, not on {streets})")
                if names
                else message("(add {suffix} for {disc})")
            )
            yield language.text(sentence, suffix=_SUFFIXES[disc], disc=disc_term(disc, language), streets=names)
        else:
            yield from (format_command(state, PlaceDisc(street, disc)) for street in streets)


def _group_of(command: Command) -> str:
    """Return the group that a decision is listed in: options of one action together, and options of one cube."""
    if isinstance(command, DoAction):
        return command.action
    if isinstance(command, PlayCard):
        return f"+{command.action}"
    if isinstance(command, SkipAction):
        return "-"
    return f"{command.source}{TAKEN}" if isinstance(command, MoveCube) else ""


# ----------------------------------------------------------------------------------------------------
# What the Tab key completes while a game is recorded: the legal decisions, and the words.

WORDS: Final = ("anyway", "board", "comment", "help", "legal", "points", "quit", "redo", "undo")


class Completer:
    """Completes the word that is being typed, given the line before it."""

    def __init__(self, session: Session) -> None:
        """Complete what may be written in a session."""
        self._session = session

    def options(self, line: str) -> list[str]:
        """Return the completions of a line's last word; none if the text before that word is wrong."""
        before, word = _split(line)
        words = WORDS if not before.strip() else ()
        try:
            tried = self._session.try_out(before) if before.strip() else None
        except CalimalaError:
            return []
        if tried and tried.errors:
            return []
        state = tried.moves[-1].state if tried and tried.moves else self._session.state
        return _beginning_so(word, (*_offered(state, word), *words))


def symbols_of(state: State) -> list[str]:
    """Return the symbols of the legal decisions, each once, in the order of the rules."""
    return [*dict.fromkeys(format_command(state, command) for command in legal(state))]


def _offered(state: State, word: str) -> list[str]:
    """Return the symbols to choose from; for influence cards dealt together, those with one more card (``BAR.LIS``)."""
    symbols = symbols_of(state)
    if isinstance(state.now, InfluenceDeal):
        return [symbol for symbol in symbols if symbol.count(".") == word.count(".")]
    return symbols


def _split(line: str) -> tuple[str, str]:
    """Return the text before the last word of a line, and that word."""
    word = line.rsplit(" ", maxsplit=1)[-1]
    return line[: len(line) - len(word)], word


def _beginning_so(word: str, known: Iterable[str]) -> list[str]:
    return [option for option in known if option.casefold().startswith(word.casefold())]


def complete_by_tab(completer: Completer) -> None:
    """Make the Tab key complete and the arrow keys work at the prompt, if Python has a line editor."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def complete(_word: str, number: int) -> str | None:
        if not number:
            found[:] = completer.options(readline.get_line_buffer()[: readline.get_endidx()])
        return found[number] if number < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
