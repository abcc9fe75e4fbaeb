"""merge on the command line."""

from notation import dumps, loads
from replays.edit.redact import redact
from tests.cli_runs import Table, game_text


def views(number: int = 1) -> list[str]:
    """Return a game of four as each of the players saw it."""
    record = loads(game_text(number))
    return [dumps(redact(record, seat)) for seat in range(4)]


def bare(text: str) -> str:
    """Return the game without comments and the like, as all views together contain it."""
    record = loads(text)
    return dumps(redact(record, None)).split("\n\n")[0] + "\n\n" + text.split("\n\n")[1]


def test_seats(table: Table) -> None:
    """What all players saw is the whole game; by files, with one of them as standard input, into a file."""
    files = [table.file(f"{number}.cgn", text) for number, text in enumerate(views())]
    whole = bare(game_text())
    assert table.ok("merge", *files) == whole
    assert table.ok("merge", *files[:3], "-", input=views()[3]) == whole
    out = table.folder / "whole.cgn"
    assert table.ok("merge", *files, "-o", out) == ""
    assert out.read_text(encoding="utf-8") == whole


def test_stored_games(table: Table) -> None:
    """Games of the store are merged as files are."""
    table.ok("import", table.file("a.cgn", views()[0]), "--id", "mine")
    told = table.ok("merge", "mine", *(table.file(f"{n}.cgn", text) for n, text in enumerate(views()[1:])))
    assert told == bare(game_text())


def test_several_games(table: Table) -> None:
    """Of files with several games the first of each are merged, then the second; a shorter file is told."""
    mine, hers = ("\n".join(views(number)[seat] for number in (1, 2)) for seat in (0, 1))
    told = table.ok("merge", table.file("mine.cgn", mine), table.file("hers.cgn", hers))
    assert told.count("[CGN") == 2
    short = table.run("merge", table.file("mine.cgn", mine), table.file("short.cgn", views(1)[1]))
    assert short.code == 1
    assert "short.cgn has no game number 2" in short.err
    assert short.out.count("[CGN") == 2
    one = table.ok("merge", f"{table.folder / 'mine.cgn'}#2", f"{table.folder / 'hers.cgn'}#2")
    assert one == told.split("\n\n[CGN")[1].join(("[CGN", ""))


def test_conflicts(table: Table) -> None:
    """Contradictions are told with their places, the first reading is followed, and the code is 1."""
    text = game_text()
    one = table.file("one.cgn", '[Event "a"]\n' + text)
    two = table.file("two.cgn", '[Event "b"]\n' + text)
    told = table.run("merge", one, two)
    assert told.code == 1
    assert 'header: one.cgn has [Event "a"], two.cgn has [Event "b"]' in told.err
    assert "1 conflict" in told.err
    assert loads(told.out).header("Event") == "a"


def test_other_games(table: Table) -> None:
    """Records of two tables are no game: nothing is written, and the code is 1."""
    one, two = table.file("one.cgn", game_text(1)), table.file("two.cgn", game_text(2))
    out = table.folder / "out.cgn"
    told = table.run("merge", one, two, "-o", out)
    assert told.code == 1
    assert "one.cgn and two.cgn are not of one table" in told.err
    assert not out.exists()


def test_damaged_games(table: Table) -> None:
    """A game with errors is told with its place, and nothing is merged with it."""
    one = table.file("one.cgn", game_text(1))
    told = table.run("merge", one, "-", input=game_text(1).replace("\n5. ", "\n5. QQ "))
    assert (told.code, told.out) == (1, "")
    assert "'QQ'" in told.err


def test_usage(table: Table) -> None:
    """Two games at least, the standard input once, files that there are, and no places in games."""
    one = table.file("one.cgn", game_text(1))
    assert table.run("merge", one).code == 2
    assert table.run("merge", "-", "-", input="").code == 2
    assert table.run("merge", one, f"{one}#7.2").code == 2
    assert table.run("merge", one, table.folder / "nothing.cgn").code == 3
    assert table.run("merge", one, f"{one}#2").code == 3
