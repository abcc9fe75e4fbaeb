"""Pictures of games: the board at a moment, diagrams, and caching."""

import re
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.components import ALL_ROWS, WHITE
from notation import dumps
from replays.drawing import render, svg
from replays.drawing.board_picture import HEIGHT, WIDTH, position_picture
from replays.drawing.pieces import ACTION_SIGNS, GOODS
from replays.drawing.places import world_of
from replays.drawing.world import CELLS, SHAPES
from replays.service.api.diagrams import KINDS
from replays.service.visibility.game_views import ContentCache
from replays.text.languages import LANGUAGES, language_of
from replays.text.names import Names
from tests.cli_runs import ROOT
from tests.notation.records import record_of
from tests.page.examples import text_of
from tests.profiles import examples
from tests.service.asking import Instance, instance
from tests.strategies import Playout, any_games

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "title", "rect", "circle", "ellipse", "polygon", "path", "text", "g", "line"}
HOSTILE = '"><script>alert(1)</script><img src=x onerror=y>&amp;\u202e\x00]]>'


@examples(12)
@given(game=any_games(), seed=st.integers(0, 1 << 20), code=st.sampled_from([*LANGUAGES]))
def test_every_position_is_a_picture(game: Playout, seed: int, code: str) -> None:
    """The picture of a position of any rule set, in any language, is well-formed SVG of known elements, with all names
    and points. It loads nothing and needs no style sheet, and names with markup are text."""
    state = Random(seed).choice(game.states)
    given = {0: HOSTILE, 1: "小明和他的朋友們", 2: "x" * 500}
    names = Names.of(game.setup, given, language_of(code))
    drawn = ET.fromstring(position_picture(state, names))
    assert {element.tag.removeprefix(SVG) for element in drawn.iter()} <= DRAWN
    assert not {name for element in drawn.iter() for name in element.attrib} & {"style", "href", "onload", "class"}
    texts = [text.text or "" for text in drawn.iter(f"{SVG}text")]
    assert {str(mat.points) for mat in state.mats} <= set(texts)
    assert any("<script>" in text for text in texts)
    stacks = sum(map(len, state.stacks))
    assert len([*drawn.iter(f"{SVG}ellipse")]) >= stacks
    paths = {path.get("d") for path in drawn.iter(f"{SVG}path")}
    world = world_of(has_intrigue=bool(game.setup.intrigue))
    sheets = [sheet for sheet in (world.europe, world.florence, world.areas) if sheet]
    assert {path for sheet in sheets for _, path in sheet.shapes} <= paths
    rows = {row for sheet in sheets for place in sheet.places.values() for row in place.rows}
    assert rows >= {*ALL_ROWS[: len(state.rows)]}


def test_the_viewer_has_the_same_signs_and_colours() -> None:
    """Signs of actions, discs, goods and what is active look alike in pictures and in the viewer."""
    viewer = Path(str(ROOT / "replays/page/viewer"))
    shapes = (viewer / "shapes.js").read_text(encoding="utf-8")
    assert [sign for sign in ACTION_SIGNS.values() if sign not in shapes] == []
    bright = (viewer / "palette.css").read_text(encoding="utf-8").partition("@media")[0]
    palette = dict(re.findall(r"--([\w-]+): (#\w+);", bright.replace("#fff;", "#ffffff;")))
    expected: dict[str, str | float] = {
        "paper": svg.PAPER,
        "ink": svg.INK,
        "quiet": svg.QUIET,
        "line": svg.LINE,
        "edge": svg.EDGE,
    }
    expected |= {"tile": svg.TILE, "low": svg.TILE_SIDE, "road": svg.ROAD, "panel": svg.CARD, "alarm": svg.ALARM}
    expected |= {"gold": svg.GOLD, "glow": svg.GLOW, **GOODS}
    expected |= {letter: fill for letter, (fill, _) in svg.DISC_COLOURS.items()}
    expected |= {f"side-{letter}": fill for letter, fill in svg.DISC_SIDES.items()}
    expected |= {kind.split()[-1]: SHAPES[kind]["fill"] for kind in ("sea", "land", "ground", "ground quay", "roof")}
    expected |= {"stone": SHAPES["wall"]["fill"], "coast": SHAPES["pile"]["fill"], "wave": SHAPES["wave"]["stroke"]}
    goods = {"W": "wood", "B": "brick", "M": "marble", "A": "art", "R": "cloth"}
    expected |= {f"of-{goods[kind]}": fill for kind, fill in CELLS.items()}
    expected |= {f"l{letter}": fill for letter, fill in svg.SIGN_COLOURS.items() if letter != WHITE}
    assert {name: palette[name] for name in expected} == {
        name: str(colour).lower() for name, colour in expected.items()
    }


