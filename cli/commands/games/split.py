"""``games split``: the games of large files in files of their own, byte for byte."""

import errno
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Final

import click

from cli.exits import wrong_usage, wrong_value
from cli.files import GAME_SUFFIX, STANDARD_INPUT, address_of, write_file
from cli.options import CommandWithExamples, settings
from cli.streams import GAMES, Damage, GameText, games_of, whole_lines
from cli.terminal import harmless, note, say
from notation import NotationError
from replays.text.terminal import ascii_only

USUAL_NAME: Final = "{file}-{number}"
LONGEST_NAME: Final = 100

_OWN_FIELDS: Final = ("number", "file")
_FIELD: Final = re.compile(r"\{([^{}]*)\}")
_HEADER_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


@click.command(
    "split",
    cls=CommandWithExamples,
    examples=("calimala games split league.cgn -o games/ --name {Date}-{Blue}-{Red}",),
)
@GAMES
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(path_type=Path), metavar="FOLDER", help="Where to write"
)
@click.option("--every", type=click.IntRange(min=1), default=1, metavar="N", help="Games per file (default: 1)")
@click.option(
    "--name",
    default=USUAL_NAME,
    metavar="PATTERN",
    help="File names, with {number}, {file} or headers, e.g. {Date}-{Blue} (default: {file}-{number})",
)
@click.option("--force", is_flag=True, help="Overwrite existing files")
def split_command(names: Sequence[str], folder: Path, every: int, name: str, force: bool) -> int:
    """Write each game to its own file, byte for byte. Games that are too long or not UTF-8 are skipped."""
    _check_name(name)
    if str(folder) == STANDARD_INPUT:
        raise wrong_usage("the files need a folder; name one, e.g. -o games/")
    folder.mkdir(parents=True, exist_ok=True)
    damage = Damage()
    called = _Names()
    missing = {field: 0 for field in _FIELD.findall(name) if field not in _OWN_FIELDS}
    games = written = 0
    sound = _sound(games_of(names, damage=damage), damage)
    for number, first in enumerate(sound, 1):
        for field in missing:
            missing[field] += not first.passage.entry.header(field)
        path = folder / called.free(_filled(name, first, number))
        _refuse_overwriting(path, force=force)
        count = Counter[str]()
        write_file(path, _counted(chain([first], islice(sound, every - 1)), count))
        say(harmless(str(path)))
        games += count["games"]
        written = number
    language = settings().language
    files = language.counted("{number} file", "{number} files", written)
    note(language.counted("{number} game in {files}", "{number} games in {files}", games, files=files))
    for field, without in missing.items():
        if without:
            note(
                language.text(
                    "file names without {field}, because the header is missing: {without} of {number}",
                    field=field,
                    without=without,
                    number=written,
                )
            )
    return damage.code()


def _check_name(name: str) -> None:
    """Check that a name has only headers in braces; raise ``click.BadParameter``."""
    strange = next((field for field in _FIELD.findall(name) if not _HEADER_NAME.fullmatch(field)), None)
    if strange is not None or set(_FIELD.sub("", name)) & set("{}"):
        fields = {"number": "{number}", "file": "{file}", "example": "{Date}", "option": "--name"}
        if strange is None:
            raise wrong_value("a brace is missing; write {number}, {file} or a header, e.g. {example}", **fields)
        raise wrong_value(
            "{word} is not a header; write {number}, {file} or a header, e.g. {example}",
            word=f"{{{strange}}}",
            **fields,
        )


def _sound(games: Iterator[GameText], damage: Damage) -> Iterator[GameText]:
    """Yield the games that can be written as text, reporting the others."""
    for found in games:
        try:
            if found.passage.text is None:
                raise found.too_long()
            found.passage.text.decode()
        except UnicodeDecodeError:
            damage.report(found.reading().errors[0])
        except NotationError as error:
            damage.report(error)
        else:
            yield found


def _counted(games: Iterator[GameText], count: "Counter[str]") -> Iterator[str]:
    for found in games:
        count["games"] += 1
        yield whole_lines(found.passage.text or b"").decode()


def _filled(name: str, found: GameText, number: int) -> str:
    """Return the name of a file with the game's values in place of the fields."""
    own: Mapping[str, str] = {
        "number": f"{number:04}",
        "file": "games" if found.file == STANDARD_INPUT else address_of(found.file).stem,
    }
    entry = found.passage.entry
    return _FIELD.sub(lambda field: safe_name(own[field[1]] if field[1] in own else entry.header(field[1]) or ""), name)


def safe_name(text: str) -> str:
    """Return only the characters that are safe in a file's name anywhere."""
    return _UNSAFE.sub("-", ascii_only(text[: 4 * LONGEST_NAME])).strip("-.")[:LONGEST_NAME]


class _Names:
    """Names for files that differ even if letter case does not count."""

    def __init__(self) -> None:
        self._often: Counter[str] = Counter()

    def free(self, wished: str) -> str:
        """Return the wished name, made safe, with a number after it if it was used before."""
        name = safe_name(wished).rstrip("-.") or "game"
        first = name = f"_{name}" if _RESERVED.fullmatch(name) else name
        while self._often[name.casefold()]:
            self._often[first.casefold()] += 1
            name = f"{first}-{self._often[first.casefold()]}"
        self._often[name.casefold()] += 1
        return name + GAME_SUFFIX


def _refuse_overwriting(path: Path, *, force: bool) -> None:
    if path.is_symlink():
        raise FileExistsError(errno.EEXIST, "this is a link; links are never followed", str(path))
    if path.exists() and not force:
        raise FileExistsError(errno.EEXIST, "already exists; use --force to overwrite it", str(path))
