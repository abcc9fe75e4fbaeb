"""A game as a post for forums: its contents, that people's texts stay text, and that its parts fit."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from msgspec.structs import replace

from calimala_es.events import AreaScored, InfluenceScored, TileScored
from notation import loads
from replays.posts import FORUMS, Paragraph, Post, PostError, ResultTable, format_post, make_post
from replays.replay import Replay
from replays.text.languages import ENGLISH, LANGUAGES, Language, language_of
from replays.text.names import Names, names_of
from tests.cli_runs import ROOT, Table
from tests.profiles import examples
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import Playout, any_games

FOUR: Final = ROOT / "examples" / "game-of-four.cgn"
RECORD: Final = loads(FOUR.read_text())
URL: Final = "https://games.example/g/k7mq2xw9hd4f"


GAME: Final = Replay(RECORD)


def post(replay: Replay = GAME, language: Language = ENGLISH, **more: Any) -> Post:
    people = names_of(replay.game.setup, replay.game.headers)
    return make_post(replay, Names.of(replay.game.setup, people, language), **more)


# What a post says.


def test_a_post_shows_every_scoring_and_the_result() -> None:
    """A post has a paragraph per scoring, with points, the tie rule and totals, and ends with the winner."""
    shown = post()
    scorings = [at for at, event in enumerate(GAME.events) if isinstance(event, SCORINGS)]
    assert [paragraph.heading for paragraph in shown.paragraphs] == [f"Turn {GAME.ids[at].turn}" for at in scorings]
    first = shown.paragraphs[0].sentences
    assert first[0] == (
        "Contributions of wood are scored: Tania 3 points for 5 cubes, Maria 2 points for 1 cube, Nicole 1 point for 1 "
        "cube (Maria beats Nicole: more seats and Palazzo artwork combined)."
    )
    assert first[-1] == "Points: Maria 2, Angelica 0, Tania 3 and Nicole 1; now in the lead: Tania."
    assert shown.end == "Angelica wins the tie with more seats and Palazzo artwork combined."
    assert shown.table is not None
    assert [row[0] for row in shown.table.rows] == ["Angelica", "Maria", "Nicole", "Tania"]
    assert [row[-1] for row in shown.table.rows] == ["33", "33", "26", "24"]


SCORINGS: Final = (TileScored, AreaScored, InfluenceScored)


def test_a_part_of_the_scorings() -> None:
    """Scorings are counted from 1, and an unknown number is an error."""
    whole = post()
    assert post(first=2, last=3).paragraphs == whole.paragraphs[1:3]
    there = f"the first scoring is 1 and the last is {whole.scorings}"
    for first, last, words in (
        (0, 1, f"cannot begin with scoring 0: {there}"),
        (99, None, f"cannot begin with scoring 99: {there}"),
        (3, 2, "cannot end with scoring 2: it begins with 3"),
        (1, whole.scorings + 1, f"cannot end with scoring {whole.scorings + 1}: the last is {whole.scorings}"),
    ):
        with pytest.raises(PostError, match=words):
            post(first=first, last=last)


@examples(8)
@given(any_games(*EVERY_KIND), st.sampled_from([*LANGUAGES]), st.sampled_from([*FORUMS]), st.booleans())
def test_every_game_is_a_post(game: Playout, language: str, place: str, spoilers: bool) -> None:
    """Games of every rule set, complete or not, are posts in every language, and no part is too long."""
    replay = replay_of(game)
    shown = post(replay, language_of(language))
    assert len(shown.paragraphs) == sum(isinstance(event, SCORINGS) for event in replay.events)
    for part in format_post(shown, FORUMS[place], spoilers=spoilers):
        assert 0 < size(part) <= FORUMS[place].most


def size(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


# What a place makes of it.

LINES: Final = re.compile(r"(?m)^(#{1,3} |-# |>>> |> |[-*+] |\d+[.)] )")
DISCORD: Final = re.compile(
    r"""(?sx)
    (?P<escape>\\[^0-9A-Za-z\s]) | (?P<block>```.+?```) | (?P<code>`[^`\n]+`) | (?P<hidden>\|\|.+?\|\|)
    | (?P<link>\[[^\]\n]+\]\(<?https?://[^)\s]+\)) | (?P<url>https?://[^\s|]+) | (?P<bold>\*\*.+?\*\*)
    | (?P<under>__.+?__) | (?P<slant>\*[^\s*].*?\*|_[^_]+?_) | (?P<struck>~~.+?~~)
    | (?P<mention>@everyone|@here|<(?:@|\#|a?:|t:|/)[^>]+>|<https?://) | (?P<smiley>:\w+:)
    """
)


def discord(text: str) -> Iterator[Any]:
    """Yield what Discord finds in a message: the kinds of its marks, and those inside hidden or emphasised text."""
    for found in DISCORD.finditer(text):
        kind = found.lastgroup or ""
        if kind in ("hidden", "bold"):
            yield kind, [*discord(found[0][2:-2])]
        elif kind != "escape":
            yield kind
    yield from ("line" for _ in LINES.finditer(DISCORD.sub("x", text)))


FORUM: Final = re.compile(r"(?i)\[/?[a-z*]+(=[^\]]*)?\]|<|@\w|\w+://|www\.|:[a-z]")


def forum(text: str) -> Iterator[str]:
    """Return what BoardGameGeek finds in a post."""
    return (found[0].partition("=")[0].lower() for found in FORUM.finditer(text))


REDDIT: Final = MarkdownIt("commonmark", {"linkify": True}).enable(["table", "strikethrough", "linkify"])
REDDIT_MARKS: Final = re.compile(r">!|!<|\^|@\w|\b[ur]/\w")
REDDIT_ESCAPES: Final = re.compile(r"\\[^\w\s]")


def reddit(text: str) -> Iterator[Any]:
    """Yield what Reddit finds in a post: CommonMark with tables and links, and Reddit's additions."""
    for token in REDDIT.parse(text):
        for inner in (token, *(token.children or ())):
            if inner.type != "text" and inner.type != "text_special":
                yield inner.type, inner.tag
    yield from (found[0] for found in REDDIT_MARKS.finditer(REDDIT_ESCAPES.sub(" ", text)))


FINDS: Final[dict[str, Any]] = {"bgg": forum, "reddit": reddit, "discord": discord}

HOSTILE: Final = """
@everyone @here <@123456> <#1> <t:1> <:x:1> :smile: :D https://evil.example <https://evil.example> www.evil.example
http://evil.example/x_y_ [x](https://evil.example) ![x](https://evil.example) [x]: [img]http://evil.example[/img]
[url=http://evil.example]x[/url] [/o] [o] [/c] [b] [/b] !< >! || | ||| ``` ` `x` **x** __x__ *x* _x_ ~~x~~ ^x ^(x)
# ## -# > >>> - + * 1. 1) === --- <b> </b> <script> &#64;everyone &lt; u/somebody r/somewhere /u/somebody \\ \\\\ |a|b|
mail@evil.example xmpp:evil.example mailto:a@evil.example \u202ex x\u200by {x} $x$ [*] [size=99] [[x]] [thing=1][/thing]
""".split()  # noqa: SIM905
hostile: Final = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=4), min_size=1, max_size=4).flatmap(
    lambda parts: st.sampled_from([" ", ""]).map(lambda gap: gap.join(parts))
)


def with_texts(name: str, other: str, event: str, words: str) -> Post:
    """Return a post of the same game with these names, this event, and these words of the author."""
    named = {"Blue": name, "Red": other, "Event": event}
    headers = tuple((header, named.get(header, value)) for header, value in RECORD.headers)
    return post(Replay(replace(RECORD, headers=headers)), last=2, words=words, pictures=picture)


def picture(id: str) -> str:
    return f"https://games.example/api/games/k7mq2xw9hd4f/board.png?at={id}"


@examples(25)
@given(hostile, hostile, hostile, hostile, st.sampled_from([*FORUMS]), st.booleans())
def test_text_of_people_stays_text(name: str, other: str, event: str, words: str, place: str, spoilers: bool) -> None:
    """For any names, headers and words the forum finds the same marks as with plain ones. So none of them is a link, a
    mention, a picture, a heading or code, and none ends a spoiler or a table."""
    shown = with_texts(name, other, event, words)
    plain = with_texts("Maria", "Ann", "friday", "\n".join("words" for _ in shown.words))
    for one, two in zip(chapters(shown), chapters(plain), strict=True):
        found = [
            [mark for part in format_post(each, FORUMS[place], spoilers=spoilers) for mark in FINDS[place](part)]
            for each in (one, two)
        ]
        assert found[0] == found[1]


def chapters(whole: Post) -> Iterator[Post]:
    """Return posts with one part each, which no forum must divide."""
    nothing = replace(whole, words=(), paragraphs=(), table=None)
    yield replace(nothing, words=whole.words)
    yield from (replace(nothing, paragraphs=(each,)) for each in whole.paragraphs)
    yield replace(nothing, table=whole.table)


@pytest.mark.parametrize("place", [*FORUMS])
def test_hostile_texts_one_by_one(place: str) -> None:
    """Each text with a special meaning in some forum stays text, as a name and as the author's words."""
    plain = [*FINDS[place](format_post(small("Maria"), FORUMS[place], spoilers=True)[0])]
    assert plain, "there are marks at all"
    for text in HOSTILE:
        for name in (text, f"{text} Maria", f"Maria{text}"):
            (shown,) = format_post(small(Names.of(RECORD.setup, {0: name}).by_seat[0]), FORUMS[place], spoilers=True)
            assert [*FINDS[place](shown)] == plain, name


def small(name: str) -> Post:
    """Return a post of one scoring with a name at every place where one can be."""
    table = ResultTable((name, "together"), ((name, "3"), (name, "2")))
    paragraph = Paragraph("Turn 1", (name, f"{name} 3 points.", f"Points: {name}"))
    return Post(name, (name,), (name,), (paragraph,), 1, name, table, "Result", "Spoiler", "picture", "game")


UNSEEN: Final = {
    "bgg": re.compile(r"(?s)\[o\].*?\[/o\]"),
    "reddit": re.compile(r">!.*?!<"),
    "discord": re.compile(r"(?s)\|\|.*?\|\|"),
}


@pytest.mark.parametrize("place", [*FORUMS])
def test_spoilers_hide_what_happened(place: str) -> None:
    """A post with spoilers shows neither points nor scorings nor the winner until they are uncovered."""
    shown = post(pictures=picture)
    parts = format_post(shown, FORUMS[place], spoilers=True)
    seen = "\n".join(UNSEEN[place].sub("", part) for part in parts)
    hidden = "\n".join(parts)
    assert "wins" in hidden
    assert not re.search(r"wins|points for|Points:|To come first|board\.png|\b33\b", seen)
    assert seen.count("Maria") == 1, "who played"


def test_long_messages_come_in_parts() -> None:
    """A post that is too long for a Discord message comes in several, with nothing lost or doubled."""
    shown = post(pictures=picture)
    parts = format_post(shown, FORUMS["discord"], spoilers=True)
    assert len(parts) > 3
    assert all(size(part) <= 2000 for part in parts)
    assert all(part.count("||") % 2 == 0 and part.count("```") % 2 == 0 for part in parts)
    text = "\n".join(parts)
    for paragraph in shown.paragraphs:
        assert all(f"||{sentence}||" in text for sentence in paragraph.sentences)
        assert text.count(f"||{paragraph.picture}||") == 1


