"""What is shown before the next decision is entered: the board, who must decide, and the legal decisions."""

from collections.abc import Iterable, Iterator
from typing import Final

from calimala_es.commands import (
    Command,
    DealInfluence,
    DoAction,
    EndActivation,
    MoveCube,
    PlaceDisc,
    PlayCard,
    SkipAction,
)
from calimala_es.components import COLOURED, DISC_KINDS, INFLUENCE_CARDS, SUPPORT, WHITE, DiscKind, Street
from calimala_es.decide import step
from calimala_es.deck import dealt_to_each
from calimala_es.errors import CalimalaError
from calimala_es.frames import Activation, InfluenceDeal, InfluenceReveal, Placement
from calimala_es.legal import legal
from calimala_es.messages import waiting_rule
from calimala_es.state import State
from cli.session import Session, asked_words, waiting_line
from cli.terminal import WIDTH, paint
from notation.grammar.symbols import SUPPORT_SUFFIX, TAKEN, WHITE_SUFFIX, format_command
from replays.text.board.compact import compact_lines
from replays.text.board.turn import waiting_sentence
from replays.text.decisions import command_text
from replays.text.languages import Language, message
from replays.text.messages import seat_waited_for
from replays.text.names import Names
from replays.text.terminal import columns, shortened, width_of, wrapped
from replays.text.terms import colour_term, disc_term

MOST_WAYS: Final = 6
"""The number of options of one action that are listed."""

LONGEST_NAME: Final = 16
"""The columns after which a name above the typed line is cut."""

MOST_LINES: Final = 12
"""The number of lines that a prompt may have, with the board above it and the line that is typed."""


def prompt_text(state: State, language: Language) -> str:
    """Return the prompt, e.g. ``7 blue> ``, ``E red> ``, ``0 board> ``, and ``E> `` after the end."""
    if state.is_over:
        return "E> "
    seat = seat_waited_for(state)
    turn = "E" if isinstance(state.now, InfluenceReveal) else str(state.turn)
    who = colour_term(state.setup.parties[seat], language) if seat >= 0 else language.text("board")
    return f"{turn} {who}> "


def prompt_lines(state: State, names: Names, *, colour: bool = False, has_board: bool = True) -> list[str]:
    """Return what is shown above the line that is typed: the board, who must decide and why, and what is legal."""
    short = Names(tuple(shortened(name, LONGEST_NAME) for name in names.by_seat), names.setup, names.language)
    duty = len(_duty_lines(state, short))
    board = compact_lines(state, names, MOST_LINES - duty - 2, colour=colour) if has_board else []
    return [*board, *status_lines(state, short, MOST_LINES - len(board) - duty - 1)]


def status_lines(state: State, names: Names, most: int = 3) -> list[str]:
    """Return who must decide and why, and in at most so many lines the symbols that may be written."""
    language = names.language
    if state.is_over:
        remedy = language.text("Type undo to change the end, or quit.")
        return [*wrapped(waiting_sentence(state, names).split(), WIDTH), remedy]
    lines = wrapped([*option_words(state_asked_for(state), language)], WIDTH - 3)
    if len(lines) > most:
        *shown, last = lines[:most]
        more = language.text("... (legal lists them all)")
        lines = [*shown, *wrapped([shortened(last, WIDTH - 4 - columns(more)).removesuffix("…"), more], WIDTH - 3)]
    return [*_duty_lines(state, names), *(f"   {line}" for line in lines)]


def _duty_lines(state: State, names: Names) -> list[str]:
    """Return who must decide, what and why, in one line if it fits without the hand, otherwise in two.

    An activation that can only end needs no answer: it is what comes next that is asked for.
    """
    then = state_asked_for(state)
    if then is not state:
        name = names.name(seat_waited_for(state))
        ended = names.language.text("{name} cannot play a card, so this activation ends.", name=name)
        return wrapped(f"{ended} {waiting_line(then, names, has_hand=False)}".split(), WIDTH, "  ")
    duty = waiting_line(state, names)
    if width_of(duty) > WIDTH:
        duty = waiting_line(state, names, has_hand=False)
    return wrapped(duty.split(), WIDTH, "  ")


def state_asked_for(state: State) -> State:
    """Return the state after activations that can only end, if a disc is placed or activated then; otherwise the same
    state.
    """
    then = state
    while isinstance(then.now, Activation) and legal(then) == (EndActivation(),):
        _, then = step(then, EndActivation())
    return then if isinstance(then.now, Activation | Placement) else state


def legal_lines(state: State, names: Names, *, has_all: bool = False) -> list[str]:
    """Return what the game waits for, and the legal decisions with their meaning, one per line.

    Cards that are dealt together are listed one by one, unless ``has_all`` asks for every combination.
    """
    rule = waiting_rule(state)
    words = names.language.text("{waiting} ({rule})", waiting=asked_words(state, names), rule=rule)
    commands, more = [*legal(state)], list[str]()
    if isinstance(state.now, InfluenceDeal) and not has_all:
        combined = [command for command in commands if isinstance(command, DealInfluence) and len(command.cards) > 1]
        commands = [command for command in commands if command not in combined]
        if combined:
            example = format_command(state, combined[-1])
            more = [names.language.text("Join several cards with dots, e.g. {cards}.", cards=example)]
    options = [(format_command(state, command), command_text(command, names)) for command in commands]
    width = max((len(symbol) for symbol, _ in options), default=0)
    return [paint(words, "heading"), *(f"  {symbol:<{width}}  {meaning}" for symbol, meaning in options), *more]


def option_words(state: State, language: Language) -> Iterator[str]:
    """Yield what may be written, one word per symbol; many options of one action are only counted."""
    if isinstance(state.now, InfluenceDeal):
        example = ".".join(INFLUENCE_CARDS[: dealt_to_each(state)])
        yield from language.text("the cards, e.g. {example}; ? for unknown ones", example=example).split()
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
