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
    """The views of all players merge into the whole game, from files or the standard input, also into a file."""
    files = [table.file(f"{number}.cgn", text) for number, text in enumerate(views())]
    whole = bare(game_text())
    assert table.ok("merge", *files) == whole
    assert table.ok("merge", *files[:3], "-", input=views()[3]) == whole
    out = table.folder / "whole.cgn"
    assert table.ok("merge", *files, "-o", out) == f"{out}\n"
    assert out.read_text(encoding="utf-8") == whole


def test_stored_games(table: Table) -> None:
    """Stored games are merged like files."""
    table.ok("import", table.file("a.cgn", views()[0]), "--id", "mine")
    output = table.ok("merge", "mine", *(table.file(f"{n}.cgn", text) for n, text in enumerate(views()[1:])))
    assert output == bare(game_text())


def test_several_games(table: Table) -> None:
    """The games of several files are merged by their numbers, and a shorter file is reported."""
    mine, hers = ("\n".join(views(number)[seat] for number in (1, 2)) for seat in (0, 1))
    output = table.ok("merge", table.file("mine.cgn", mine), table.file("hers.cgn", hers))
    assert output.count("[CGN") == 2
    short = table.run("merge", table.file("mine.cgn", mine), table.file("short.cgn", views(1)[1]))
    assert short.code == 1
    assert "short.cgn has no game number 2" in short.err
    assert short.out.count("[CGN") == 2
    one = table.ok("merge", f"{table.folder / 'mine.cgn'}#2", f"{table.folder / 'hers.cgn'}#2")
    assert one == output.split("\n\n[CGN")[1].join(("[CGN", ""))


def test_conflicts(table: Table) -> None:
    """Contradictions are reported with their places, the first reading is followed, and the code is 1."""
    text = game_text()
    one = table.file("one.cgn", '[Event "a"]\n' + text)
    two = table.file("two.cgn", '[Event "b"]\n' + text)
    output = table.run("merge", one, two)
    assert output.code == 1
    assert 'header: one.cgn has [Event "a"], two.cgn has [Event "b"]' in output.err
    assert "1 conflict" in output.err
    assert loads(output.out).header("Event") == "a"
    german = table.run("merge", one, two, "--lang", "de")
    assert 'Kopfzeile: in one.cgn steht [Event "a"], in two.cgn steht [Event "b"]: beides bleibt' in german.err


def test_other_games(table: Table) -> None:
    """Records of two tables cannot be merged: nothing is written, and the code is 1."""
    one, two = table.file("one.cgn", game_text(1)), table.file("two.cgn", game_text(2))
    out = table.folder / "out.cgn"
    output = table.run("merge", one, two, "-o", out)
    assert output.code == 1
    assert "one.cgn and two.cgn are not records of the same game" in output.err
    assert not out.exists()


def test_damaged_games(table: Table) -> None:
    """A game with errors is reported with its place, and nothing is merged with it."""
    one = table.file("one.cgn", game_text(1))
    output = table.run("merge", one, "-", input=game_text(1).replace("\n5. ", "\n5. QQ "))
    assert (output.code, output.out) == (1, "")
    assert "'QQ'" in output.err


def test_usage(table: Table) -> None:
    """merge needs at least two games, existing files, the standard input at most once, and no places in games."""
    one = table.file("one.cgn", game_text(1))
    assert table.run("merge", one).code == 2
    assert table.run("merge", "-", "-", input="").code == 2
    assert table.run("merge", one, f"{one}#7.2").code == 2
    assert table.run("merge", one, table.folder / "nothing.cgn").code == 3
    assert table.run("merge", one, f"{one}#2").code == 3


def test_conflicts_as_json(table: Table) -> None:
    """--json has the result of each game with the contradictions, which then need no lines of their own."""
    one = table.file("one.cgn", '[Event "a"]\n' + game_text())
    two = table.file("two.cgn", '[Event "b"]\n' + game_text())
    output = table.run("merge", one, two, "--json", "-o", table.folder / "whole.cgn")
    (document,) = output.json
    assert (output.code, document["games"]) == (1, ["one.cgn", "two.cgn"])
    assert [conflict["kind"] for conflict in document["conflicts"]] == ["header"]
    assert loads(document["text"]).header("Event") == "a"
    assert (table.folder / "whole.cgn").read_text(encoding="utf-8") == document["text"]
