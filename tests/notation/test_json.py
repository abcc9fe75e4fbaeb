"""Records as JSON: one document per game, and one line per event, both ways and without loss."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import COMMANDS, PlaceDisc
from calimala_es.events import EVENTS
from calimala_es.game import Game, Variation
from calimala_es.ids import ids_from
from calimala_es.view import PUBLIC, view
from notation import dumps, loads
from notation.errors import MOST_NESTED
from notation.json.events import dumps_events
from notation.json.forms import MOST_DOCUMENT_CHARS, JsonError, tag_of
from notation.json.game import NOTES, dumps_json, game_document, loads_json
from notation.json.reader import SCHEMAS, format_in, read_events, read_json, schema_text
from tests.notation.records import record_of, records
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, WITH_MISTAKES, Playout, any_games

SCHEMA_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
KINDS = (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES)


@cache
def validator(name: str) -> Any:
    """Return a validator for a published schema."""
    return jsonschema_rs.Draft202012Validator(SCHEMAS[name]())


def events_read(lines: list[str]) -> Game:
    """Return the one game in these lines."""
    (found,) = read_events(lines)
    assert isinstance(found, Game), found
    return found


@given(records(*KINDS))
@examples(12)
def test_record_is_a_document(record: Game) -> None:
    """Every record, with notes, layers and variations, is one line of ASCII, and is read back equal."""
    line = dumps_json(record)
    assert line.isascii()
    assert "\n" not in line
    assert loads_json(line) == record
    assert loads_json(json.dumps(json.loads(line), indent=2)) == record


@given(records(*KINDS))
@examples(6)
def test_record_is_lines_of_events(record: Game) -> None:
    """Every record can be written as lines of events and read back equal."""
    lines = [*dumps_events(record)]
    assert all(line.isascii() and "\n" not in line for line in lines)
    assert events_read(lines) == record


@given(records(*KINDS))
@examples(4)
def test_schema_accepts_what_is_written(record: Game) -> None:
    """Documents and lines conform to the published schema, with the first decision and event of each kind."""
    document = game_document(record)
    firsts = {move["command"]["type"]: move for move in reversed(document.get("moves", ()))}
    validator("game").validate(document | {"moves": [*firsts.values()]})
    lines = {line["type"]: line for line in map(json.loads, dumps_events(record))}
    for line in lines.values():
        validator("events").validate(line)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_rejects_invalid_documents(name: str) -> None:
    """A document or line with an unknown, missing or wrong field does not conform to the schema."""
    document = game_document(record_of(Playout(3, seed=1), 0, 3))
    found = document if name == "game" else json.loads([*dumps_events(record_of(Playout(3, seed=1), 0, 3))][-1])
    validator(name).validate(found)
    for damaged in (found | {"wine": "red"}, dict([*found.items()][1:]), [found]):
        assert not validator(name).is_valid(damaged)


@given(any_games(*KINDS))
@examples(5)
def test_lines_have_every_event_with_its_id(playout: Playout) -> None:
    """The lines of a game are its events in order, with their ids, actors and decisions."""
    lines = [json.loads(line) for line in dumps_events(playout.game)][1:]
    assert [line["id"] for line in lines] == [str(id) for id in ids_from(playout.states[0], playout.events)]
    assert [line["type"] for line in lines] == [tag_of(type(event)) for event in playout.events]
    assert [line["actor"] for line in lines] == [event.actor for event in playout.events]
    numbers = [number for number, played in enumerate(playout.steps, 1) for _ in played.events]
    assert [line["decision"] for line in lines] == numbers
    firsts = [line for line in lines if "command" in line]
    assert [line["command"]["type"] for line in firsts] == [tag_of(type(played.command)) for played in playout.steps]


@given(any_games(KNOWN, MIXED), st.sampled_from([PUBLIC, 0, 1]))
@examples(5)
def test_what_a_seat_saw_is_a_record_too(playout: Playout, viewer: int | None) -> None:
    """A view of a game can be written and read in both forms."""
    seen = view(playout.game, viewer)
    assert loads_json(dumps_json(seen)) == seen
    assert events_read([*dumps_events(seen)]) == seen


def test_ids_in_variations() -> None:
    """A variation's line has the decision that it replaces, and its events have ids within it."""
    record = varied()
    lines = [json.loads(line) for line in dumps_events(record)]
    (begins,) = [line for line in lines if line["type"] == "variation"]
    within = [line for line in lines if line.get("variation") == "v1" and line is not begins]
    assert begins == {"type": "variation", "id": "v1", "decision": len(record.moves), "name": "another way"}
    assert within
    instead = next(line for line in lines if line.get("decision") == len(record.moves))
    assert within[0]["id"] == f"v1:{instead['id']}"
    assert within[0]["decision"] == instead["decision"]


