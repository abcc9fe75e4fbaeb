"""Names of people: spectators read colours and numbers instead, wherever a name can be."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.game import Game, Layer, Variation, layers_of
from calimala_es.notes import TITLE, Comment, Extension, Glyph, Stamp
from notation import dumps, loads
from replays.service.app import ENDPOINTS
from replays.service.visibility.pseudonyms import TABLE_LAYER, without_names
from tests.cli_runs import played
from tests.profiles import examples, few
from tests.service.addresses import asks_of
from tests.service.asgi import answers_to
from tests.service.asking import Instance

GAME: Final = played()

MARKER: Final = "zenobia"
"""A word that is only in somebody's name, in either letter case."""

HEADERS: Final = (
    ("Event", "Friday at Zenobia's"),
    ("Site", "Villa ZENOBIA"),
    ("Blue", "Zenobia Rossi"),
    ("Red", "Anna Zenobia"),
    ("Scribe", "zenobia the scribe"),
    ("Author", "Zenobia"),
    ("Annotator", "Zenobia"),
    ("Team", "Zenobia's"),
    ("blue", "Zenobia"),
    ("Layer", "zenobia it Zenobia"),
    ("Layer", "other en Zenobia"),
)


def record(count: int) -> Game:
    """Return the beginning of a game with the marker wherever a name can be, and where people mention it."""
    notes = (
        Comment(text="Zenobia should wait.", layer="zenobia"),
        Glyph(number=1, layer="other"),
        Stamp(at="2026-11-20T19:04:11Z", layer="zenobia"),
        Extension(word=TITLE, text="How Zenobia won"),
    )
    aloud = Comment(text="Hurry, Zenobia!", layer=TABLE_LAYER)
    variation = Variation("v1", (replace(GAME.moves[3], notes=notes),), "Zenobia's idea", notes)
    moves = (
        *GAME.moves[:3],
        replace(GAME.moves[3], notes=(*notes, aloud), variations=(variation,)),
        *GAME.moves[4:count],
    )
    return replace(GAME, headers=HEADERS, notes=notes, moves=moves)


def named(service: Instance, id: str, puzzle: str, key: str) -> list[str]:
    """Return the requests whose answers contain the marker, of all possible ones; queries only without a key."""
    found: list[str] = []
    asks = [
        ask
        for endpoint in ENDPOINTS
        for ask in [*asks_of(endpoint, id, puzzle)][: 1 if endpoint.heavy else None]
        if not (key and "?" in ask.path)
    ]
    for ask, answer in zip(asks, answers_to(service.app, asks, key), strict=True):
        shown = f"{answer.headers}".encode() + answer.body
        if MARKER.encode() in shown.lower():
            found.append(f"{ask.method} {ask.path}")
    return found


@pytest.mark.parametrize(("count", "visibility"), few([(60, "public"), (60, "unlisted"), (len(GAME.moves), "public")]))
def test_a_name_is_nowhere(service: Instance, count: int, visibility: str) -> None:
    """A spectator finds a hidden name in no answer of any endpoint; players and the owner see it."""
    made = service.game(dumps(record(count)), visibility)
    owner = service.person(made["keys"]["owner"])
    puzzle = owner.post(f"/api/games/{made['id']}/puzzles", json={"step": "2"}).json()["puzzle"]
    for key in ("", made["keys"]["viewer"]):
        assert named(service, made["id"], puzzle, key) == []
    path = f"/api/games/{made['id']}/notation"
    for key in (made["keys"]["owner"], made["keys"]["recorder"], made["keys"]["seats"][1]):
        assert MARKER in service.person(key).get(path).text.lower()


def test_the_owner_shows_names_and_hides_them_again(service: Instance) -> None:
    """Names are shown from the moment when the owner shows them until the owner hides them."""
    made = service.game(dumps(record(60)))
    path = f"/api/games/{made['id']}"
    owner, anybody = service.person(made["keys"]["owner"]), service.anybody()
    for shown in (True, False):
        owner.ask("PUT", f"{path}/names", json={"shown": shown})
        assert ("Zenobia Rossi" in anybody.get(f"{path}/notation").text) is shown
        assert ("Zenobia Rossi" in anybody.get(f"{path}/page").text) is shown
        post = anybody.get(f"{path}/post").json()["parts"]
        assert ("Zenobia" in "".join(post)) is shown


def test_a_name_that_is_not_shown_finds_nothing(service: Instance) -> None:
    """A search for a name finds a game only if its names are shown."""
    made = service.game(dumps(record(60)), "public")
    owner, anybody = service.person(made["keys"]["owner"]), service.anybody()
    counts = [anybody.get("/api/games?q=zenobia").json()["count"]]
    owner.ask("PUT", f"/api/games/{made['id']}/names", json={"shown": True})
    counts.append(anybody.get("/api/games?q=zenobia").json()["count"])
    assert counts == [0, 1]


def test_erased_names_are_gone_for_everybody(service: Instance) -> None:
    """After names were erased no answer to anybody contains one from headers or layers."""
    headers = tuple(header for header in HEADERS if header[0] in ("Blue", "Red", "Scribe", "Layer"))
    notes = (Glyph(number=1, layer="zenobia"), Glyph(number=2, layer="other"))
    text = dumps(replace(GAME, headers=headers, notes=notes))
    made = service.game(text)
    owner = service.person(made["keys"]["owner"])
    owner.ask("PUT", f"/api/games/{made['id']}/names", json={"shown": True})
    assert "Zenobia" in service.anybody().get(f"/api/games/{made['id']}/notation").text
    assert owner.ask("DELETE", f"/api/games/{made['id']}/names").status_code == 204
    for key in ("", made["keys"]["owner"], made["keys"]["recorder"]):
        for what in ("notation", "page", "post", "state", "export.cgn", "keys"):
            assert MARKER not in service.person(key).get(f"/api/games/{made['id']}/{what}").text.lower(), what
    assert service.store.verify(made["id"]) == []


