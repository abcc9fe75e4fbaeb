"""``backup`` and ``restore``: every game of a store, with all that belongs to it, copied to another place and back."""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from calimala_es.store import Store, open_sound, open_store
from cli.exits import wrong_usage
from cli.games import check_folder, now_in_utc, the_store
from cli.options import OK, STORE, CommandWithExamples, StorePlace, settings
from cli.terminal import complain, say

_SOUND: Final = click.option("--sound", is_flag=True, help="Leave damaged games out, and name them")
_PLACE: Final = click.argument("place", metavar="PLACE", type=StorePlace(path_type=Path))
_UNFINISHED: Final = ".unfinished"


@click.command(
    "backup",
    cls=CommandWithExamples,
    examples=("calimala backup games-2026.sqlite", "calimala backup postgresql://localhost/club"),
)
@_PLACE
@_SOUND
def backup_command(place: Path | str, sound: bool) -> int:
    """Copy your whole store, including all versions, undone decisions, notes, access keys and photos, to a new file or
    an empty database, and verify the copy. The store may be in use.
    """
    store = the_store(damaged=sound)
    if isinstance(place, str):
        with open_store(place, now_in_utc) as target:
            return _copy(store, target, target.location, only_sound=sound)
    if place.exists():
        raise wrong_usage("{path} exists already; name a new file", path=place)
    return _copy_to_file(store, place, only_sound=sound)


@click.command(
    "restore",
    cls=CommandWithExamples,
    as_in={"backup": ("sound",)},
    examples=("calimala restore games-2026.sqlite",),
)
@_PLACE
@_SOUND
def restore_command(place: Path | str, sound: bool) -> int:
    """Copy a backup, all or nothing, into your store, which must be empty or new, and verify the copy."""
    with open_sound(place, now_in_utc) if sound else open_store(place, now_in_utc, create=False) as backup:
        store = settings().store_place
        if isinstance(store, Path) and not store.exists():
            check_folder(settings().store_named)
            return _copy_to_file(backup, store, only_sound=sound)
        target = the_store(create=True)
        return _copy(backup, target, target.location, only_sound=sound)


def _copy_to_file(source: Store, place: Path, *, only_sound: bool) -> int:
    """Copy a store to a new file, and say what was copied; return the exit code.

    The file gets its name at the end: a copy that was interrupted, or could not be made, is not mistaken for a whole
    one.
    """
    unfinished = place.with_name(place.name + _UNFINISHED)
    _remove(unfinished)
    try:
        with open_store(unfinished, now_in_utc) as target:
            code = _copy(source, target, str(place), only_sound=only_sound)
        unfinished.rename(place)
    finally:
        _remove(unfinished)
    return code


def _remove(store: Path) -> None:
    """Remove a file with those that SQLite leaves beside it if the disk is full."""
    for ending in ("", "-wal", "-shm"):
        store.with_name(store.name + ending).unlink(missing_ok=True)


def _copy(source: Store, target: Store, shown: str, *, only_sound: bool) -> int:
    """Copy a store and say what was copied; return the exit code."""
    with _progress() as progress:
        damaged = source.copy_to(target, progress, only_sound=only_sound)
    language = settings().language
    for reason in damaged.values():
        complain(language.text("skipped: {reason}", reason=reason), plain=True)
    faults = [*_faults(source, target)] if only_sound else []
    for fault in faults:
        complain(fault, plain=True)
    number = len(target.ids(deleted=True))
    say(
        language.counted(
            "Copied {number} game to {place} and compared it with the original.",
            "Copied {number} games to {place} and compared them with the originals.",
            number,
            place=shown,
        )
    )
    return STORE if damaged or faults else OK


def _faults(source: Store, copy: Store) -> Iterator[str]:
    """Yield what is wrong with a file, and with the games that were copied from it if anything is."""
    if faults := source.faults:
        yield from faults
        for id in copy.ids(deleted=True):
            yield from (f"{id}: {difference}" for difference in copy.verify(id))


@contextmanager
def _progress() -> Generator[Callable[[int, int], None]]:
    """Yield a function that receives the games done, and all: a bar on a terminal."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda _done, _all: None
        return
    with click.progressbar(length=1, label="copying", file=sys.stderr) as bar:

        def show(done: int, all: int) -> None:
            bar.length = all
            bar.update(done - bar.pos)

        yield show
