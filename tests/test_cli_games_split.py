"""``calimala games split``: games of large files in files of their own."""

import re
from pathlib import Path

import pytest

from tests.cli_runs import Table, body_lines, game_text

HEADS = ('[Date "2026.11.20"]\n[Blue "Maria"]\n', '[Date "2026.11.21"]\n[Blue "Tania/../.."]\n', '[Blue "Маша"]\n')
GAMES = tuple(f'[CGN "1.0"]\n{head}\n{number}. anything at {{all}}\n' for number, head in enumerate(HEADS, 1))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_put_together_are_what_was_split(table: Table) -> None:
    """Every game is in a file of its own, byte for byte, sound or not, with its line ends and marks."""
    text = "\ufeff" + GAMES[0] + "\n\n" + GAMES[1].replace("\n", "\r\n") + game_text() + "\n" + GAMES[2]
    file = table.file("league.cgn", text)
    out = table.ok("games", "split", file, "-o", table.folder / "out")
    folder = table.folder / "out"
    assert names(folder) == [f"league-000{number}.cgn" for number in (1, 2, 3, 4)]
    assert out.splitlines() == [str(folder / name) for name in names(folder)]
    assert b"".join((folder / name).read_bytes() for name in names(folder)) == text.encode()


def test_several_files_and_several_games_a_file(table: Table) -> None:
    """The games of several files and of the standard input are numbered through, so many per file."""
    one, other = table.file("one.cgn", GAMES[0] * 3), table.file("other.cgn", GAMES[1].rstrip("\n"))
    run = table.run("games", "split", one, other, "-", "-o", table.folder / "out", "--every", "2", input=GAMES[2])
    assert (run.code, run.err) == (0, "5 games in 3 files\n")
    parts = [(table.folder / "out" / name).read_text(encoding="utf-8") for name in ("one-0001.cgn", "one-0002.cgn")]
    assert parts == [GAMES[0] * 2, GAMES[0] + GAMES[1]]


def test_header_that_no_game_has(table: Table) -> None:
    """A field that is empty in the names of files is reported with the header that is missing."""
    file = table.file("league.cgn", "".join(GAMES))
    run = table.run("games", "split", file, "-o", table.folder / "out", "--name", "{Nix}-{number}")
    assert f"file names without Nix, because the header is missing: {len(GAMES)} of {len(GAMES)}" in run.err


def test_names_from_headers(table: Table) -> None:
    """Names are made from headers; characters that could lead elsewhere, and repeated names, are harmless."""
    file = table.file("league.cgn", "".join(GAMES) + GAMES[0] + GAMES[0].replace("Maria", "maria"))
    table.ok("games", "split", file, "-o", table.folder / "out", "--name", "{Date} {Blue}")
    found = names(table.folder / "out")
    assert found == [
        "2026.11.20-Maria-2.cgn",
        "2026.11.20-Maria.cgn",
        "2026.11.20-maria-3.cgn",
        "2026.11.21-Tania.cgn",
        "game.cgn",
    ]
    assert names(table.folder) == ["league.cgn", "out"]


@pytest.mark.parametrize(
    "value", ["../../up", "/etc/passwd", "..", "con", "", " ", "a\\\\b", "x" * 5_000, "\\u0000", ".x"]
)
def test_hostile_header_stays_in_the_folder(value: str, table: Table) -> None:
    """Whatever a header contains, the file is in the folder and has a name that is valid on every system."""
    file = table.file("league.cgn", GAMES[0].replace("Maria", value))
    table.ok("games", "split", file, "-o", table.folder / "out", "--name", "{Blue}")
    (name,) = names(table.folder / "out")
    assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,110}\.cgn", name)
    assert name != "con.cgn"


def test_nothing_is_written_over(table: Table) -> None:
    """An existing file is not overwritten without --force, and a link is never followed."""
    file = table.file("league.cgn", GAMES[0])
    (table.folder / "out").mkdir()
    there = table.file("out/league-0001.cgn", "mine")
    run = table.run("games", "split", file, "-o", table.folder / "out")
    assert run.code == 5
    assert "exists; use --force to overwrite it" in run.err
    assert there.read_text() == "mine"
    table.ok("games", "split", file, "-o", table.folder / "out", "--force")
    assert there.read_text() == GAMES[0]
    elsewhere = table.file("elsewhere.cgn", "mine")
    there.unlink()
    there.symlink_to(elsewhere)
    assert table.run("games", "split", file, "-o", table.folder / "out", "--force").code == 5
    assert elsewhere.read_text() == "mine"


def test_game_that_is_not_text_is_reported_and_left_out(table: Table) -> None:
    """A game that is not UTF-8 is reported with its place, the others are written, and the code is 1."""
    file = table.file("league.cgn", GAMES[0].encode() + b'[CGN "1.0"]\n\n\xff\n' + GAMES[1].encode())
    run = table.run("games", "split", file, "-o", table.folder / "out")
    assert run.code == 1
    assert "league.cgn:8:1: this is not UTF-8" in run.err
    assert len(names(table.folder / "out")) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nowhere.cgn", "-o", "out"), 3, "No such file"),
        (("league.cgn",), 2, "-o / --output is missing"),
        (("league.cgn", "-o", "out", "--every", "0"), 2, "'0' is not valid; choose 1"),
        (("league.cgn", "-o", "out", "--name", "{Date.year}"), 2, "{Date.year} is not a header"),
        (("league.cgn", "-o", "out", "--name", "{Date"), 2, "a brace is missing"),
        (("empty.cgn", "-o", "out"), 3, "no game was found"),
        (("league.cgn", "-o", "league.cgn"), 5, "league.cgn"),
    ],
)
def test_what_cannot_be_split(
    arguments: tuple[str, ...], code: int, message: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong options, and missing or empty files, are reported with their codes."""
    monkeypatch.chdir(table.folder)
    table.file("league.cgn", GAMES[0])
    table.file("empty.cgn", "\n \n")
    run = table.run("games", "split", *arguments)
    assert run.code == code
    assert message in run.err


def test_split_games_are_read_as_before(table: Table) -> None:
    """A game that was split off is the same game."""
    file = table.file("league.cgn", game_text(1) + "\n" + game_text(2))
    table.ok("games", "split", file, "-o", table.folder / "out")
    text = table.ok("export", table.folder / "out" / "league-0002.cgn")
    assert body_lines(text) == body_lines(game_text(2))


def test_games_that_are_in_no_file(table: Table) -> None:
    """Stored games and share codes are written to files named after their ids."""
    table.ok("import", table.file("game.cgn", game_text()), "--id", "friday")
    code = table.ok("export", "--to", "code", "friday").strip()
    out = table.ok("games", "split", "friday", f"share:{code}", "-o", table.folder / "games")
    assert [Path(line).name for line in out.splitlines()] == ["friday-0001.cgn", "game-0002.cgn"]
    assert (table.folder / "games" / "friday-0001.cgn").read_text() == table.ok("export", "friday")
