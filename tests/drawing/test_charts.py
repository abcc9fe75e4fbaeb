"""Charts as SVG: ``replays.drawing.charts``."""

import itertools
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from replays.drawing.charts import (
    COLOUR_SIGNS,
    DASHES,
    Bar,
    BarPart,
    Interval,
    Notch,
    Scale,
    Series,
    bar_chart,
    interval_chart,
    line_chart,
    shaded_table,
    ticks,
)
from replays.drawing.svg import text_width

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = st.integers(-60, 400)
HOSTILE = "</svg><script>alert(1)</script>\x00\x1b[31m\ufffe\ud800&\"'"


def read(drawn: str) -> ET.Element:
    """Return the picture as XML."""
    return ET.fromstring(drawn)


def texts(drawn: str) -> list[str]:
    """Return what can be read on the picture."""
    return ["".join(text.itertext()) for text in read(drawn).iter(f"{SVG}text")]


@given(NUMBERS, NUMBERS, st.integers(1, 12))
def test_ticks_hold_all_numbers(one: int, other: int, most: int) -> None:
    """The numbers beside an axis are whole, ascend in equal steps, include all values, and are not too many."""
    low, high = sorted((one, other))
    marks = ticks(low, high, most)
    steps = {after - before for before, after in itertools.pairwise(marks)}
    assert marks[0] <= low
    assert marks[-1] >= high
    assert len(steps) == 1
    assert steps.pop() >= 1
    assert all(float(mark).is_integer() for mark in marks)
    assert 2 <= len(marks) <= most + 2


def test_a_scale_is_straight() -> None:
    """The scale maps the end numbers to the ends of the axis, and the middle to the middle."""
    scale = Scale(10, 20, 0, 300)
    assert [scale.at(number) for number in (10, 15, 20)] == [0, 150, 300]


@given(st.lists(st.lists(st.none() | NUMBERS, max_size=50), max_size=6))
def test_every_line_is_drawn_inside(lines: list[list[int | None]]) -> None:
    """The points of any line are inside the picture, and its last number is beside its name."""
    series = [Series(f"p{number}", "brygpw"[number], tuple(values)) for number, values in enumerate(lines)]
    drawn = line_chart("Points", "how they grew", series, across="turn")
    picture = read(drawn)
    width, height = float(picture.get("width", "")), float(picture.get("height", ""))
    for path in picture.iter(f"{SVG}path"):
        words = (path.get("d") or "").replace("M", "").replace("L", "").split()
        numbers = list(map(float, words))
        assert all(0 <= x <= width for x in numbers[::2])
        assert all(0 <= y <= height for y in numbers[1::2])
    for line in series:
        known = [value for value in line.values if value is not None]
        if known:
            assert f"{COLOUR_SIGNS[line.colour]} {known[-1]:g} {line.name}" in texts(drawn)


def test_lines_differ_without_colours() -> None:
    """Every colour has dashes and a sign of its own."""
    assert len(set(DASHES.values())) == len(set(COLOUR_SIGNS.values())) == len(DASHES) == 6


def test_the_names_of_lines_do_not_touch() -> None:
    """The names of lines that end at the same height are below each other."""
    series = [Series(f"p{number}", colour, (0, 7)) for number, colour in enumerate("bryg")]
    places = [
        float(text.get("y", "0"))
        for text in read(line_chart("Points", "", series, across="turn")).iter(f"{SVG}text")
        if " 7 p" in "".join(text.itertext()) and text.get("class", "")[:2] == "f-"
    ]
    assert len(places) == 4
    assert all(after - before >= 15 for before, after in itertools.pairwise(places))


@given(st.lists(st.integers(0, 3), min_size=5, max_size=6))
def test_the_names_of_lines_stay_beside_the_chart(ends: list[int]) -> None:
    """Whatever the lines end at, their names are apart, above the words below the axis, and near their ends."""
    series = [Series(f"p{number}", "brygpw"[number], (0, 3, end)) for number, end in enumerate(ends)]
    drawn = [*read(line_chart("Race", "", series, across="turn", end="the end", is_small=True)).iter(f"{SVG}text")]
    places = sorted(float(text.get("y", "0")) for text in drawn if text.get("class", "")[:2] == "f-")
    below = next(float(text.get("y", "0")) for text in drawn if text.text == "the end")
    assert len(places) == len(ends)
    assert all(after - before > 14.8 for before, after in itertools.pairwise(places))
    assert places[-1] <= below - 12