def test_a_line_that_no_part_takes_is_cut() -> None:
    """A line longer than a whole message is cut before it is marked up, so that its marks still end."""
    (*_, part) = format_post(post(last=1, words="|" * 990), FORUMS["discord"], spoilers=True)
    parts = format_post(replace(small("x"), words=("_" * 3990,)), FORUMS["discord"], spoilers=True)
    assert all(size(part) <= 2000 for part in parts)
    assert "…" in "".join(parts)
    assert part


def test_too_many_words_are_refused() -> None:
    """The author's words have a maximal length."""
    with pytest.raises(PostError, match="the limit is 1000"):
        post(words="x" * 5000)


# On the command line.


def test_the_command_prints_a_post(tmp_path: Any) -> None:
    """post shows colours unless names are requested; every scoring links to its picture on a service."""
    table = Table(tmp_path)
    text = table.ok("export", FOUR, "--to", "bgg", "--url", URL)
    assert "Angelica" not in text
    assert f"[url={URL}]" in text
    assert "[img]https://games.example/api/games/k7mq2xw9hd4f/board.png?at=17.4.2[/img]" in text
    assert "Angelica" in table.ok("export", FOUR, "--to", "reddit", "--names")
    shown = table.json("export", FOUR, "--to", "discord", "--names", "--spoiler-tags")
    assert shown["parts"] == format_post(post(), FORUMS["discord"], spoilers=True)
    table.ok("export", FOUR, "--to", "discord", "-o", tmp_path / "post.txt")
    assert (tmp_path / "post.txt").read_text().count("\n--------------------\n") > 1


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--url", "javascript:alert(1)"], "--url"),
        (["--url", "https://games.example/g/x y"], "--url"),
        (["--scorings", "99-"], "cannot begin with scoring 99"),
        (["--message", "x" * 5000], "the limit is 1000"),
        (["--to", "usenet"], "usenet"),
    ],
)
def test_the_command_refuses(tmp_path: Any, more: list[str], words: str) -> None:
    """Invalid options are an error with a reason and the exit code of wrong usage."""
    run = Table(tmp_path).run("export", FOUR, "--to", "bgg", *more)
    assert run.code == 2
    assert words in run.err


def test_a_result_alone_is_not_a_post(tmp_path: Any) -> None:
    """A record of the result has no scorings, so a post of it is an error."""
    table = Table(tmp_path)
    result = table.file("result.cgn", table.ok("export", FOUR, "--depth", "result"))
    run = table.run("export", result, "--to", "bgg")
    assert run.code != 0
    assert run.err
    placements = table.file("placements.cgn", table.ok("export", FOUR, "--depth", "placements"))
    assert "(cubes not recorded)" in table.ok("export", placements, "--to", "bgg")
