"""A post in the markup of a site, in as many parts as the site requires.

A part ends between two pieces and never within one, so all markup that begins in a part ends in it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from replays.names import columns, shortened
from replays.posts.contents import Paragraph, Post
from replays.posts.markup import Place


class Block(NamedTuple):
    """A group of pieces, separated by ``gap``."""

    pieces: Sequence[str]
    gap: str


def written(post: Post, place: Place, *, spoilers: bool) -> list[str]:
    """Return the parts of a post, each of at most ``place.most`` letters; ``spoilers`` hides what happened."""
    blocks = [*_blocks(post, place, spoilers=spoilers)]
    if post.address:
        last = blocks.pop()
        link = place.link(post.address, place.text(post.game))
        blocks.append(Block([*last.pieces, link], last.gap or "\n\n"))
    return _parted(blocks, place.most)


def _blocks(post: Post, place: Place, *, spoilers: bool) -> Iterator[Block]:
    def line(text: str, made: Callable[[str], str] = str) -> str:
        return _fitting(text, lambda kept: made(place.text(kept)), place.most)

    def told(texts: Sequence[str], pictures: Sequence[str] = ()) -> Sequence[str]:
        """Return lines unchanged or, with spoilers, hidden until uncovered."""
        if not spoilers:
            return [*map(line, texts), *pictures]
        pieces = [*(line(text, lambda kept: _one(place.hidden([kept], post.spoiler))) for text in texts)]
        hidden = place.hidden([*map(line, texts), *pictures], post.spoiler)
        if len(hidden) == 1 and _size(hidden[0]) <= place.most:
            return hidden
        return [*pieces, *(_one(place.hidden([picture], post.spoiler)) for picture in pictures)]

    yield Block([line(post.headline, place.heading)], "")
    yield Block([line(fact) for fact in post.facts], place.gap)
    for words in post.words:
        yield Block([line(words)], "")
    for paragraph in post.paragraphs:
        yield _of_paragraph(paragraph, place, post, line, told)
    if post.end:
        yield Block([line(post.heading, place.heading), *told([post.end])], place.gap)
    if post.standing:
        rows = [post.standing.heads, *post.standing.rows]
        yield Block([place.table(rows, spoilers, place.text(post.spoiler))], "")


def _of_paragraph(
    paragraph: Paragraph,
    place: Place,
    post: Post,
    line: Callable[[str, Callable[[str], str]], str],
    told: Callable[[Sequence[str], Sequence[str]], Sequence[str]],
) -> Block:
    pictures = [place.picture(paragraph.picture, place.text(post.picture))] if paragraph.picture else []
    return Block([line(paragraph.heading, place.heading), *told(paragraph.sentences, pictures)], place.gap)


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


def _parted(blocks: Sequence[Block], most: int) -> list[str]:
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
