"""The store saves games and gives them back, in memory and in a file, at any version, undone and redone."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es import Setup, fold, initial
from calimala_es.commands import Command, DealInfluence, DraftCard, DrawCard, ObservePart
from calimala_es.digest import stored_digest
from calimala_es.errors import (
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    IllegalCommandError,
    NothingToUndoError,
    SetupError,
    StaleGameError,
)
from calimala_es.events import EVENTS, GameEnded, TurnEnded
from calimala_es.game import play
from calimala_es.state import Mat, State
from calimala_es.store import Store, StoredGame, memory_store, open_store
from calimala_es.store.row_events import StoredMat, StoredPosition
from calimala_es.store.rows import TOPICS
from calimala_es.store.streams import Games, environment
from tests.profiles import examples
from tests.stores import places
from tests.stores.places import Clock
from tests.stores.sayings import game_with
from tests.strategies import AT_THE_TABLE, MIXED, OFF_THE_RULES, WITH_MISTAKES, Playout, Rules, any_games

ANY_GAMES = any_games("known", AT_THE_TABLE, MIXED, WITH_MISTAKES, OFF_THE_RULES)
FRIDAY = Playout(4, 7)
SHORT = FRIDAY.steps[:60]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    """Yield one store in memory and one in a file, with equal clocks."""
    with ExitStack() as stack:
        path = tmp_path_factory.mktemp("store") / "games.db"
        yield [stack.enter_context(memory_store(Clock())), stack.enter_context(open_store(path, Clock()))]


@pytest.fixture(scope="module", params=places.ALL)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Yield a store in every kind of place."""
    with places.fresh_store(request, request.param, tmp_path_factory.mktemp("store"), Clock()) as store:
        yield store


ids = (f"game-{number}" for number in count(1))


def same(first: StoredGame, second: StoredGame) -> bool:
    """Return whether two games agree in every row and in the values derived from them."""
    return (first.rows, first.state, first.game) == (second.rows, second.state, second.game)


@given(played=ANY_GAMES)
@examples(40)
def test_a_game_comes_out_as_it_went_in(stores: list[Store], played: Playout) -> None:
    """Commands, events and the position of any game, with unknown cards and mistakes, are read as they were saved;
    memory and SQLite agree in every row."""
    id = next(ids)
    commands = played.game.commands
    saved = [store.create(id, played.game) for store in stores]
    loaded = [store.load(id) for store in stores]
    assert same(loaded[0], loaded[1])
    for stored in (*saved, *loaded):
        assert stored.game == play(played.setup, commands)
        assert stored.state == played.states[-1]
    assert [store.verify(id) for store in stores] == [[], []]


@given(played=any_games("known", WITH_MISTAKES), data=st.data())
@examples(40)
def test_undo_and_redo(stores: list[Store], played: Playout, data: st.DataObject) -> None:
    """Undo removes the last current commands, redo restores them until a new command comes; both survive reading the
    game again, and numbers of commands are never reused."""
    id = next(ids)
    commands = played.game.commands
    current = [store.create(id, play(played.setup, commands[:20])) for store in stores]
    done, redoable = 20, 0
    for _ in range(data.draw(st.integers(1, 8))):
        deed = data.draw(st.sampled_from(["play", "undo", "redo"]))
        most = {"play": min(5, len(commands) - done), "undo": done, "redo": redoable}[deed]
        if not most:
            continue
        many = data.draw(st.integers(1, most))
        for place, store in enumerate(stores):
            if deed == "play":
                current[place] = store.append(current[place], commands[done : done + many])
            else:
                current[place] = getattr(store, deed)(current[place], many)
        done += {"play": many, "undo": -many, "redo": many}[deed]
        redoable = {"play": 0, "undo": redoable + many, "redo": redoable - many}[deed]
        for stored in (*current, *[store.load(id) for store in stores]):
            assert stored.game.commands == tuple(commands[:done])
            assert stored.redoable == redoable
            assert stored.state == played.states[done]
            assert sorted({*stored.numbers, *stored.undone_moves}) == [*range(1, stored.next_number)]
    assert same(stores[0].load(id), stores[1].load(id))
    assert [store.verify(id) for store in stores] == [[], []]


