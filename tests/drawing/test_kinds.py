"""Diagrams of the city, a street, the council and activations: what they contain, for which viewer, until when."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.board import STREET_INDEX, STREETS, street_names
from calimala_es.components import Street
from calimala_es.events import (
    DiscActivated,
    DiscPlaced,
    TileScored,
)
from calimala_es.known import Known
from replays.analysis import activations, analyse, until
from replays.analysis.discs import Gift
from replays.drawing.diagrams import (
    StreetError,
    activations_diagram,
    city_diagram,
    council_diagram,
    find_street,
    street_diagram,
    turn_diagram,
)
from replays.drawing.diagrams.city import street_uses
from replays.drawing.diagrams.graph import moment_text
from replays.drawing.diagrams.graph import text as label
from replays.drawing.diagrams.street import street_turns
from replays.drawing.render import draw_diagram, write_diagram
from replays.replay import Replay
from replays.stacks import drawn_turns
from replays.text.languages import ENGLISH, LANGUAGES, language_of
from replays.text.terms import place_term
from tests.drawing.drawn import HOSTILE, parsed, words_in, words_in_picture
from tests.profiles import examples
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import AT_THE_TABLE, FIRST, INTRIGUE, KNOWN, WITH_MISTAKES, Playout, Rules, any_games

Draw = Callable[[Replay, int], str]

KINDS: dict[str, Draw] = {
    "city": lambda replay, at: city_diagram(replay, at, HOSTILE),
    "city without uses": lambda replay, at: city_diagram(replay, at, HOSTILE, uses=False),
    "street": lambda replay, at: street_diagram(replay, STREETS[at % 12], at, HOSTILE),
    "council": lambda replay, at: council_diagram(replay, at, HOSTILE),
    "activations": lambda replay, at: activations_diagram(replay, at, HOSTILE),
}
each_kind = pytest.mark.parametrize("draw", KINDS.values(), ids=[*KINDS])


# Of every kind.


@each_kind
@examples(4)
@given(game=any_games(*EVERY_KIND), random=st.randoms())
def test_what_comes_later_is_not_in_it(draw: Draw, game: Playout, random: Random) -> None:
    """A picture of a moment is the same, to the byte, when the game has gone on."""
    replay = replay_of(game)
    at = random.randrange(replay.last + 1)
    assert draw(replay, at) == draw(until(replay, at), at)


@pytest.mark.needs("dot")
@each_kind
@examples(3)
@given(game=any_games(*EVERY_KIND), random=st.randoms())
def test_graphviz_draws_it_whatever_people_are_called(draw: Draw, game: Playout, random: Random) -> None:
    """Graphviz draws without a warning, and no name makes a node or element."""
    replay = replay_of(game)
    picture = parsed(draw(replay, random.randrange(replay.last + 1)))
    assert "<script" not in picture
    assert "evil</title>" not in picture
    assert re.fullmatch(r"(giver|receiver)?\d?(city|street|council)?", picture.split("<title>")[2].split("<")[0])


@each_kind
def test_what_draws_where_graphviz_is_not_installed_draws_it(
    draw: Draw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The substitute for Graphviz draws as many words as Graphviz does."""
    replay = replay_of(Playout(4, 4))
    monkeypatch.setenv("PATH", str(tmp_path))
    picture = write_diagram(draw(replay, replay.last), "svg", tmp_path / "picture.svg").read_text(encoding="utf-8")
    words = words_in_picture(picture)
    assert "at the end of the game" in words[0]
    assert len(words) > 20


@pytest.mark.needs("dot")
def test_a_box_has_room_for_a_wider_font() -> None:
    """Letters are drawn smaller than those that the box around them was made for."""
    (size,) = re.findall(
        r'font-size="([0-9.]+)"', draw_diagram("digraph { a [shape=box, fontsize=10] }", "svg").decode()
    )
    assert 9 < float(size) < 9.5


@pytest.mark.needs("dot")
@pytest.mark.parametrize("kind", ["city", "city without uses", "activations", "council"])
def test_a_backslash_in_a_name_stays_one(kind: str) -> None:
    r"""A backslash in a name is drawn, although Graphviz replaces \\N by the name of a node."""
    replay = replay_of(Playout(3, 1))
    words = words_in_picture(parsed(KINDS[kind](replay, replay.last)))
    assert any("\\N \\G" in each for each in words)


@each_kind
def test_the_start_of_a_game_has_a_picture(draw: Draw) -> None:
    """The start of a game, at which nothing has happened, has a picture."""
    assert "at the start" in words_in(draw(replay_of(Playout(3, 1)), 0))


