"""Rights on a stored game, the cards that seats claimed, and the requests that were processed."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import DealInfluence
from calimala_es.errors import GameExistsError, UnknownIdError
from calimala_es.game import play
from calimala_es.store import (
    OWNER,
    ROLES,
    SEAT,
    VISIBILITIES,
    Access,
    AccessError,
    AccessEvent,
    KeyGiven,
    KeyRevoked,
    NamesErased,
    NamesShown,
    PuzzleMade,
    Receipt,
    Store,
    VisibilitySet,
    memory_store,
)
from calimala_es.store.access import MOST_KEYS, fold_access
from calimala_es.store.row_events import CommandClaimed, GameCreated
from calimala_es.store.rows import EventRow, RowEvent, place_rows
from tests.stores.places import ALL, Clock, fresh_store
from tests.stores.sayings import COMMANDS, FRIDAY, comment, game_with

NOW = datetime(2026, 11, 20, tzinfo=UTC)
PLAYERS = FRIDAY.setup.players


@pytest.fixture(params=ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a store with one game that has an owner."""
    with fresh_store(request, request.param, tmp_path, Clock()) as store:
        rights: list[AccessEvent] = [KeyGiven(digest(0), OWNER), VisibilitySet("private")]
        store.create("game", game_with(FRIDAY.setup, headers=[("Blue", "Maria"), ("Red", "Ann")]), access=rights)
        yield store


def digest(number: int) -> bytes:
    return number.to_bytes(16, "big")


def test_a_key_is_given_found_and_revoked(store: Store) -> None:
    """A key opens its game from the moment when it is given until it is revoked, and never again."""
    given = store.access.give_key("game", KeyGiven(digest(1), SEAT, 2)).key_of(digest(1))
    assert given is not None
    assert (given.role, given.seat) == (SEAT, 2)
    revoked = store.access.revoke_key("game", given.number)
    assert revoked.key_of(digest(1)) is None
    assert revoked.key_of(digest(0)) is not None
    with pytest.raises(UnknownIdError):
        store.access.revoke_key("game", given.number)


def test_an_owner_stays(store: Store) -> None:
    """The last key of an owner cannot be revoked; with another one it can."""
    (first,) = store.access.read("game").keys
    with pytest.raises(AccessError):
        store.access.revoke_key("game", first.number)
    store.access.give_key("game", KeyGiven(digest(1), OWNER))
    store.access.revoke_key("game", first.number)
    assert [key.digest for key in store.access.read("game").keys if not key.revoked] == [digest(1)]