@given(played=ANY_GAMES, data=st.data())
@examples(30)
def test_state_at_any_version(stores: list[Store], played: Playout, data: st.DataObject) -> None:
    """The position at a version is the result of the first events up to it; an unknown version is an error."""
    id = next(ids)
    for store in stores:
        store.create(id, played.game)
    version = data.draw(st.integers(1, len(played.events) + 1))
    expected = fold(initial(played.setup), played.events[: version - 1])
    assert [store.load(id, version).state for store in stores] == [expected, expected]
    for store in stores:
        with pytest.raises(GameNotFoundError):
            store.load(id, len(played.events) + 2)


def test_version_before_an_undo(store: Store) -> None:
    """An earlier version is the game at that moment: with what was undone since, without what was done since."""
    id = next(ids)
    stored = store.create(id, play(FRIDAY.setup, [step.command for step in SHORT]))
    undone = store.undo(stored, 10)
    assert store.load(id, stored.version).game.commands == stored.game.commands
    assert store.load(id, stored.version).state == stored.state
    assert store.load(id, undone.version).state == undone.state == SHORT[-10].before


@given(played=any_games(MIXED), data=st.data())
@examples(30)
def test_game_that_starts_midway(stores: list[Store], played: Playout, data: st.DataObject) -> None:
    """A record that begins with any position is stored completely, and can be continued."""
    place = data.draw(st.integers(0, len(played.steps) - 1))
    start = played.states[place]
    id = next(ids)
    for store in stores:
        store.create(id, play(start, played.game.commands[place:]))
        stored = store.load(id)
        assert stored.game.starts_midway == (place > 0)
        assert stored.game.start == start
        assert stored.state == played.states[-1]
        assert not store.verify(id)


def test_every_part_of_a_position_is_stored() -> None:
    """Every part of a position is stored, unless it follows from the others."""
    parts = {"now", "later", *StoredPosition.__struct_fields__} - {"frames"}
    assert {*parts, "setup", "free_cells"} == {*State.__struct_fields__}
    assert StoredMat.__struct_fields__ == Mat.__struct_fields__


def test_commands_are_saved_together_or_not_at_all(store: Store) -> None:
    """If one of several commands is illegal, none is saved, and the error names the rule."""
    id = next(ids)
    game = store.create(id, FRIDAY.setup)
    with pytest.raises(IllegalCommandError) as refused:
        store.append(game, [SHORT[0].command, DraftCard("W")])
    assert refused.value.rule == "R3.4"
    assert store.load(id).version == 1
    with pytest.raises(IllegalCommandError):
        store.create("never", play(FRIDAY.setup, [DrawCard("W")]))
    with pytest.raises(GameNotFoundError):
        store.load("never")


def test_optimistic_concurrency(store: Store) -> None:
    """Saving from a position that is not the last raises an error and saves nothing."""
    id = next(ids)
    seen = store.create(id, play(FRIDAY.setup, [step.command for step in SHORT[:30]]))
    later = store.append(seen, SHORT[30].command)
    with pytest.raises(StaleGameError):
        store.append(seen, SHORT[30].command)
    with pytest.raises(StaleGameError):
        store.append(seen, [step.command for step in SHORT[30:34]])
    with pytest.raises(StaleGameError):
        store.undo(seen)
    assert same(store.load(id), later)
    undone = store.undo(later)
    redone = store.redo(undone)
    with pytest.raises(StaleGameError):
        store.redo(undone)
    assert same(store.load(id), redone)


class Interrupted(Store):
    """A store in which another writer saves first, once."""

    quicker: Command | None = None

    def append(
        self, game: StoredGame | str, commands: Command | Sequence[Command], *rest: Any, **named: Any
    ) -> StoredGame:
        """Let the other writer save between reading and saving."""
        seen = self.load(game) if isinstance(game, str) else game
        if self.quicker is not None:
            quicker, self.quicker = self.quicker, None
            super().append(seen, quicker)
        return super().append(seen, commands, *rest, **named)


def test_record_decides_again() -> None:
    """On a conflict the game is read again and the command checked again: saved if legal, else an error."""
    id = next(ids)
    hurried = Interrupted(Games(environment(None)), Clock(), "memory")
    hurried.create(id, FRIDAY.setup)
    hurried.quicker = SHORT[0].command
    assert hurried.record(id, ObservePart("0.points", "3")).game.commands == (
        SHORT[0].command,
        ObservePart("0.points", "3"),
    )
    deal = SHORT[1].command
    assert isinstance(deal, DealInfluence)
    hurried.quicker = deal
    with pytest.raises(IllegalCommandError):
        hurried.record(id, deal)
    assert hurried.load(id).game.commands[2:] == (deal,)


