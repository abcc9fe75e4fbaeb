"""Share codes on the command line: a game to a code, an address or a QR code, and back."""

import re
from pathlib import Path
from struct import unpack

import pytest

from calimala_es.game import Game
from notation import dumps, loads
from notation.share import decode, decode_from, encode, strip
from tests.cli_runs import Table, game_text

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAME = EXAMPLES / "two-players.cgn"


@pytest.fixture(scope="module")
def record() -> Game:
    """Return a game with names and comments."""
    return loads(GAME.read_text(encoding="utf-8"))


def test_code_has_neither_names_nor_comments_unless_asked_for(table: Table, record: Game) -> None:
    """A code alone is on a line, and contains names and comments only on request."""
    assert decode(table.ok("export", "--to", "code", GAME).strip()) == strip(record, names=False, comments=False)
    assert decode(table.ok("export", "--to", "code", GAME, "--names").strip()) == strip(
        record, names=True, comments=False
    )
    assert decode(table.ok("export", "--to", "code", GAME, "--notes").strip()) == strip(
        record, names=False, comments=True
    )


def test_code_with_everything_is_the_same_text(table: Table) -> None:
    """With names and comments the text is restored byte for byte."""
    code = table.ok("export", "--to", "code", GAME, "--names", "--notes").strip()
    assert table.ok("export", code) == GAME.read_text(encoding="utf-8")


def test_game_of_the_store(table: Table) -> None:
    """A stored game has a code as well, and a code can be imported into the store."""
    path = table.file("game.cgn", game_text())
    table.ok("import", path, "--id", "friday")
    code = table.ok("export", "--to", "code", "friday", "--names").strip()
    assert code == encode(loads(game_text()), comments=False)


def test_address(table: Table, record: Game) -> None:
    """The code goes into the fragment; a prefix with a fragment of its own is extended."""
    code = table.ok("export", "--to", "code", GAME).strip()
    assert (
        table.ok("export", "--to", "code", GAME, "--url", "https://example.org/") == f"https://example.org/#g={code}\n"
    )
    assert (
        table.ok("export", "--to", "code", GAME, "--url", "https://example.org/#/game/")
        == f"https://example.org/#/game/{code}\n"
    )
    assert decode_from(f"https://example.org/#/game/{code}").commands == record.commands


@pytest.mark.parametrize("where", ["-", "message.txt", "argument"])
def test_reading_what_people_paste(table: Table, where: str) -> None:
    """An address among words is read from the standard input, a file or the command line."""
    code = table.ok("export", "--to", "code", GAME).strip()
    message = f"Look:\n> https://example.org/#g={code[:50]}\n> {code[50:]}\nBye\n"
    table.file("message.txt", message)
    text = {"-": "-", "message.txt": str(table.folder / "message.txt"), "argument": message}[where]
    out = table.ok("export", text, input=message)
    assert out == dumps(decode(code))


def test_code_is_a_game_everywhere(table: Table) -> None:
    """A code after `share:` is accepted wherever a game is."""
    code = table.ok("export", "--to", "code", GAME).strip()
    path = table.file("same.cgn", table.ok("export", code))
    assert table.ok("show", f"share:{code}", "--points") == table.ok("show", path, "--points")
    assert table.ok("export", "--to", "code", f"share:{code}") == f"{code}\n"


def test_qr_code_as_svg(table: Table) -> None:
    """A QR code is written as an SVG, and the name of the file is printed."""
    path = table.folder / "game.svg"
    result = table.run("export", "--to", "qr", GAME, "--url", "https://example.org/", "-o", path)
    assert (result.code, result.out, result.err) == (0, f"{path}\n", "")
    assert re.match(r"<\?xml .*<svg ", path.read_text(encoding="utf-8"), re.DOTALL)


def test_qr_code_as_png(table: Table) -> None:
    """A QR code is written as a square PNG with a quiet zone around it."""
    path = table.folder / "game.PNG"
    table.ok("export", "--to", "qr", GAME, "-o", path)
    content = path.read_bytes()
    width, height = unpack(">II", content[16:24])
    assert content.startswith(b"\x89PNG")
    assert width == height
    assert (width // 6 - 8 - 17) % 4 == 0


def test_qr_code_on_the_terminal(table: Table) -> None:
    """The code is drawn with blocks, above the text."""
    lines = table.ok("export", "--to", "qr", GAME).splitlines()
    assert lines[-1].startswith("E")
    assert {*"".join(lines[:-1])} == {*" \u2580\u2584\u2588"}
    assert len({len(line) for line in lines[:-1]}) == 1


def test_too_much_for_a_qr_code(table: Table, record: Game) -> None:
    """A game that is too long for a QR code is an error with a remedy, and no file is written."""
    long = dumps(record).replace("{", "{" + " ".join(str(number**5) for number in range(900)), 1)
    path = table.file("long.cgn", long)
    result = table.run("export", "--to", "qr", path, "--notes", "-o", table.folder / "long.svg")
    assert result.code == 1
    assert "too many for a QR code" in result.err
    assert not (table.folder / "long.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["share:EAK59T-OdS"], 1, "damaged"),
        (["share:gAK59T-OdSqT"], 1, "version 8"),
        (["https://example.org/"], 1, "no share code"),
        ([GAME, "--names", "--dialect", "excel"], 2, "--dialect does not apply to code"),
        (["nowhere.cgn"], 3, "No such file"),
        ([GAME, "-o", "no/such/folder/game.txt"], 5, "No such file"),
    ],
)
def test_errors(table: Table, arguments: list[object], code: int, words: str) -> None:
    """Each mistake has one message and a documented code."""
    result = table.run("export", "--to", "code", *arguments)
    assert (result.code, result.out) == (code, "")
    assert words in result.err
