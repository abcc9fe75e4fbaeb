"""Games as somebody saw them (``export --as``), and what check reports about cards."""

from calimala_es.components import ACTION_WORDS
from calimala_es.ids import event_ids
from replays.text.languages import ENGLISH
from replays.text.terms import influence_term
from tests.cli_runs import Table, body_lines, game_text, played
from tests.knowledge.test_explain import SETUP

SECRETS = ("{hers: PAL}", "$secret", '[Shuffle "7"]', '[Wine "red"]', "(v1=", "!?")


def annotated() -> str:
    """Return a game with a layer, a variation, and other things that may reveal something hidden."""
    text = game_text()
    place = text.index("\n5. ") + 1
    word = text[place:].split()[1]
    headers = '[Shuffle "7"]\n[Wine "red"]\n[Layer "maria it Maria"]\n[Event "Friday"]\n'
    notes = "!? $secret {hers: PAL} &maria{so it was} (v1={plan} 5... _) "
    return (
        text[: text.index("\n\n") + 1]
        + headers
        + text[text.index("\n\n") + 1 :].replace(f"\n5. {word} ", f"\n5. {word}{notes}", 1)
    )


def test_hidden_cards_are_unknown(table: Table) -> None:
    """The text is a sound game in canonical form, without hidden cards and notes that may reveal them."""
    path = table.file("game.cgn", annotated())
    assert all(secret in annotated() for secret in SECRETS)
    for seat in ("public", "blue", "r"):
        seen = table.ok("export", path, "--as", seat)
        assert table.run("check", "-", input=seen).code == 0
        assert table.ok("export", "-", input=seen) == seen
        assert not any(secret in seen for secret in (*SECRETS, "so it was", "maria"))
        assert '[Event "Friday"]' in seen
    assert body_lines(table.ok("export", path, "--as", "public"))[0].startswith("0. ? ? ? ? / ")


def test_views_of_many_games(table: Table) -> None:
    """Files with many games and the standard input are read one game after another; -o writes a file."""
    games = f"{game_text(1)}\n{game_text(2)}"
    path = table.file("games.cgn", games)
    seen = table.ok("export", "-", path, "--as", "public", input=games)
    assert seen.count("[CGN") == 4
    assert table.run("check", "-", input=seen).err == "4 games, nothing wrong\n"
    assert table.ok("export", path, "--as", "public", "-o", table.folder / "seen.cgn").endswith("seen.cgn\n")
    assert f"{(table.folder / 'seen.cgn').read_text()}\n" * 2 == f"{seen}\n"


def test_notes_of_named_authors_remain(table: Table) -> None:
    """--notes-by preserves a layer's notes with its header, - those of the record; an unknown one is reported."""
    path = table.file("game.cgn", annotated())
    with_layer = table.ok("export", path, "--as", "public", "--notes-by", "Maria")
    assert "&maria{so it was}" in with_layer
    assert '[Layer "maria it Maria"]' in with_layer
    assert "hers" not in with_layer
    assert "{hers: PAL}" in table.ok("export", path, "--as", "public", "--notes-by", "-")
    result = table.run("export", path, "--as", "public", "--notes-by", "tania")
    assert (result.code, result.err) == (0, "no game has notes by tania\n")


def test_games_with_errors_are_skipped(table: Table) -> None:
    """Games with errors, and those that are illegal without hidden cards, are reported and skipped, with code 1."""
    path = table.file("games.cgn", game_text(1).replace("\n5. ", "\n5. QQ ") + "\n" + game_text(2))
    result = table.run("export", path, "--as", "public")
    assert result.code == 1
    assert result.out == table.ok("export", "-", "--as", "public", input=game_text(2))
    assert "QQ" in result.err
    strange = SETUP + "1. b.hand:=WWW WB +W +W +W W B\n"
    result = table.run("export", "-", "--as", "public", input=strange)
    assert (result.code, result.out) == (1, "")
    assert "<stdin>:1:1: turn 1: what was seen cannot be replayed" in result.err
    assert table.run("export", "-", "--as", "blue", input=strange).code == 0


def test_viewer_is_somebody_of_the_table(table: Table) -> None:
    """For somebody who does not play nothing is written, and the code is 2."""
    path = table.file("game.cgn", game_text())
    result = table.run("export", path, "--as", "mauve")
    assert (result.code, result.out) == (2, "")


# What check reports about cards.


def test_check_of_cards(table: Table) -> None:
    """--cards reports the place from which the box cannot explain a game as a problem; by default it is not checked."""
    path = table.file("game.cgn", SETUP + "1. _\n2. y.hand:=WWW _\n")
    assert table.run("check", path).code == 0
    result = table.run("check", path, "--cards")
    assert result.code == 1
    assert result.out.startswith(f"{path}:1:1: ")
    assert "turn 2: 3 wood cards are in sight, but the box has only 2 (R2.3)" in result.out
    assert result.err == "1 game, 1 problem\n"
    table.file("sound.cgn", game_text())
    assert table.run("check", table.folder / "sound.cgn", "--cards").code == 0


def test_check_shows_certain_cards(table: Table) -> None:
    """--certain prints the only possible card for an unknown one, by the place of the draw, which is not a problem."""
    path = table.file("game.cgn", game_text())
    seen = table.file("seen.cgn", table.ok("export", path, "--as", "public"))
    result = table.run("check", seen, "--certain")
    assert (result.code, result.err) == (0, "1 game, nothing wrong\n")
    events = [event for move in played().moves for event in move.events]
    cards = {str(id): getattr(event, "card", "") for id, event in zip(event_ids(events), events, strict=True)}
    lines = [line.removeprefix(f"{seen}:1:1: ").split(": the unknown card is ") for line in result.out.splitlines()]
    assert lines
    assert all(word == (ACTION_WORDS.get(cards[id]) or influence_term(cards[id], ENGLISH)) for id, word in lines)


def test_check_shows_remarks(table: Table) -> None:
    """--remarks prints what the reader reinterpreted, with its place, which is not a problem."""
    path = table.file("game.cgn", '[CGN "1.0"]\n' + SETUP + "1. BW W B\n")
    result = table.run("check", path, "--remarks")
    assert (result.code, result.err) == (0, "1 game, nothing wrong\n")
    assert result.out == f"{path}:8:4: 'BW' is read as WB\n"
    assert table.run("check", path).out == ""


def test_check_counts_files_that_cannot_be_read(table: Table) -> None:
    """A file that is not text is reported, and counted as a problem next to sound games."""
    path, broken = table.file("game.cgn", game_text()), table.file("broken.cgn", b"1. \xff")
    result = table.run("check", path, broken)
    assert result.code == 1
    assert "this is not UTF-8" in result.err
    assert result.err.endswith("1 game, 1 problem\n")


def test_check_in_json_has_kinds(table: Table) -> None:
    """--json has every finding with its kind."""
    path = table.file("game.cgn", SETUP + "1. BW W B\n2. y.hand:=WWW _\n")
    checked = table.run("check", path, "--cards", "--remarks", "--json")
    assert checked.code == 1
    assert [kind for kind in ("cards", "remark") if f'"kind": "{kind}"' in checked.out] == ["cards", "remark"]