def test_undo_knows_its_limits(store: Store) -> None:
    """Nothing can be undone before the first command, and nothing redone after a new one."""
    id = next(ids)
    game = store.create(id, FRIDAY.setup)
    with pytest.raises(NothingToUndoError, match=f"nothing to undo in {id}$"):
        store.undo(game)
    game = store.append(game, [step.command for step in SHORT[:3]])
    with pytest.raises(NothingToUndoError, match=f"cannot undo 4 decisions in {id}, only 3$"):
        store.undo(game, 4)
    with pytest.raises(NothingToUndoError):
        store.undo(game, 0)
    game = store.append(store.undo(game, 2), SHORT[1].command)
    assert [*game.undone_moves] == [2, 3]
    with pytest.raises(NothingToUndoError):
        store.redo(id)


def test_ids(store: Store) -> None:
    """Ids are short words of small letters, digits and hyphens; no id is given twice."""
    for bad in ("", "-a", "a-", "A", "a b", "ä", "a/notes", "a" * 65, "../x"):
        with pytest.raises(GameIdError):
            store.create(bad, FRIDAY.setup)
    for id in ("a", "7", "friday-3", "a" * 64):
        store.create(id, game_with(FRIDAY.setup, headers=[("Event", id)]))
        with pytest.raises(GameExistsError):
            store.create(id, game_with(FRIDAY.setup, headers=[("Event", "another")]))
        assert store.load(id).game.headers == (("Event", id),)
    with pytest.raises(GameNotFoundError, match="nowhere"):
        store.load("nowhere")


def test_setup_is_checked(store: Store) -> None:
    """An invalid set-up is rejected before anything is saved."""
    with pytest.raises(SetupError):
        store.create("wrong", Setup("bb", FRIDAY.setup.city))
    with pytest.raises(GameNotFoundError):
        store.load("wrong")


def test_envelopes(store: Store) -> None:
    """A row has the number of its command, the first row of a command the time, and the last row of a command that ends
    a turn or the game the digest of the public position."""
    id = next(ids)
    game = store.create(id, FRIDAY.setup)
    times = [game.created]
    for step in FRIDAY.steps:
        before = game.version
        game = store.append(game, step.command)
        rows = game.rows[before:]
        assert {row.number for row in rows} == {game.next_number - 1}
        assert [row.time is None for row in rows] == [False, *[True] * (len(rows) - 1)]
        times.append(rows[0].time)
        closes = any(isinstance(event, TurnEnded | GameEnded) for event in step.events)
        digests = [row.digest for row in rows]
        assert digests == [*[None] * (len(rows) - 1), stored_digest(step.after) if closes else None]
    assert None not in times
    assert times == sorted({time for time in times if time})
    assert game.changed == times[-1]


def test_clock_needs_a_zone() -> None:
    """A time without its zone is rejected, since it means another moment elsewhere."""
    with memory_store(lambda: datetime(2026, 11, 20, 20, 0)) as store:  # noqa: DTZ001
        with pytest.raises(ValueError, match="zone"):
            store.create("game", FRIDAY.setup)


def test_topics_are_words_of_their_own() -> None:
    """Every kind of event has a topic, a short word that is not a path to Python code; no two share one."""
    assert {*EVENTS} < {*TOPICS}
    assert len({*TOPICS.values()}) == len(TOPICS)
    assert all(topic.replace("_", "").isalpha() and topic.islower() for topic in TOPICS.values())
    assert "disc_placed" in TOPICS.values()


def test_tags_never_meet() -> None:
    """The store's own events and those of the rules share one union, so their tags must differ and stay constant."""
    infos = {kind: msgspec.inspect.type_info(kind) for kind in TOPICS if kind not in EVENTS}
    assert {kind.__name__: getattr(info, "tag", None) for kind, info in infos.items()} == {
        "GameCreated": -1,
        "Undone": -2,
        "Redone": -3,
        "HeaderWritten": -4,
        "HeaderRemoved": -5,
        "AuthorAdded": -6,
        "ShortNameGiven": -7,
        "NoteWritten": -8,
        "VariationWritten": -9,
        "NoteEdited": -10,
        "VariationEdited": -11,
        "AnnotationRetracted": -12,
        "KeyGiven": -13,
        "KeyRevoked": -14,
        "VisibilitySet": -15,
        "NamesShown": -16,
        "NamesErased": -17,
        "CommandClaimed": -18,
        "GameJudged": -19,
        "PuzzleMade": -20,
        "HeadersCorrected": -21,
        "GameRenamed": -22,
        "GameDeleted": -23,
        "GameRestored": -24,
        "GamePurged": -25,
    }