def varied() -> Game:
    """Return a record whose last decision has a variation."""
    game = Playout(3, seed=4).game
    last = next(number for number, state in enumerate(game.states) if state.turn == 3)
    move = game.moves[last]
    variation = Variation("v1", (move,), "another way")
    return replace(game, moves=(*game.moves[:last], replace(move, variations=(variation,))))


DAMAGES: tuple[tuple[Callable[[Any], Any], str, str], ...] = (
    (lambda game: game | {"format": "calimala-game-2"}, "$.format", "calimala-game-1"),
    (lambda game: [], "$.format", "calimala-game-1"),
    (lambda game: game | {"wine": "red"}, "$", "wine"),
    (lambda game: {key: game[key] for key in game if key != "setup"}, "$", "setup"),
    (lambda game: game | {"setup": game["setup"] | {"city": "WWW"}}, "$.setup", "R2.1"),
    (lambda game: game | {"setup": game["setup"] | {"colours": 3}}, "$.setup.colours", "str"),
    (lambda game: game | {"start": "P1 first.1"}, "$.start", "missing"),
    (lambda game: game | {"headers": [["City", "WBM/U-A/VTS"]]}, "$.headers", "City"),
    (lambda game: game | {"headers": [["a b", ""]]}, "$.headers", "a b"),
    (lambda game: game | {"notes": [{"type": "glyph", "number": 256}]}, "$.notes[0]", "256"),
    (lambda game: game | {"notes": [{"type": "shout", "text": "!"}]}, "$.notes[0].type", "shout"),
    (lambda game: game | {"notes": [{"type": "check", "word": "=so"}]}, "$.notes[0]", "=so"),
    (lambda game: game | {"moves": [{"command": {"type": "fly"}}]}, "$.moves[0].command.type", "fly"),
    (
        lambda game: game | {"moves": [{"command": {"type": "place_disc", "street": "12"}}]},
        "$.moves[0].command",
        "R3.4",
    ),
    (
        lambda game: _with_variations(game, {"id": "v1", "moves": []}),
        "$.moves[0].variations[0]",
        "the variation has no decision",
    ),
    (lambda game: _with_variations(game, *[{"id": "v1", "moves": game["moves"][:1]}] * 2), "$.moves[0].var", "'v1'"),
    (lambda game: _with_variations(game, {"id": "V 1", "moves": game["moves"][:1]}), "$.moves[0].var", "'V 1'"),
)


def _with_variations(game: Any, *variations: Any) -> Any:
    first, *moves = game["moves"]
    return game | {"moves": [first | {"variations": [*variations]}, *moves]}


@pytest.mark.parametrize(("damage", "path", "found"), DAMAGES)
def test_wrong_place_is_named(damage: Callable[[Any], Any], path: str, found: str) -> None:
    """An invalid document is an error with the path of the wrong value."""
    document = damage(game_document(record_of(Playout(3, seed=1), 0, 20)))
    with pytest.raises(JsonError) as caught:
        loads_json(json.dumps(document))
    assert caught.value.path.startswith(path)
    assert found in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[" * 100_000, '{"a":' * 50_000, "nul", '{"format": NaN}', "1" * 5000, '{"a":1,"a":2}', '"', "{}}"),
        *('{"format":"calimala-game-1"}', "\x00", '"\\ud800"', "[]", "3", "null"),
    ],
)
def test_a_text_that_is_not_a_game_is_an_error(text: str) -> None:
    """Any text that is not a game raises an error with a place."""
    with pytest.raises(JsonError):
        loads_json(text)
    for read in (read_json, read_events):
        assert all(isinstance(found, JsonError) for found in read([text]))