@each_kind
def test_what_is_missing_from_a_record_is_reported(draw: Draw) -> None:
    """A picture has one sentence each about missed turns and observations; that of a street has its own."""
    replay = next(
        replay
        for replay in (replay_of(Playout(4, seed, WITH_MISTAKES)) for seed in range(20))
        if len({type(gap.event) for gap in replay.gaps}) == 2
    )
    words = words_in(draw(replay, replay.last))
    if draw is not KINDS["city without uses"]:
        assert re.search(r"What happened at \d+ moments? was not recorded", words)
        assert "only seen at the table" in words


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH.code])
def test_a_picture_speaks_every_language(code: str) -> None:
    """In every language all fields of the messages are filled, and no name is taken for a field."""
    language, names = language_of(code), {0: "{turn}", 1: "{0.__class__}"}
    replay = replay_of(Playout(4, 7, WITH_MISTAKES))
    texts = [
        city_diagram(replay, 400, names, language),
        street_diagram(replay, "12", 400, names, language),
        council_diagram(replay, 400, names, language),
        activations_diagram(replay, 400, names, language),
        *(turn_diagram(replay, turn, names, language) for turn in drawn_turns(replay)),
    ]
    for text in texts:
        assert not re.search(r"\{(?!turn\}|0\.__class__\})\w*\}", words_in(text).partition("{")[2])
    assert any("{turn}" in text for text in texts)


@pytest.mark.parametrize("code", ["ru", "zh_TW"])
def test_no_word_stays_english(code: str) -> None:
    """In a complete language no word is English, except letters of observed colours."""
    language = language_of(code)
    names = dict.fromkeys(range(5), "Я")
    rules = Rules("second", intrigue=True, families=("Pazzi", "Bardi", "Scali"))
    for game in (Playout(4, 7, WITH_MISTAKES), Playout(2, 3), Playout(3, 5, rules=rules)):
        replay = replay_of(game)
        texts = [
            city_diagram(replay, None, names, language),
            street_diagram(replay, "12", None, names, language),
            council_diagram(replay, None, names, language),
            activations_diagram(replay, None, names, language),
            *(turn_diagram(replay, turn, names, language) for turn in drawn_turns(replay)),
        ]
        for text in texts:
            said = words_in(" ".join(re.findall(r"<FONT[^>]*>.*?</FONT>", text)))
            assert not re.findall(r"\b(?![brygpwx]+\b)[a-z]{3,}\b", said)


def test_the_moment_is_reported_without_what_comes_later() -> None:
    """A moment is described as the start, the end of a turn, a place within one, or the end."""
    replay = replay_of(Playout(3, 1))
    moments = [moment_text(replay, at, ENGLISH) for at in (0, replay.find("3"), replay.find("3") - 1, replay.last)]
    assert moments[:2] == ["at the start", "after turn 3"]
    assert re.fullmatch(r"after 3\.\d\.\d+", moments[2])
    assert moments[3] == "at the end of the game"


# The city.


@examples(8)
@given(any_games(*EVERY_KIND), st.randoms())
def test_every_placement_and_activation_is_counted_once(game: Playout, random: Random) -> None:
    """Placements and activations are counted once, by street and by the owner of the disc."""
    replay = replay_of(game)
    at = random.randrange(replay.last + 1)
    uses = street_uses(replay, at)
    events = replay.events[:at]
    for street in STREETS:
        for seat in range(game.players):
            placed = [e for e in events if isinstance(e, DiscPlaced) and (e.street, e.seat) == (street, seat)]
            activated = [e for e in events if isinstance(e, DiscActivated) and (e.street, e.seat) == (street, seat)]
            assert (uses[street].placed[seat], uses[street].activated[seat]) == (len(placed), len(activated))


def test_the_city_has_every_street_with_its_tiles_and_stacks() -> None:
    """The city has twelve streets named by their tiles, nine tiles, and as many discs as are there."""
    replay = replay_of(Playout(4, 4))
    dot = city_diagram(replay, replay.find("20"))
    words = words_in(dot)
    for name in street_names(game_city := replay.start.setup.city).values():
        assert name in words
    assert len(game_city) == 9
    lying = sum(map(len, replay.states[replay.find("20")].stacks))
    assert dot.count('HEIGHT="18"') - dot.count('STYLE="DASHED"') == lying


def test_the_intrigue_tiles_are_in_the_city() -> None:
    """R10.2: the intrigue tiles are beside the streets, by the codes of their actions."""
    replay = replay_of(Playout(3, 1, rules=INTRIGUE))
    words = words_in(city_diagram(replay))
    for pair in replay.start.setup.intrigue:
        assert "/".join(pair) in words


# A street.


