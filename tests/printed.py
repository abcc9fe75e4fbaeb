"""What the commands print with ``--json``, by example: ``docs/schemas/printed.json``.

``python -m tests.printed`` writes the file again.
"""

import json
import re
import shlex
import shutil
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Final

from cli.terminal import json_text
from tests.cli_runs import ROOT, Table

FILE: Final = ROOT / "docs" / "schemas" / "printed.json"

GAME: Final = """\
[CGN "1.0"]
[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]
[Blue "Maria"]

0. ? ? ? / HAM / ? ? ? / W M U
1. BM B M
2. WB W B
3. WB W B / W B
4. MA AC M {At last.}
"""

SHOWN: Final = (
    "new --players 3 --seed 7 --id friday",
    "import game.cgn --id lily",
    "list",
    "show lily#1",
    "show lily --legal",
    "study lily#3 -n 1",
    "study examples/game-of-four.cgn --at 17 --object SMF.W --history",
    "annotate lily#4 --by Tania -m 'For the church.' --glyph '!?'",
    "annotate lily --history",
    "undo lily -n 2",
    "study lily#3 --undone",
    "redo lily",
    "log lily -n 2",
    "fork lily#2 --id what-if --name other",
    "fork what-if --join",
    "compare lily",
    "compare lily what-if",
    "judge lily --at 1 --boards 1",
    "set what-if --header Event=Friday",
    "delete what-if --yes",
    "repair game.cgn#1.1.3 M- --observed",
    "merge seen-by-blue.cgn seen-by-red.cgn",
    "check wrong.cgn",
    "games find --event 'tile_scored tile=LIS' examples/two-players.cgn",
    "games stats examples/two-players.cgn",
    "games build club examples/two-players.cgn",
    "games ask club seats",
    "games explore club examples/two-players.cgn --at 1",
    "games build other examples/game-of-four.cgn",
    "games compare club other",
    "games simulate -n 2 --players 3 --seed 7",
    "rules R6.5",
    "export --to plays examples/two-players.cgn",
    "export --to discord --scorings 20-20 examples/two-players.cgn",
)
"""The commands, one after another, each without ``--json``."""

RECORDED: Final = ("fork lily#2 --id what-if --name other", "what-if", "3. BM B M")
"""After which command which game is continued by what."""

PREPARED: Final = {
    "seen-by-blue.cgn": "export game.cgn --as blue",
    "seen-by-red.cgn": "export game.cgn --as red",
}
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
DAY: Final = re.compile(r"(\d{4})([.-])\d\d\2\d\d")


def printed(folder: Path) -> str:
    """Return the commands with what they print in a folder, as JSON; times are those of one evening."""
    table = Table(folder)
    shutil.copytree(ROOT / "examples", folder / "examples")
    table.file("game.cgn", GAME)
    table.file("wrong.cgn", GAME.replace("3. WB W B /", "3. WB W QQ /"))
    found = {}
    with chdir(folder):
        for name, command in PREPARED.items():
            table.file(name, table.ok(*shlex.split(command)))
        for command in SHOWN:
            run = table.run(*shlex.split(command), "--json")
            if command == RECORDED[0]:
                table.ok("record", RECORDED[1], input=RECORDED[2])
            assert run.code in (0, 1), (command, run)
            found[f"calimala {command} --json"] = json.loads(run.out)
    return DAY.sub(r"2026\g<2>11\g<2>20", TIME.sub("2026-11-20T20:04:11+00:00", json_text(found))) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        FILE.write_text(printed(Path(made)), encoding="utf-8")