def test_the_words_of_marks_at_one_place_do_not_touch() -> None:
    """Tiles that are scored in one turn, or at the end, have their words beside each other."""
    notches = [Notch(at, word, word) for at, word in ((39, "LIS"), (40, "LON"), (40, "BAR"), (3, "SMF"), (3, "SMN"))]
    series = [Series("p", "b", tuple(range(41)))]
    drawn = read(line_chart("Points", "", series, across="turn", end="the end", notches=notches))
    places = sorted(float(text.get("x", "0")) for text in drawn.iter(f"{SVG}text") if text.get("transform"))
    assert len(places) == 5
    assert all(after - before >= 11 for before, after in itertools.pairwise(places))


def test_everything_beside_an_interval_can_be_read() -> None:
    """Long titles and names are in several lines inside the picture, not cut, and each upright line has its number."""
    title = "How many more points winners get from a place than the other players, on average, in all games"
    names = (
        "tile port cities",
        "first, more seats and Palazzo artwork combined",
        "influence card Santa Maria del Fiore",
    )
    rows = [Interval(name, "", number / 7, number / 8, number / 6) for number, name in enumerate(names, 1)]
    drawn = interval_chart(title, "", rows)
    picture, shown = read(drawn), " ".join(texts(drawn))
    assert all(words in shown for words in (title, *names))
    for text in picture.iter(f"{SVG}text"):
        size = {"title": 15, "small": 11}.get(text.get("class", "").split()[0], 13)
        half = text_width(text.text or "", size) / (2 if text.get("text-anchor") else 1)
        assert float(text.get("x", "0")) + half <= float(picture.get("width", "0"))
    ruled = {line.get("x1") for line in picture.iter(f"{SVG}line") if line.get("x1") == line.get("x2")}
    assert ruled == {text.get("x") for text in picture.iter(f"{SVG}text") if text.get("text-anchor")}


def test_a_name_is_only_text() -> None:
    """With any characters in a name the picture is well-formed XML."""
    line = line_chart(
        HOSTILE, HOSTILE, [Series(HOSTILE, "b", (1, 2))], across=HOSTILE, notches=[Notch(1, HOSTILE, HOSTILE)]
    )
    bars = bar_chart(
        HOSTILE, HOSTILE, [Bar(HOSTILE, "r", (BarPart(40, HOSTILE, HOSTILE), BarPart(2, HOSTILE, HOSTILE)))]
    )
    table = shaded_table(HOSTILE, HOSTILE, [HOSTILE], [(HOSTILE, (3,))], corner=HOSTILE)
    intervals = interval_chart(HOSTILE, HOSTILE, [Interval(HOSTILE, HOSTILE), Interval(HOSTILE, HOSTILE, 1, 0, 2)])
    for drawn in (line, bars, table, intervals):
        assert not list(read(drawn).iter(f"{SVG}script"))
        assert "<script" not in drawn


def test_a_picture_needs_nothing_else() -> None:
    """The only address in a picture is that of SVG itself, and it has a description in words."""
    drawn = line_chart("Points", "how they grew", [Series("Maria", "b", (0, 3, 9))], across="turn")
    assert drawn.count("http") == 1
    assert (read(drawn).findtext(f"{SVG}title"), read(drawn).findtext(f"{SVG}desc")) == ("Points", "how they grew")


def test_a_bar_is_as_long_as_its_parts() -> None:
    """The parts of a bar follow each other without a gap, in proportion, and the sum is after them."""
    drawn = bar_chart(
        "Sources",
        "",
        [Bar("Maria", "b", (BarPart(6, "LIS", "Lisbon"), BarPart(3, "TRO", "Troyes"), BarPart(1, "BAR", "Barcelona")))],
    )
    boxes = [box for box in read(drawn).iter(f"{SVG}rect") if "f-b" in (box.get("class") or "")]
    widths = [float(box.get("width", "")) for box in boxes]
    assert [round(width / widths[2]) for width in widths] == [6, 3, 1]
    assert {"10", "LIS", "TRO"} <= {*texts(drawn)}
    assert "Barcelona: 1" in [title.text for title in read(drawn).iter(f"{SVG}title")]