def test_two_owners_who_revoke_each_other_leave_one(store: Store) -> None:
    """However many owners revoke each other at once, one owner's key remains."""
    for number in range(1, 4):
        store.access.give_key("game", KeyGiven(digest(number), OWNER))

    def revoke(number: int) -> None:
        try:
            store.access.revoke_key("game", number)
        except AccessError:
            refused.append(number)

    refused: list[int] = []
    threads = [Thread(target=revoke, args=(key.number,)) for key in store.access.read("game").keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [key.number for key in store.access.read("game").keys if not key.revoked] == refused
    assert len(refused) == 1


def test_keys_come_to_an_end() -> None:
    """A game has a limited number of keys, so that nobody can fill a store with them."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, access=[KeyGiven(digest(n), OWNER) for n in range(MOST_KEYS)])
        with pytest.raises(AccessError):
            store.access.give_key("game", KeyGiven(digest(MOST_KEYS), OWNER))


def test_a_name_is_erased_from_one_game(store: Store) -> None:
    """Erasing a name in one game removes it from its headers and authors and not from other games."""
    store.create("other", game_with(FRIDAY.setup, headers=[("Blue", "Maria")]))
    store.annotations.add("game", "Maria", comment(0, "Hm."))
    assert store.erase_person("Maria", "game") == 2
    stored = store.load("game")
    assert stored.game.headers[:2] == (("Blue", "?"), ("Red", "Ann"))
    assert [one.author.name for one in stored.annotations] == ["?"]
    assert store.load("other").game.headers == (("Blue", "Maria"),)


def test_a_puzzle_is_stored(store: Store) -> None:
    """A puzzle is found only by its id, is not listed as a game, and is never overwritten."""
    made = PuzzleMade("game", 3)
    store.puzzles.add("k7", made)
    assert store.puzzles.read("k7") == made
    assert store.puzzles.read("k8") is None
    assert [line.id for line in store.summaries()] == ["game"]
    with pytest.raises(GameExistsError):
        store.puzzles.add("k7", PuzzleMade("game", 4))


def test_a_seat_changes_its_claim(store: Store) -> None:
    """A seat's claim about its cards holds until the seat changes it; every seat has its own."""
    one, other = DealInfluence(("LIS", "LON")), DealInfluence(("TRO", "BRU"))
    store.claims.add("game", 0, {1: one, 2: one})
    store.claims.add("game", 0, {1: other, 2: None})
    store.claims.add("game", 1, {1: one})
    assert [dict(claims) for claims in store.claims.read("game")[:3]] == [{1: other}, {1: one}, {}]


def test_a_receipt_comes_with_its_commands(store: Store) -> None:
    """A request that was processed is recognised by its own id, with its content, whether it decided something, undid
    it or annotated it; no other request is.
    """
    after = store.append("game", COMMANDS[:2], Receipt(digest(1), digest(2)))
    assert after.receipts == {digest(1): digest(2)}
    store.append("game", (), Receipt(digest(3), digest(4)), [comment(1, "Well.")])
    store.undo("game", 1, Receipt(digest(5), digest(6)))
    assert store.load("game").receipts == {digest(number): digest(number + 1) for number in (1, 3, 5)}


def test_a_sound_game_with_rights(store: Store) -> None:
    """verify reports nothing about rights, hands and requests that the store wrote."""
    store.append("game", COMMANDS[:4], Receipt(digest(1), digest(2)))
    store.claims.add("game", 0, {1: COMMANDS[0]})
    number = store.access.give_key("game", KeyGiven(digest(3), SEAT, 1)).keys[-1].number
    store.access.revoke_key("game", number)
    store.access.add("game", VisibilitySet("public"), NamesShown(shown=True))
    store.erase_names("game")
    assert store.verify("game") == []


@pytest.mark.parametrize(
    ("first", "second", "stream"),
    [("", "", ""), ("Well.", "Again.", "game/notes/1: "), ("", "Well.", "game/notes/1: ")],
)
def test_a_repeated_request_is_reported(store: Store, first: str, second: str, stream: str) -> None:
    """verify reports a request that was carried out twice, in a game, in what its authors say, or once in each."""
    for command, text in zip(COMMANDS, (first, second), strict=False):
        store.append("game", command, Receipt(digest(1), digest(2)), [comment(1, text)] if text else [])
    found = [(one.kind, one.message) for one in store.verify("game")]
    assert found == [("request", f"{stream}the same request was carried out before")]


GIVEN = KeyGiven(digest(0), OWNER)


@pytest.mark.parametrize(
    ("stream", "rows", "message"),
    [
        ("access", [KeyGiven(digest(0), "king")], "there is no role 'king'"),
        ("access", [KeyGiven(digest(0), SEAT, PLAYERS)], f"no seat {PLAYERS}"),
        ("access", [KeyGiven(b"short", OWNER)], "has 16 bytes, not 5"),
        ("access", [GIVEN, KeyRevoked(1)], "the last key of an owner is revoked"),
        ("access", [GIVEN, GIVEN, KeyRevoked(1), KeyRevoked(1)], "no key 1 that could be revoked"),
        ("access", [VisibilitySet("secret")], "'secret' does not say who can view the game"),
        ("access", [GameCreated(FRIDAY.setup)], "game_created does not belong here"),
        ("hand-0", [VisibilitySet("public")], "visibility_set does not belong here"),
        ("hand-0", [CommandClaimed(9999)], "it is about command 9999, which the game never had"),
        (f"hand-{PLAYERS}", [CommandClaimed(1)], "the game has no such seat"),
        ("judgements", [GIVEN], "key_given does not belong here"),
    ],
)
def test_impossible_rows_are_reported(stream: str, rows: Sequence[RowEvent], message: str) -> None:
    """Rows of rights, hands and requests that the store cannot have written are reported, each with its stream."""
    with memory_store(Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        entries = place_rows(f"game/{stream}", 1, [EventRow(0, NOW, event) for event in rows])
        store._streams.games.events.put(entries)  # pyright: ignore[reportPrivateUsage]
        found = [str(difference) for difference in store.verify("game")]
        assert any(message in claims and f"game/{stream}" in claims for claims in found), found


events: st.SearchStrategy[AccessEvent] = st.one_of(
    st.builds(KeyGiven, st.integers(0, 9).map(digest), st.sampled_from(ROLES), st.integers(0, 4)),
    st.builds(KeyRevoked, st.integers(1, 12)),
    st.builds(VisibilitySet, st.sampled_from(VISIBILITIES)),
    st.builds(NamesShown, st.booleans()),
    st.just(NamesErased()),
)


@given(st.lists(events, max_size=12), st.data())
def test_rights_are_folded(claims: list[AccessEvent], data: st.DataObject) -> None:
    """Rights result from the rows so far: one more row changes only its subject, and no revoked key returns."""
    entries = place_rows("game/access", 1, [EventRow(0, NOW, event) for event in claims])
    cut = data.draw(st.integers(0, len(claims)))
    access = fold_access(entries[:cut])
    assert access.version == cut
    for entry in entries[cut:]:
        before, access = access, fold_access(entries[: entry.originator_version])
        revoked = {key.number for key in before.keys if key.revoked}
        assert revoked <= {key.number for key in access.keys if key.revoked}
        unchanged = {name: getattr(access, name) for name in ("visibility", "names_shown")}
        changed = {name for name, value in unchanged.items() if value != getattr(before, name)}
        assert len(changed) <= 1
        if isinstance(entry.event, KeyGiven):
            assert access.keys[:-1] == before.keys
            assert access.keys[-1].number == entry.originator_version
        assert len(access.keys) >= len(before.keys)
    assert fold_access([]) == Access()
