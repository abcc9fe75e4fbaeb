"""From a game to its rows in every table.

What a turn that was missed brought is not known, so a game with gaps has its decisions, and positions until the first
gap, but neither scorings nor activations.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import msgspec

from calimala_es.board import STREET_INDEX, street_names
from calimala_es.commands import EndActivation, kind_name
from calimala_es.digest import DIGITS
from calimala_es.frames import Placement
from calimala_es.game import Game
from calimala_es.headers import DATE, EVENT, NAME_HEADERS, RESULT
from calimala_es.known import extent_of
from calimala_es.position import format_position
from calimala_es.setup import rule_set_of
from calimala_es.state import SEAT_OF, State
from calimala_es.symmetry import canonical_symmetry
from notation.grammar.symbols import format_command
from replays.analysis.activations import activations
from replays.library.keys import position_key, setup_key
from replays.library.tables import (
    ActivationRow,
    DecisionRow,
    GameRow,
    PositionRow,
    Row,
    ScoringRow,
    SeatRow,
)
from replays.replay import Replay
from replays.scores import AREA, INFLUENCE, TILE, PointSource, scores
from replays.tally import outcome
from replays.text.names import clean_name

_YEAR: Final = re.compile(r"[0-9]{4}")
_HEADER_OF: Final = {colour: header for header, colour in NAME_HEADERS.items()}
_ENCODER: Final = msgspec.json.Encoder()
_FULL: Final = "full"

_DISTINGUISHING: Final = frozenset({*NAME_HEADERS, DATE, EVENT, RESULT})
"""The headers by which two records are of different games though their decisions are the same, or not recorded."""


def game_digest(game: Game) -> str:
    """Return ``DIGITS`` hexadecimal digits for what was played, by whom and when; notes do not matter.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> game_digest(play(Setup("bry", "WBMUCAVTS")))
    '5d3716b8a726e0b5'
    """
    headers = sorted((name, value) for name, value in game.headers if name in _DISTINGUISHING)
    start = format_position(game.start) if game.has_positions else rule_set_of(game.setup)
    played = (start, [move.command for move in game.moves], headers)
    return sha256(_ENCODER.encode(played)).hexdigest()[:DIGITS]


def rows_of(game: Game, source: str = "", text: str = "") -> dict[str, list[Row]]:
    """Return the rows of a game by table; ``source`` is where it was found, ``text`` the digest of its text.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> rows = rows_of(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> {table: len(found) for table, found in rows.items()}
    {'games': 1, 'seats': 4, 'decisions': 416, 'scorings': 80, 'activations': 106, 'positions': 48}
    """
    digest, extent = game_digest(game), extent_of(game)
    rows: dict[str, list[Row]] = {
        "games": [_game_row(game, digest, extent, source, text)],
        "seats": [*_seat_rows(game, digest)],
        "decisions": [],
        "scorings": [],
        "activations": [],
        "positions": [],
    }
    if extent == "result":
        return rows
    replay = Replay(game)
    rows["decisions"] += _decision_rows(replay, digest)
    if extent == _FULL:
        rows["positions"] += _position_rows(replay, digest)
        if not replay.end.has_gap:
            rows["scorings"] += _scoring_rows(replay, digest)
            rows["activations"] += _activation_rows(replay, digest)
    return rows


def _game_row(game: Game, digest: str, extent: str, source: str, text: str) -> GameRow:
    setup, date = game.setup, (game.header(DATE) or "").strip()
    end = game.state if game.has_positions else None
    points, _ = outcome(game, end)
    return GameRow(
        game=digest,
        source=source,
        text=text,
        event=(game.header(EVENT) or "").strip(),
        date=date,
        year=int(date[:4]) if _YEAR.match(date) else None,
        rules=rule_set_of(setup),
        players=setup.players,
        third=setup.third,
        city=canonical_symmetry(setup.city).city(setup.city) if setup.city else "",
        council=[*setup.council],
        setup=setup_key(setup) if game.has_positions else None,
        extent=extent,
        complete=bool(points),
        turns=end.turn if end is not None and end.is_over else None,
        decisions=len(game.moves) if extent == _FULL else None,
    )


def _seat_rows(game: Game, digest: str) -> Iterator[SeatRow]:
    setup = game.setup
    points, winners = outcome(game, game.state if game.has_positions else None)
    for seat, colour in enumerate(setup.colours):
        own = points[seat] if points else None
        is_known = own is not None and bool(winners)
        won = seat in winners
        better = sum(other > own for other in points) if own is not None else 0
        yield SeatRow(
            game=digest,
            seat=seat,
            colour=colour,
            name=clean_name(game.header(_HEADER_OF[colour]) or ""),
            family=setup.families[seat] if any(setup.families) else "",
            points=own,
            rank=None if not is_known else 1 if won else max(better + 1, len(winners) + 1),
            won=won if is_known else None,
        )


def _decision_rows(replay: Replay, digest: str) -> Iterator[DecisionRow]:
    names = street_names(replay.start.setup.city)
    state, position, number = replay.start, 0, 0
    for move in replay.game.moves:
        command = move.command
        street = getattr(command, "street", None)
        if type(command) is not EndActivation:
            number += 1
            id = replay.ids[position]
            yield DecisionRow(
                game=digest,
                number=number,
                id=str(id),
                turn=id.turn,
                seat=state.actor,
                active=state.active,
                kind=kind_name(type(command)),
                street=names[street] if street else "",
                disc=getattr(command, "disc", ""),
                action=getattr(command, "action", ""),
                option=getattr(command, "option", ""),
                card=getattr(command, "card", ""),
                symbol=format_command(state, command),
                key=None if state.actor is None or state.has_gap else position_key(state),
            )
        state, position = move.state, position + len(move.events)


def _scoring_rows(replay: Replay, digest: str) -> Iterator[ScoringRow]:
    found = scores(replay).sources
    bonus = {source.id: source.points for source in found if source.kind == "faction"}
    for source in found:
        if source.kind in (TILE, INFLUENCE, AREA):
            for seat in range(replay.start.setup.players):
                yield _scoring_row(source, seat, bonus.get(source.id, ()), digest)


def _scoring_row(source: PointSource, seat: int, bonus: tuple[int, ...], digest: str) -> ScoringRow:
    place = next((place for place, mark in enumerate(source.ranking) if SEAT_OF[mark] == seat), None)
    return ScoringRow(
        game=digest,
        id=source.id,
        turn=int(source.id.partition(".")[0]),
        kind=source.kind,
        place=source.place,
        seat=seat,
        count=source.counts[seat],
        rank=None if place is None else place + 1,
        clause="" if place is None else source.decided[place : place + 1],
        points=source.points[seat],
        bonus=bonus[seat] if bonus else 0,
    )


def _activation_rows(replay: Replay, digest: str) -> Iterator[ActivationRow]:
    names = street_names(replay.start.setup.city)
    for one in activations(replay):
        stacks = replay.states[one.start].stacks
        yield ActivationRow(
            game=digest,
            id=one.id,
            turn=one.turn,
            giver=one.giver,
            receiver=one.receiver,
            street=names[one.street],
            depth=one.depth,
            height=len(stacks[STREET_INDEX[one.street]]),
            disc=one.disc,
            done=one.done,
            played=one.played,
            waived=one.waived,
            impossible=one.impossible,
            drawn=one.drawn,
            cubes=one.cubes,
            points=float(one.points),
        )


def _position_rows(replay: Replay, digest: str) -> Iterator[PositionRow]:
    before = None
    for state in replay.states:
        if state.has_gap:
            return
        if type(state.now) is Placement and (before is None or state.turn != before):
            before = state.turn
            yield _position_row(state, position_key(state), digest)


def _position_row(state: State, key: str, digest: str) -> PositionRow:
    mats, stacks = state.mats, canonical_symmetry(state.setup.city).by_street(state.stacks)
    return PositionRow(
        game=digest,
        turn=state.turn,
        active=state.active,
        key=key,
        heights=[*map(len, stacks)],
        stacks=[*stacks],
        seats="".join(state.seats),
        scored=state.council,
        rows=[*state.rows],
        points=[mat.points for mat in mats],
        coloured=[mat.coloured for mat in mats],
        white=[mat.white for mat in mats],
        hand=[mat.hand_size for mat in mats],
        wood=[mat.stock.wood for mat in mats],
        brick=[mat.stock.brick for mat in mats],
        marble=[mat.stock.marble for mat in mats],
        cloth=[sum(mat.built.cloth) for mat in mats],
        ships=[mat.built.ships for mat in mats],
        houses=[len(mat.built.houses) for mat in mats],
    )