@examples(5)
@given(game=any_games(), data=st.data())
def test_a_picture_shows_nothing_of_what_comes_later(game: Playout, data: st.DataObject) -> None:
    """Picture and description of a step equal those of the game that ended there."""
    count = data.draw(st.integers(20, len(game.steps) - 1))
    whole, cut = (record_of(game, 0, number) for number in (len(game.steps), count))
    for service in instance():
        long, short = (service.game(dumps(record)) for record in (whole, cut))
        at = service.person(short["keys"]["owner"]).get(f"/api/games/{short['id']}/state").json()["at"]
        pictures = [
            service.person(made["keys"]["owner"]).get(f"/api/games/{made['id']}/board.svg?at={at}")
            for made in (long, short)
        ]
        assert pictures[0].status_code == 200
        assert pictures[0].content == pictures[1].content
        pages = [
            service.person(made["keys"]["owner"]).get(f"/g/{made['id']}/{at}").text.replace(made["id"], "ID")
            for made in (long, short)
        ]
        heads = [[line for line in page.split("<meta") if "og:" in line] for page in pages]
        assert heads[0] == heads[1]


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_png(service: Instance) -> None:
    """A PNG has the size for links or the requested width, within limits."""
    made = service.game(text_of("game-of-four"))
    path = f"/api/games/{made['id']}/board.png"
    somebody = service.anybody()
    assert size_of(somebody.get(path).content) == (WIDTH, HEIGHT)
    assert size_of(somebody.get(f"{path}?width=600&at=17.2").content) == (600, 315)
    tags = [somebody.get(f"{path}?at=17.2&width={width}").headers["ETag"] for width in (401, 599, 600)]
    assert len({*tags}) == 1, "a width between two steps is the next one"
    for width in (0, 199, 2401, 10**9, -1):
        answer = somebody.get(f"{path}?width={width}")
        assert answer.status_code == 422
        assert answer.json()["path"] == "$.width"


def test_without_fonts(service: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no font is installed, the answer says what is missing instead of a picture without words."""
    monkeypatch.setattr(render, "_has_fonts", lambda: False)
    made = service.game(text_of("study"))
    answer = service.anybody().get(f"/api/games/{made['id']}/board.png")
    assert answer.status_code == 503
    assert "font" in answer.json()["detail"]


def test_moments(service: Instance) -> None:
    """There is a picture of an event, a turn, a variation, the start and the end, and none of an unknown place."""
    finished = text_of("game-of-four")
    made = service.game(finished)
    path = f"/api/games/{made['id']}/board.svg"
    somebody = service.anybody()
    shown = {at: somebody.get(f"{path}?at={at}") for at in ("", "start", "17", "17.2", "17.2.3")}
    assert {answer.status_code for answer in shown.values()} == {200}
    assert len({answer.content for answer in shown.values()}) >= 4
    assert "End of the game" in shown[""].text
    assert "Before the first turn" in shown["start"].text
    for at in ("999", "v9:1", "17.2.3.4", "<b>", "../x", "%00", "7" * 400):
        assert somebody.get(f"{path}?at={at}").status_code == 404


def test_a_picture_is_sent_once(service: Instance) -> None:
    """A picture that the client already has is not sent again until a new decision."""
    made = service.game(text_of("study"))
    path = f"/api/games/{made['id']}/board.svg"
    recorder = service.person(made["keys"]["recorder"])
    first = recorder.get(path)
    again = recorder.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    symbol = recorder.get(f"/api/games/{made['id']}/legal").json()["options"][0]["symbol"]
    recorder.post(f"/api/games/{made['id']}/decisions", json={"notation": symbol}, headers={"If-Match": "*"})
    later = recorder.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200
    assert later.headers["etag"] != first.headers["etag"]


def test_what_many_ask_for_is_made_once() -> None:
    """Simultaneous requests for the same picture share one; the oldest are dropped when there are too many."""
    shelf, together = ContentCache(), Barrier(8)
    calls: list[int] = []

    def make() -> bytes:
        calls.append(1)
        return b"picture"

    def ask(_: int) -> object:
        together.wait()
        return shelf.get("name", make)

    with ThreadPoolExecutor(8) as pool:
        assert len({*pool.map(ask, range(8))}) == 1
    assert calls == [1]
    for number in range(100):
        shelf.get(number, make)
    shelf.get(99, make)
    assert len(calls) == 101
    shelf.get("name", make)
    assert len(calls) == 102


@pytest.mark.needs("dot")
def test_diagrams(service: Instance) -> None:
    """Every kind of diagram comes in every format; the error about an unknown kind, turn or street explains it."""
    made = service.game(text_of("game-of-four"))
    path = f"/api/games/{made['id']}/diagram"
    somebody = service.anybody()
    what = {"turn": "17", "street": "BC"}
    for kind in KINDS:
        answer = somebody.get(f"{path}.dot?kind={kind}&what={what.get(kind, '')}&at=17")
        assert answer.status_code == 200, answer.text
        assert answer.text.startswith("digraph")
    assert ET.fromstring(somebody.get(f"{path}.svg?kind=city&at=17").content).tag == f"{SVG}svg"
    assert somebody.get(f"{path}.png?kind=council").content.startswith(b"\x89PNG")
    for wrong in ("kind=x", "kind=-Tps", "kind=street&what=ZZ", "kind=turn&what=999", "kind=turn&what=-1", "kind=.."):
        assert somebody.get(f"{path}.dot?{wrong}").status_code == 422, wrong
    assert somebody.get(f"{path}.pdf").status_code == 404
