"""A post in the markup of a forum: BoardGameGeek's codes, Reddit's and Discord's Markdown.

Text of people loses whatever would mean something there: what can be written with a backslash is, the rest is broken
by a space without width or becomes a sign that looks alike. BoardGameGeek drops a post from a ``<`` on, and has no
sign that makes a bracket plain.

A forum may require several parts. A part ends between two pieces and never within one, so all markup that begins in a
part ends in it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote

from msgspec import Struct

from replays.posts.contents import Paragraph, Post
from replays.text.terminal import columns, shortened

Lines = Sequence[str]


class Forum(Struct, frozen=True):
    """A forum or a chat, and the markup that it understands.

    ``most`` are the letters of a part, in halves of UTF-16. ``text`` makes text of people harmless; all others take
    text that is. ``heading`` and ``link`` (an address, then what it is called) give a line, ``picture`` as well.
    ``hidden`` takes lines and gives those that a reader has to uncover, the word being what comes before them;
    ``table`` takes rows of raw cells, the heads first. ``gap`` is between the lines of a paragraph.
    """

    name: str
    most: int
    text: Callable[[str], str]
    heading: Callable[[str], str]
    link: Callable[[str, str], str]
    picture: Callable[[str, str], str]
    hidden: Callable[[Lines, str], Lines]
    table: Callable[[Sequence[Lines], bool, str], str]
    gap: str


# Text of people.

_UNSEEN: Final = "\u200b"
"""A space without width."""

_MEANINGFUL: Final = re.compile(r"@|:(?=\S)|(?i:www)(?=\.)|(?<![^\W_])[ru]/")
"""What begins a mention, a smiley, an address or the name of a community."""


def _broken(text: str) -> str:
    return _MEANINGFUL.sub(lambda found: found[0] + _UNSEEN, text)


_BEGINNING: Final = re.compile(r"^(\s*)(?=[#+\-=])|^(\s*\d+)(?=[.)])")
"""What makes the beginning of a line a heading or the item of a list, and a backslash before what follows does not."""


def _escaped(signs: str) -> Callable[[str], str]:
    """Return a function that escapes these signs, and whatever would begin a block at the start of a line."""
    pattern = re.compile(f"[{re.escape(signs)}]")

    def escape(text: str) -> str:
        plain = pattern.sub(lambda found: "\\" + found[0], _broken(text))
        return _BEGINNING.sub(lambda found: (found[1] or found[2] or "") + "\\", plain)

    return escape


_LOOK_ALIKE: Final = str.maketrans("[]<>`|", "()\u2039\u203a\u00b4\u00a6")
"""Signs for those that cannot be made harmless otherwise: in forum codes, and in what is set in columns."""


def _alike(text: str) -> str:
    return _broken(text.translate(_LOOK_ALIKE))


def _discord_text(text: str) -> str:
    return _escaped("\\`*_~[]<>#")(text.replace("|", "\u00a6"))


# Addresses.


def _address(url: str) -> str:
    """Return an address in which nothing ends it, or has a special meaning, in any of these forums."""
    return quote(url, safe=":/?#&=%.~-+,@")


# Tables.


def _columns(rows: Sequence[Lines]) -> list[str]:
    """Return rows in columns of one width, the first left-aligned, numbers right-aligned."""
    cells = [[cell.translate(_LOOK_ALIKE) for cell in row] for row in rows]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            " " * (width - columns(cell)) + cell if number else cell + " " * (width - columns(cell))
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def _forum_table(rows: Sequence[Lines], hide: bool, word: str) -> str:
    lines = [f"[c]{line}[/c]" for line in map(_broken, _columns(rows))]
    return "\n".join(_forum_hidden(lines, word) if hide else lines)


def _code_table(rows: Sequence[Lines], hide: bool, word: str) -> str:
    block = "\n".join(["```", *map(_broken, _columns(rows)), "```"])
    return f"{word}: ||{block}||" if hide else block


def _markdown_table(rows: Sequence[Lines], hide: bool, word: str) -> str:
    heads, *others = ([_reddit_text(cell) for cell in row] for row in rows)
    cells = [[f">!{cell}!<" for cell in row] for row in others] if hide else others
    line = ":--|" + "--:|" * (len(heads) - 1)
    return "\n".join([f"| {' | '.join(heads)} |", f"|{line}", *(f"| {' | '.join(row)} |" for row in cells)])


# What is to be uncovered.


def _forum_hidden(lines: Lines, word: str) -> Lines:
    return [f"{word}: [o]" + "\n".join(lines) + "[/o]"]


_reddit_text: Final = _escaped("\\`*_{}[]<>|~^&")

_BGG: Final = Forum(
    "bgg",
    40_000,
    _alike,
    lambda text: f"[b]{text}[/b]",
    lambda url, text: f"[url={_address(url)}]{text}[/url]",
    lambda url, text: f"[img]{_address(url)}[/img]",
    _forum_hidden,
    _forum_table,
    "\n",
)
_REDDIT: Final = Forum(
    "reddit",
    40_000,
    _reddit_text,
    lambda text: f"## {text}",
    lambda url, text: f"[{text}]({_address(url)})",
    lambda url, text: f"[{text}]({_address(url)})",
    lambda lines, word: [f">!{line}!<" for line in lines],
    _markdown_table,
    "\n\n",
)
_DISCORD: Final = Forum(
    "discord",
    2_000,
    _discord_text,
    lambda text: f"**{text}**",
    lambda url, text: f"[{text}](<{_address(url)}>)",
    lambda url, text: _address(url),
    lambda lines, word: [f"||{line}||" for line in lines],
    _code_table,
    "\n",
)

FORUMS: Final = {forum.name: forum for forum in (_BGG, _REDDIT, _DISCORD)}
"""The forums by their names."""


# A post.


class Block(NamedTuple):
    """A group of pieces, separated by ``gap``."""

    pieces: Sequence[str]
    gap: str


def format_post(post: Post, forum: Forum, *, spoilers: bool) -> list[str]:
    """Return the parts of a post, each of at most ``forum.most`` letters; ``spoilers`` hides what happened.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.posts.contents import make_post
    >>> from replays.replay import Replay
    >>> from replays.text.names import Names
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> post = make_post(Replay(game), Names.of(game.setup))
    >>> (part,) = format_post(post, FORUMS["bgg"], spoilers=False)
    >>> part.splitlines()[0]
    '[b]A game of Calimala[/b]'
    """
    blocks = [*_blocks(post, forum, spoilers=spoilers)]
    if post.address:
        last = blocks.pop()
        link = forum.link(post.address, forum.text(post.game))
        blocks.append(Block([*last.pieces, link], last.gap or "\n\n"))
    return _join_parts(blocks, forum.most)


def _blocks(post: Post, forum: Forum, *, spoilers: bool) -> Iterator[Block]:
    def line(text: str, made: Callable[[str], str] = str) -> str:
        return _fitting(text, lambda fitting: made(forum.text(fitting)), forum.most)

    def shown(texts: Sequence[str], pictures: Sequence[str] = ()) -> Sequence[str]:
        """Return lines unchanged or, with spoilers, hidden until uncovered."""
        if not spoilers:
            return [*map(line, texts), *pictures]
        pieces = [*(line(text, lambda fitting: _one(forum.hidden([fitting], post.spoiler))) for text in texts)]
        hidden = forum.hidden([*map(line, texts), *pictures], post.spoiler)
        if len(hidden) == 1 and _size(hidden[0]) <= forum.most:
            return hidden
        return [*pieces, *(_one(forum.hidden([picture], post.spoiler)) for picture in pictures)]

    yield Block([line(post.headline, forum.heading)], "")
    yield Block([line(fact) for fact in post.facts], forum.gap)
    for words in post.words:
        yield Block([line(words)], "")
    for paragraph in post.paragraphs:
        yield _paragraph_block(paragraph, forum, post, line, shown)
    if post.end:
        yield Block([line(post.heading, forum.heading), *shown([post.end])], forum.gap)
    if post.table:
        rows = [post.table.heads, *post.table.rows]
        yield Block([forum.table(rows, spoilers, forum.text(post.spoiler))], "")


def _paragraph_block(
    paragraph: Paragraph,
    forum: Forum,
    post: Post,
    line: Callable[[str, Callable[[str], str]], str],
    shown: Callable[[Sequence[str], Sequence[str]], Sequence[str]],
) -> Block:
    pictures = [forum.picture(paragraph.picture, forum.text(post.picture))] if paragraph.picture else []
    return Block([line(paragraph.heading, forum.heading), *shown(paragraph.sentences, pictures)], forum.gap)


def _one(lines: Sequence[str]) -> str:
    (line,) = lines
    return line


def _fitting(text: str, made: Callable[[str], str], most: int) -> str:
    """Return the result for a text, or for as much of its beginning as fits."""
    width = columns(text)
    while _size(made(text)) > most:
        width = width * 3 // 4
        text = shortened(text, width)
    return made(text)


def _size(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def _join_parts(blocks: Sequence[Block], most: int) -> list[str]:
    parts: list[str] = []
    part = ""
    for block in blocks:
        whole = block.gap.join(block.pieces)
        pieces = [whole] if _size(whole) <= most else block.pieces
        for number, piece in enumerate(pieces):
            gap = (block.gap if number else "\n\n") if part else ""
            if _size(part + gap + piece) > most:
                parts.append(part)
                part = piece
            else:
                part += gap + piece
    return [*parts, part] if part else parts