def test_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text longer than any game is rejected before it is parsed."""
    monkeypatch.setattr("notation.json.forms.MOST_DOCUMENT_CHARS", 1000)
    assert MOST_DOCUMENT_CHARS > 1000
    with pytest.raises(JsonError, match="1000"):
        loads_json(" " * 1001)


def test_variations_in_each_other_have_a_limit() -> None:
    """Variations nested deeper than in text are an error."""
    document = game_document(record_of(Playout(3, seed=1), 0, 1))
    command = document["moves"][0]["command"]
    inner: Any = {"command": command}
    for number in range(MOST_NESTED + 1):
        inner = {"command": command, "variations": [{"id": f"v{number}", "moves": [inner]}]}
    with pytest.raises(JsonError, match="nested too deeply"):
        loads_json(json.dumps(document | {"moves": [inner]}))


@given(st.integers(0, 1 << 32))
@examples(30)
def test_damaged_lines_are_a_game_or_an_error(seed: int) -> None:
    """Changed, exchanged or missing lines of events are an error with the line, or the same game."""
    random = Random(seed)
    record = _short()
    lines = [*dumps_events(record)]
    place = random.randrange(len(lines))
    other = random.randrange(len(lines))
    deed = random.randrange(4)
    if deed == 0:
        cut = random.randrange(len(lines[place]))
        lines[place] = lines[place][:cut] + random.choice('"{}[],:0a-') + lines[place][cut + random.randrange(2) :]
    elif deed == 1:
        lines[place], lines[other] = lines[other], lines[place]
    elif deed == 2:
        lines.insert(place, lines[other])
    else:
        del lines[place]
    for found in read_events(lines, "game.ndjson"):
        if isinstance(found, JsonError):
            assert str(found).startswith(f"game.ndjson:{found.line}: $")
            assert 1 <= found.line <= len(lines)
        else:
            assert events_read([*dumps_events(found)]) == found


@cache
def _short() -> Game:
    return varied()


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"actor": 1}, "$.actor"),
        ({"id": "9.9.9"}, "$.id"),
        ({"seat": 2}, "$.seat"),
        ({"type": "turn_ended"}, "$"),
        ({"decision": 7}, "$.decision"),
        ({"variation": "v9"}, "$.variation"),
        ({"seat": True}, "$.seat"),
    ],
)
def test_event_that_the_rules_do_not_make_is_refused(changes: dict[str, Any], path: str) -> None:
    """An event that does not follow from its decision is an error with the wrong field."""
    lines = [*dumps_events(record_of(Playout(3, seed=1)))]
    place = next(number for number, line in enumerate(lines) if '"disc_activated"' in line)
    lines[place] = json.dumps(json.loads(lines[place]) | changes)
    (found,) = read_events(lines)
    assert isinstance(found, JsonError)
    assert (found.line, found.path[: len(path)]) == (place + 1, path)


def test_games_do_not_disturb_each_other() -> None:
    """The sound games of a stream are read, whatever is between them."""
    record = _short()
    lines = [*dumps_events(record)]
    broken = [*lines[:5], "{", *lines[6:]]
    found = [*read_events(["", *lines, *broken, "", *lines, *lines[:-1]])]
    assert [isinstance(found, Game) for found in found] == [True, False, True, False]
    assert found[0] == found[2] == record
    assert isinstance(found[1], JsonError)
    assert found[1].line == len(lines) + 7
    line = dumps_json(record)
    documents = [*read_json([line, "{}", "", line])]
    assert [isinstance(found, Game) for found in documents] == [True, False, True]


def test_form_is_recognised_by_the_first_line() -> None:
    """Documents, lines of events and notation are distinguished by the first line."""
    record = _short()
    assert format_in(dumps_json(record)) == "json"
    assert format_in(json.dumps(game_document(record), indent=1).splitlines()[0]) == "json"
    assert format_in(next(dumps_events(record))) == "ndjson"
    assert format_in(dumps(record)) == format_in("{hello} [CGN") == "cgn"
    assert loads(dumps(record)) == record


def test_an_unknown_code_breaks_the_schema_and_a_rule() -> None:
    """The schema lists the codes; a reader names the rule that an unknown one breaks, and the codes there are."""
    record = Playout(3, seed=4).game
    number = next(number for number, move in enumerate(record.moves) if type(move.command) is PlaceDisc)
    document = game_document(record)
    assert validator("game").is_valid(document)
    document["moves"][number]["command"]["street"] = "13"
    assert not validator("game").is_valid(document)
    with pytest.raises(JsonError) as refused:
        loads_json(json.dumps(document))
    assert refused.value.path == f"$.moves[{number}].command"
    assert "R2.1" in str(refused.value)
    assert "12 23 45" in str(refused.value.expected)


@pytest.mark.parametrize("name", SCHEMAS)
def test_published_schema_is_that_of_the_program(name: str) -> None:
    """docs/schemas equals the output of `calimala export --schema`, and each schema is valid."""
    assert (SCHEMA_FOLDER / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)
    jsonschema_rs.meta.validate(SCHEMAS[name]())


def test_every_kind_has_a_form() -> None:
    """The schemas have each command, event and note by a name of its own."""
    kinds: tuple[type[Struct], ...] = (*COMMANDS, *EVENTS, *NOTES)
    words = [tag_of(kind) for kind in kinds]
    assert len({*words}) == len(words)
    text = schema_text("game")
    assert all(f'"{word}"' in text for word in words)
    assert {"game", "variation"}.isdisjoint(words)


WORDS = ("", "?", "12", "b", "LIS", "\ud800", "x" * 300)
ANYTHING: tuple[Any, ...] = (*WORDS, None, True, -1, 0, 3, 1e9, 0.5, 10**30, [], {}, [[]], ["LIS"], {"type": "\ud800"})


def _places(part: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values in a document."""
    inner: list[tuple[Any, object]] = []
    if isinstance(part, dict):
        inner = [*cast(dict[str, object], part).items()]
    elif isinstance(part, list):
        inner = [*enumerate(cast(list[object], part))]
    return [path, *(place for key, value in inner for place in _places(value, (*path, key)))]