def test_summaries(tmp_path: Path) -> None:
    """A summary is one line per game: players, turn, result, headers, times; it follows every change."""
    for store in (memory_store(Clock()), open_store(tmp_path / "games.db", Clock())):
        with store:
            assert store.summaries() == []
            store.create("b", game_with(FRIDAY.setup, headers=[("Blue", "Maria"), ("Event", "Friday")]))
            over = store.create("a", FRIDAY.game)
            first, second = store.summaries()
            assert (first.id, first.is_over, first.turn, first.commands) == (
                "a",
                True,
                over.state.turn,
                len(over.game.moves),
            )
            ended = FRIDAY.events[-1]
            assert isinstance(ended, GameEnded)
            assert first.result is not None
            assert (first.result.points, first.result.winners, first.result.by) == (
                ended.points,
                ended.winners,
                ended.by,
            )
            assert (second.id, second.colours, second.turn, second.is_over) == ("b", "bryg", 0, False)
            assert second.headers == (("Blue", "Maria"), ("Event", "Friday"))
            game = store.append("b", [step.command for step in SHORT])
            store.set_header(game, "Event", "Saturday")
            assert store.undo(over).state == FRIDAY.steps[-1].before
            first, second = store.summaries()
            assert not first.is_over
            assert (second.turn, second.commands) == (SHORT[-1].after.turn, len(SHORT))
            assert second.headers == (("Blue", "Maria"), ("Event", "Saturday"))
            assert second.created is not None
            assert second.changed is not None
            assert second.created < second.changed
            store.erase_names("b")
            assert store.summaries()[1].headers == (("Blue", "?"), ("Event", "Saturday"))


def test_summary_shows_the_rules(store: Store) -> None:
    """A summary has the edition, the third party, whether Intrigue is played, and the families; the points of the third
    party come after those of the two players."""
    two = Playout(2, 5)
    families = ("Bardi", "", "Medici")
    ids_of = [next(ids) for _ in range(4)]
    store.create(ids_of[0], FRIDAY.setup)
    store.create(ids_of[1], Playout(3, 5, rules=Rules("second")).setup)
    store.create(ids_of[2], Playout(3, 5, rules=Rules("second", intrigue=True, families=families)).setup)
    store.create(ids_of[3], two.game)
    found = {summary.id: summary for summary in store.summaries()}
    summarised = [
        (line.edition, line.third, line.has_intrigue, line.families) for line in map(found.__getitem__, ids_of)
    ]
    assert summarised == [
        ("first", "", False, ()),
        ("second", "", False, ()),
        ("second", "", True, families),
        ("first", "y", False, ()),
    ]
    result = found[ids_of[3]].result
    assert result is not None
    assert result.points == tuple(mat.points for mat in two.states[-1].mats)
    assert len(result.points) == 3


def test_games_are_listed_without_reading_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game saved at once is listed without being read; a listed one is read again only after a change."""
    games = Games(environment(tmp_path / "games.db"))
    read: list[str] = []
    get = games.repository.get

    def noted(id: str, **given: object) -> object:
        read.append(id)
        return get(id, **given)  # type: ignore[arg-type]

    with Store(games, Clock(), "games.db") as store:
        for number in range(200):
            headers = [("Event", str(number))]
            store.create(f"game-{number}", game_with(FRIDAY.setup, [step.command for step in SHORT[:3]], headers))
        store.append("game-7", SHORT[3].command)
        store.set_header("game-8", "Event", "Friday")
        monkeypatch.setattr(games.repository, "get", noted)
        summaries = {summary.id: summary for summary in store.summaries()}
        assert len(summaries) == 200
        assert (summaries["game-7"].commands, summaries["game-9"].commands) == (4, 3)
        assert (summaries["game-8"].headers, summaries["game-9"].headers) == ((("Event", "Friday"),), (("Event", "9"),))
        assert read == ["game-7", "game-8"]
        assert store.summaries() == [*summaries.values()]
        assert read == ["game-7", "game-8"]