@examples(8)
@given(any_games(*EVERY_KIND), st.sampled_from(STREETS))
def test_the_turns_of_a_street_follow_each_other(game: Playout, street: Street) -> None:
    """The turns of a street lead from an empty street to its last stack, with every change in its turn."""
    replay = replay_of(game)
    turns = street_turns(replay, street)
    stacks = [stack for turn in turns for stack in (turn.before, turn.after)]
    expected = [stack for turn in turns for stack in (turn.before,)]
    assert expected[1:] == stacks[1::2][: len(expected) - 1]
    assert (stacks[-1] if stacks else "") == replay.end.stacks[STREET_INDEX[street]]
    assert sum(isinstance(e, DiscPlaced) for turn in turns for e in turn.events) == sum(
        isinstance(e, DiscPlaced) and e.street == street for e in replay.events
    )


def test_a_street_is_found_by_its_tiles_and_by_its_squares() -> None:
    """A street is found by its tiles in any order and letter case, or by its squares; the error lists them."""
    city = replay_of(Playout(3, 1)).start.setup.city
    for street, name in street_names(city).items():
        assert {find_street(city, each) for each in (name, name[::-1], name.lower(), street)} == {street}
    for wrong in ("XX", "", "A" * 500, "11", "²³"):
        with pytest.raises(StreetError, match=street_names(city)["12"]):
            find_street(city, wrong)


# The council.


@examples(8)
@given(any_games(KNOWN, AT_THE_TABLE))
def test_the_council_has_every_scoring_with_its_points(game: Playout) -> None:
    """The council has the place of each tile's scoring, the tile, and everybody's points."""
    replay = replay_of(game)
    words = words_in(council_diagram(replay))
    for event, id in zip(replay.events, replay.ids, strict=True):
        if isinstance(event, TileScored):
            assert f"at {id}" in words
            assert place_term(event.tile, ENGLISH) in words
    for mat in replay.end.mats:
        assert str(mat.points) in words.rpartition("together")[2]


def test_what_is_scored_is_not_white() -> None:
    """At the end no row of the council is white, the colour of what is still to come; at the start every tile is."""
    replay = replay_of(Playout(3, 1))
    white = 'BGCOLOR="#FFFFFF"'
    assert council_diagram(replay).count(white) == 1 < council_diagram(replay, 0).count(white)
    assert "influence: " in words_in(council_diagram(replay))


def test_where_cubes_are_not_recorded_no_points_are_made_up() -> None:
    """The council of a record of placements has seats, and no points in brackets."""
    replay = replay_of(Playout(3, 1))
    words = words_in(council_diagram(replay, known=Known(points=False, cubes=False, goods=False, cards=False)))
    assert "not what was done" in words
    assert not re.search(r"\(\d+\)", words)
    assert "total" not in words


# Who activated whom.


def test_an_arrow_leads_from_the_player_who_placed_to_the_one_who_was_activated() -> None:
    """The width of an arrow is in proportion to the gifts, the widest being that of the most."""
    replay = replay_of(Playout(4, 4))
    dot = activations_diagram(replay)
    arrows = {
        (int(one), int(other)): float(width)
        for one, other, width in re.findall(r'giver(\d):p\d:e -> receiver(\d):p\d:w \[.*?penwidth="?([\d.]+)', dot)
    }
    given = {(one.giver, one.receiver): one for one in analyse(replay).gifts.cells}
    assert arrows.keys() == given.keys()
    widest, most = max(arrows, key=lambda pair: arrows[pair]), max(given.values(), key=weight)
    assert weight(given[widest]) == weight(most)
    words = words_in(dot)
    for gift in given.values():
        assert not gift.actions or re.search(rf"{gift.actions} actions?\b", words)
        assert ("once" if gift.activations == 1 else f"{gift.activations} times") in words


def weight(gift: Gift) -> int:
    return gift.actions + gift.drawn + gift.played


def test_where_goods_are_not_recorded_arrows_count_activations() -> None:
    """Without recorded goods an arrow shows the number of activations, and no gifts are mentioned."""
    dot = activations_diagram(
        replay_of(Playout(3, 1)), known=Known(points=False, cubes=False, goods=False, cards=False)
    )
    words = words_in(dot)
    assert "The wider an arrow, the more activations." in words
    assert "worth" not in words


@pytest.mark.parametrize("rules", [FIRST, Rules("second", intrigue=True, families=("Pazzi", "Bardi", "Pulci"))])
def test_white_discs_that_were_used_are_the_givers_own(rules: Rules) -> None:
    """R11.Pazzi: an activation that a player takes over is not a gift to another one."""
    replay = replay_of(Playout(3, 3, rules=rules))
    for each in activations(replay):
        if each.is_borrowed:
            assert each.giver == each.receiver


def test_a_name_that_was_cut_ends_its_sentence() -> None:
    """The dots of a shortened name end a sentence without another full stop, also from right to left."""
    assert "…." not in label("The bottom disc takes a seat for Nebuchadnez….")
    assert "…\u2069." not in label("The bottom disc takes a seat for \u2068אבג…\u2069.")
    assert "Maria." in label("The bottom disc takes a seat for Maria.")