def _with_damage(document: Any, random: Random) -> Any:
    """Return a document with one value changed, removed or moved."""
    damaged = json.loads(json.dumps(document))
    places = _places(damaged)
    *path, key = random.choice([place for place in places if place])
    within = damaged
    for step in path:
        within = within[step]
    if random.random() < 0.2:
        del within[key]
    elif random.random() < 0.3:
        other: Any = damaged
        for step in random.choice(places):
            other = other[step]
        within[key] = json.loads(json.dumps(other))
    else:
        within[key] = random.choice(ANYTHING)
    return damaged


@given(records(*KINDS), st.integers(0, 1 << 32))
@examples(10)
def test_damaged_document_is_a_game_or_an_error(record: Game, seed: int) -> None:
    """A document with any damaged value is an error with its place, or a game like any other."""
    random = Random(seed)
    document = game_document(replace(record, moves=record.moves[:12]))
    for _ in range(40):
        (found,) = read_json([json.dumps(_with_damage(document, random))])
        if isinstance(found, JsonError):
            assert str(found).startswith("<json>:1: $")
        else:
            assert loads(dumps(found)) == found


def test_a_number_without_end_is_refused() -> None:
    """A number of thousands of digits is an error with a message of this program."""
    with pytest.raises(JsonError, match="a number has 10000 digits; the limit is 300"):
        loads_json(f'{{"format":"calimala-game-1","turn":{"1" * 10_000}}}')
