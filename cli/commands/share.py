"""``share``: a whole game as a short code for an address or a picture, and the game of such a code."""

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Final

import click

from cli.files import STANDARD_INPUT, GameName, text_lines, write_file
from cli.games import find_game, report_errors
from cli.options import OK, CommandWithExamples
from cli.terminal import note, say, write_data
from notation import dumps
from notation.share import KEY, SCHEME, decode_from, encode
from replays.drawing.render import QR_FORMATS, QUIET_ZONE, draw_qr, qr_code

_HALF_BLOCK: Final = "\u2580"


@click.command(
    "share",
    cls=CommandWithExamples,
    examples=(
        "calimala share 2026-11-20-lily",
        "calimala share game.cgn --names --comments",
        "calimala share game.cgn --url https://example.org/ --qr game.svg",
        "calimala share --read message.txt",
        "calimala show share:EAbc... --points",
    ),
)
@click.argument("names", metavar="GAME", nargs=-1, type=GameName())
@click.option(
    "--names/--no-names",
    "with_names",
    help="With the headers too: names, event, date, result. A code goes further than one thinks, so not without this.",
)
@click.option(
    "--comments/--no-comments",
    "with_comments",
    help="With all that was said too, and with variations. That is several times longer, so not without this.",
)
@click.option("--url", metavar="PREFIX", help=f"Print an address instead: PREFIX#{KEY}CODE.")
@click.option("--qr", "picture", metavar="FILE", type=click.Path(path_type=Path), help="Draw a QR code: .svg or .png.")
@click.option("--qr-terminal", is_flag=True, help="Show a QR code on the terminal.")
@click.option("--read", "reading", metavar="TEXT", help="The other way: the game of a code, of a file with one, or -.")
def share_command(
    names: Sequence[str],
    with_names: bool,
    with_comments: bool,
    url: str | None,
    picture: Path | None,
    qr_terminal: bool,
    reading: str | None,
) -> int:
    """Make a short code of a whole game, or read one.

    The code holds every decision and every card of the game, in a hundred or two letters and digits, and has been
    read back before it is printed. Without more it has no names and no comments, so that it fits into a message and a
    picture. --read takes a code, an address or a whole message with one in it, and prints the game as text; wherever
    a GAME is asked for, share:CODE is one.
    """
    if bool(names) == (reading is not None) or len(names) > 1:
        raise click.UsageError("say one game to share, or --read and a code")
    if reading is not None:
        if url is not None or picture or qr_terminal or with_names or with_comments:
            raise click.UsageError("--read takes nothing else")
        write_data(dumps(decode_from(_text_of(reading))))
        return OK
    game = find_game(names[0])
    code = encode(game.record, names=with_names, comments=with_comments)
    text = code if url is None else address(url, code)
    if picture:
        _draw(text, picture)
    if qr_terminal:
        _show(text)
    say(text)
    return report_errors(game)


def address(prefix: str, code: str) -> str:
    """Return the address with a code in its fragment, which no server sees; a prefix may contain its own ``#``."""
    return prefix + ("" if "#" in prefix else f"#{KEY}") + code


def _text_of(reading: str) -> str:
    """Return the text in which to look for a code: the standard input, a file, or the argument itself."""
    if reading == STANDARD_INPUT or _is_file(reading):
        return "".join(text_lines(reading))
    return reading


def _is_file(reading: str) -> bool:
    try:
        return not reading.startswith(SCHEME) and Path(reading).is_file()
    except OSError:
        return False


def _draw(text: str, picture: Path) -> None:
    """Draw a QR code into a file, completely or not at all."""
    kind = picture.suffix.lower().removeprefix(".")
    if kind not in QR_FORMATS:
        raise click.UsageError(f"{picture}: a QR code is drawn as .svg or .png")
    write_file(picture, [draw_qr(text, kind)])
    note(f"{picture}: written")


def _show(text: str) -> None:
    """Print a QR code on the terminal."""
    try:
        _HALF_BLOCK.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        raise click.UsageError("this terminal lacks the signs of a QR code; --qr draws one into a file") from None
    shown = StringIO()
    qr_code(text).terminal(shown, border=QUIET_ZONE, compact=True)
    click.echo(shown.getvalue(), nl=False)
