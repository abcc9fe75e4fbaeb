"""``post``: a game as a post for a forum or a chat."""

import re
from pathlib import Path
from typing import Final

import click

from cli.files import GameName, write_file
from cli.games import find_game, report_errors
from cli.options import CommandWithExamples, json_option, settings
from cli.terminal import write_data, write_json
from replays.posts import FORUMS, Address, PostError, format_post, make_post
from replays.text.names import Names

_GAME: Final = re.compile(r"(?P<service>https?://[^\s?#]{1,500})/g/(?P<id>[a-z0-9-]{1,64})")


@click.command(
    "post",
    cls=CommandWithExamples,
    examples=(
        "calimala post 2026-11-20-lily --for bgg",
        "calimala post game.cgn --for discord --spoilers --names",
        "calimala post game.cgn --for reddit --from 3 --to 5 --words 'What would you have done?'",
        "calimala post game.cgn --for bgg --url https://games.example/g/k7mq2xw9hd4f",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.option("--for", "place", type=click.Choice([*FORUMS]), required=True, help="Where it is put.")
@click.option("--spoilers/--no-spoilers", help="Readers uncover what happened.")
@click.option("--from", "first", type=click.IntRange(1), default=1, metavar="N", help="The first scoring that is told.")
@click.option("--to", "last", type=click.IntRange(1), metavar="N", help="The last one.")
@click.option("--words", default="", metavar="TEXT", help="What you say yourself, before the scorings.")
@click.option("--names/--no-names", "with_names", help="With people's names; otherwise they go by their colours.")
@click.option("--url", metavar="ADDRESS", help="Where the game is on a service, for pictures and a link.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there instead.")
@json_option
def post_command(
    name: str,
    place: str,
    spoilers: bool,
    first: int,
    last: int | None,
    words: str,
    with_names: bool,
    url: str | None,
    output: Path | None,
    as_json: bool,
) -> int:
    """Make a post of a game: the scorings one by one, and the result.

    In the forum codes of BoardGameGeek, or the Markdown of Reddit or Discord. What is too long for one message, as on
    Discord, comes in parts, with a line of dashes between them. Names and titles are text in all of them, whatever they
    look like. With --url every scoring has its picture, which a service draws.
    """
    game = find_game(name)
    pictures: Address | None = None
    address = ""
    if url is not None:
        found = _GAME.fullmatch(url)
        if not found:
            raise click.BadParameter("an address is as https://games.example/g/k7mq2xw9hd4f", param_hint="'--url'")
        address, pictures = url, _pictures(found["service"], found["id"])
    names = game.names if with_names else Names.of(game.setup, {}, settings().language)
    try:
        post = make_post(game.replay, names, first=first, last=last, words=words, pictures=pictures, address=address)
    except PostError as error:
        raise click.UsageError(str(error)) from None
    parts = format_post(post, FORUMS[place], spoilers=spoilers)
    if as_json:
        write_json({"for": place, "scorings": post.scorings, "parts": parts})
    elif output:
        write_file(output, [_joined(parts)])
    else:
        write_data(_joined(parts))
    return report_errors(game)


def _pictures(service: str, id: str) -> Address:
    """Return the addresses of pictures of a game on a service."""
    return lambda at: f"{service}/api/games/{id}/board.png?at={at}"


def _joined(parts: list[str]) -> str:
    return f"\n{'-' * 20}\n".join(parts) + "\n"