def test_what_is_replaced_reads_well() -> None:
    """Players are called by their colours, authors by numbers; the church of the same name is not renamed."""
    notes = (
        Comment(text="Maria took Santa Maria del Fiore, Rossi's way, in Rossis Keller."),
        Comment(text="Paolo agrees, as paolo wrote.", layer="paolo"),
    )
    headers = (("Blue", "Maria Rossi"), ("Layer", "paolo - Paolo B."))
    answer = without_names(replace(GAME, headers=headers, notes=notes))
    assert [note.text for note in answer.notes if isinstance(note, Comment)] == [
        "Blue took Santa Maria del Fiore, Blue's way, in Blues Keller.",
        "a1 agrees, as a1 wrote.",
    ]
    assert answer.headers == ()


names: Final = st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=3, max_size=12)


@given(names, names, st.text(max_size=20), st.sampled_from(["", " ", ", ", "'s "]))
@examples(30)
def test_a_game_without_names_is_a_game(one: str, other: str, text: str, gap: str) -> None:
    """A record without names is the same game, can be written and read, and has no name left as a word."""
    headers = (("Blue", one), ("Red", f"{one} {other}"), ("Layer", f"maria - {other}"))
    note = Comment(text=f"{text} {one}{gap} {other}", layer="maria")
    answer = without_names(replace(GAME, headers=headers, notes=(note,)))
    assert answer.commands == GAME.commands
    again: Any = loads(dumps(answer))
    assert again.headers == answer.headers == ()
    assert layers_of(answer) == {"a1": Layer("a1")}
    left = {word.casefold() for word in again.notes[0].text.replace("'", " ").replace(",", " ").split(" ")}
    assert {one.casefold(), other.casefold()}.isdisjoint(left - {"blue", "red", "a1"})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Zsuzsánna", "Zsuzsánna is late; Zsuzsanna, ZSUZSÁNNA"),
        ("Zsuzsanna", "Zsuzsa\u0301nna is late; Zsu\u200bzsanna, zs\u00aduzsanna\u2060"),
        ("Zsuzsa\u0301nna", "Zsuzsánna is late; Ｚｓｕｚｓａｎｎａ, Zsuzsanna"),
        ("Zsu\u200dzsanna", "Zsuzsanna is late; Zsuzsànna, Zsuzsanna"),
        ("Włodek", "Wlodek is late; WŁODEK, włodek"),
        ("Łi", "ŁI is late; łi, Łi"),
    ],
)
def test_a_name_is_known_however_it_is_written(name: str, said: str) -> None:
    """A name is recognised with other accents, invisible letters and widths, wherever it is."""
    notes = (Comment(text=said, layer=TABLE_LAYER),)
    (answer,) = without_names(replace(GAME, headers=(("Blue", name),), notes=notes)).notes
    assert isinstance(answer, Comment)
    assert answer.text == "Blue is late; Blue, Blue"


def test_other_words_are_not_changed() -> None:
    """Accents and joiners of other words are not changed."""
    said = "Éa\u0301 \u200bwas na\u00adïve: ﬁne, in Santa Maria."
    notes = (Comment(text=said, layer=TABLE_LAYER),)
    (answer,) = without_names(replace(GAME, headers=(("Blue", "Ín Maria"),), notes=notes)).notes
    assert isinstance(answer, Comment)
    assert answer.text == said


def test_an_erased_name_is_a_colour(service: Instance) -> None:
    """A player with an erased name is called by the colour everywhere, as if there had never been a name."""
    made = service.game(dumps(record(60)), "public")
    owner = service.person(made["keys"]["owner"])
    path = f"/api/games/{made['id']}"
    owner.ask("PUT", f"{path}/names", json={"shown": True})
    owner.ask("DELETE", f"{path}/names")
    page = service.anybody().get(f"{path}/page").json()
    assert [party["name"] for party in page["parties"]] == ["Blue", "Red", "Yellow", "Green"]
    assert "?" not in service.anybody().get(f"{path}/post").json()["parts"][0].partition("In turn order")[2][:40]
    unfolded = service.anybody().get(f"/g/{made['id']}/2").text
    assert 'property="og:title"' in unfolded
    assert "? (" not in unfolded
    assert [one["name"] for one in owner.get(f"{path}/keys").json()["people"]] == [""] * len(page["parties"])


@pytest.mark.parametrize(
    "what", ["", "/notation", "/state", "/page", "/export.cgn", "/export.json", "/board.svg", "/post"]
)
def test_nobody_is_notified_that_names_are_as_they_were(service: Instance, what: str) -> None:
    """An answer from before names were shown, hidden or erased is never confirmed as current."""
    made = service.game(dumps(record(60)), "public")
    owner, somebody = service.person(made["keys"]["owner"]), service.anybody()
    path = f"/api/games/{made['id']}"
    seen = [somebody.get(f"{path}{what}")]
    for method, wanted in (
        ("PUT", {"shown": True}),
        ("PUT", {"shown": False}),
        ("PUT", {"shown": True}),
        ("DELETE", None),
    ):
        owner.ask(method, f"{path}/names", **({"json": wanted} if wanted else {}))
        answer = somebody.get(f"{path}{what}", headers={"If-None-Match": seen[-1].headers.get("etag", '"none"')})
        fresh = somebody.get(f"{path}{what}")
        assert fresh.content != seen[-1].content
        assert (answer.status_code, answer.content) == (200, fresh.content)
        seen.append(fresh)
