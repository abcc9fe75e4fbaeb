"""Sentences about generated games, in every language."""

import re
from collections.abc import Iterable, Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import Command
from calimala_es.decide import decide
from calimala_es.errors import IllegalCommandError
from calimala_es.messages import Message
from calimala_es.state import State
from replays.changes import changes
from replays.replay import Level, Replay
from replays.scores import scores
from replays.text.board.picture import board_text
from replays.text.changes import changes_lines
from replays.text.decisions import command_text
from replays.text.events import event_text, event_texts
from replays.text.languages import LANGUAGES, language_of
from replays.text.messages import message_text, waiting_text
from replays.text.names import Names
from replays.text.scores import scores_lines
from replays.text.terminal import columns
from tests.page.examples import example
from tests.profiles import examples
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import KNOWN, MIXED, Playout, any_games
from tests.text.checked import CHECKED

FEWER = examples(8)
CODES = st.sampled_from([*LANGUAGES])
NAMES = dict(enumerate(("Massimiliano Buonarroti-Simoni", "瑪麗", "Мария\x1b[31m", "")))
PLAYERS = dict(enumerate(("Ann", "Ben", "Cem", "Dee", "Eve")))
HOSTILE = dict.fromkeys(range(5), "{0.__class__} %(name)s {name}")
PLAIN = dict.fromkeys(range(5), "Maria")


def sentences(replay: Replay, names: Names) -> list[str]:
    """Return every sentence about a game: its events, decisions, changes and points."""
    steps = [replay.step(Level.TURN, number) for number in range(replay.count(Level.TURN))]
    return [
        *(event_text(event, names) for event in replay.events),
        *(command_text(command, names) for command in replay.commands),
        *(waiting_text(state, names, names.name(0)) for state in replay.states),
        *(
            line
            for step in steps
            for line in changes_lines(changes(replay.states[step.start], replay.states[step.end]), names)
        ),
        *scores_lines(scores(replay), names),
    ]


@FEWER
@given(any_games(*EVERY_KIND), CODES)
def test_every_event_has_its_sentence(game: Playout, code: str) -> None:
    """In every rule set each event has a sentence of one line without unfilled fields."""
    for line in sentences(replay_of(game), Names.of(game.setup, NAMES, language_of(code))):
        assert line.isprintable()
        assert not {"{", "}"}.intersection(line)


def test_a_declined_offer_says_what_was_offered() -> None:
    """A sentence names what a player did not make use of: the ability of a family, or discards (R10.5, R11)."""
    game = example("intrigue-with-four-families")
    replay = Replay(game)
    said = event_texts(replay.events, 0, Names.of(game.setup, {0: "Maria", 1: "Angelica", 2: "Tania"}), replay)
    assert {"Angelica does not use Cerchi's ability", "Maria discards no more cards"} <= set(said)
    assert not any("declines" in words for words in said)


@FEWER
@given(any_games(KNOWN), CODES)
def test_hostile_names_are_names(game: Playout, code: str) -> None:
    """Names are neither fields nor formats: the sentences about two tables differ only in the names."""
    replay, language = replay_of(game), language_of(code)
    hostile, plain = (Names.of(game.setup, names, language) for names in (HOSTILE, PLAIN))
    for event in replay.events:
        words = event_text(event, plain)
        for name, other in sorted(zip(plain.by_seat, hostile.by_seat, strict=True), key=lambda pair: -len(pair[0])):
            words = words.replace(name, other)
        assert event_text(event, hostile) == words


@FEWER
@given(any_games(*EVERY_KIND))
def test_nothing_is_said_that_translators_do_not_see(game: Playout) -> None:
    """Every message that is used at run time is found in the sources, and none is built from pieces."""
    replay = replay_of(game)
    sentences(replay, Names.of(game.setup, None, CHECKED))
    for state in (*replay.states[:: max(len(replay.states) // 8, 1)], replay.end):
        board_text(state, language=CHECKED, gaps=replay.gaps_until(replay.last))


@FEWER
@given(any_games(KNOWN, MIXED), CODES, st.randoms())
def test_the_board_stays_straight(game: Playout, code: str, random: Random) -> None:
    """In every language the board has as many lines as in English, of at most 80 columns."""
    state = random.choice(replay_of(game).states)
    board = board_text(state, NAMES, language=language_of(code)).split("\n\n")
    english = board_text(state, NAMES).split("\n\n")
    assert [part.count("\n") for part in board[1:-2]] == [part.count("\n") for part in english[1:-2]]
    for part, other in zip(board[1:3], english[1:3], strict=True):
        for line, like in zip(part.split("\n"), other.split("\n"), strict=True):
            assert columns(line) <= 80
            if other is english[2] and like.startswith(("\u25ba", " ")):
                assert _starts(line) == _starts(like)


def _starts(line: str) -> list[int]:
    """Return the columns at which the cells of a mat begin, except those of names."""
    return [columns(line[: found.start()]) for found in re.finditer(r"(?<= )[■·]", line)]


@examples(12)
@given(any_games(MIXED), any_games(MIXED), st.integers(0, 2**32))
def test_messages_of_illegal_decisions_are_whole_sentences(game: Playout, other: Playout, seed: int) -> None:
    """The error about an illegal decision is a complete sentence in its language that names the player."""
    state = Random(seed).choice(replay_of(game).states)
    for error in messages_of_illegal(state, replay_of(other).commands[:60]):
        assert isinstance(error.message, Message)
        for code in LANGUAGES:
            words = message_text(error.message, Names.of(state.setup, PLAYERS, language_of(code)))
            assert not re.search(r"[{}]", words)
        english = message_text(error.message, Names.of(state.setup, PLAYERS))
        who = error.message.fields.get("seat")
        assert who is None or not 0 <= who.seat < state.setup.players or PLAYERS[who.seat] in english


def messages_of_illegal(state: State, commands: Iterable[Command]) -> Iterator[IllegalCommandError]:
    """Yield the messages about illegal decisions."""
    for command in commands:
        try:
            decide(state, command)
        except IllegalCommandError as error:
            yield error
