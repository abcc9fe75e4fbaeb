"""``export``: games in every other form, one of which is the notation itself in its standard form."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.headers import DATE
from cli.commands.export.records import write_records
from cli.commands.export.request import Request
from cli.exits import wrong_usage, wrong_value
from cli.files import LAST, STANDARD_INPUT, address_of, is_folder
from cli.games import all_ids, full_id, stored_game, the_store
from cli.options import OK, CommandWithExamples, settings
from cli.selection import SELECTION, Selection, selection_options
from cli.streams import GAMES_OR_NONE
from cli.terminal import note
from cli.viewpoint import SeatName
from notation.csv import DIALECTS
from notation.json.reader import SCHEMAS, schema_text
from replays.text.languages import message


class _Form(NamedTuple):
    """A form: its help, what writes it, the endings of its files, and the options it has besides ``_GENERAL``."""

    help: str
    write: Callable[[Request], int]
    endings: tuple[str, ...]
    options: frozenset[str] = frozenset()


_GENERAL: Final = SELECTION | {"names", "form", "output", "take_all", "schema"}
_NAMES: Final = frozenset(("with_names",))
_NOTES: Final = frozenset(("layers", "with_notes", "no_comments", "no_variations", "no_checks"))
_CONTENT: Final = _NAMES | _NOTES | {"seat", "depth"}
_POST: Final = _NAMES | {"seat", "url", "scorings", "message", "spoiler_tags", "as_json"}
_HTML: Final = ("html", "htm")
_TABLES: Final = ("csv", "tsv", "txt", "json", "ndjson", "jsonl")


def _write_pages(request: Request) -> int:
    """Write each game into a file of its own; what draws and lays out pages is imported only for this."""
    from cli.commands.export.pages import write_pages

    return write_pages(request)


def _write_evening(request: Request) -> int:
    from cli.commands.export.evening import write_evening

    return write_evening(request)


_ANALYSIS: Final = "analysis"


def _schema_text(name: str) -> str:
    from replays.analysis import analysis_schema

    return analysis_schema() if name == _ANALYSIS else schema_text(name)


def _write_viewer(request: Request) -> int:
    from replays.page import viewer_module

    request.check_terminal("viewer.js")
    request.deliver("viewer.js", [viewer_module()])
    return OK


FORMS: Final[dict[str, _Form]] = {
    "cgn": _Form("Notation, in standard form", write_records, ("cgn", "txt"), _CONTENT | {"one_line", "width"}),
    "json": _Form("JSON, one game per line", write_records, ("json", "jsonl"), _CONTENT | {"as_json"}),
    "ndjson": _Form("JSON, one event per line", write_records, ("ndjson", "jsonl"), _CONTENT),
    "csv": _Form("A table, one row per turn", write_records, ("csv", "tsv", "txt"), _CONTENT | {"dialect"}),
    "page": _Form("One HTML file to step through, on any phone", _write_pages, _HTML, _CONTENT),
    "report": _Form("The analysis with plots, as one HTML file", _write_pages, _HTML, _NAMES | {"seat", "at"}),
    "evening": _Form("Several games on one page: standings, results, replays", _write_evening, _HTML, _NAMES | _NOTES),
    "book": _Form(
        "Key positions and comments, to print from a browser", _write_pages, _HTML, _NAMES | _NOTES | {"seat", "at"}
    ),
    "pad": _Form("A score pad, to print from a browser", _write_pages, _HTML, _NAMES),
    "code": _Form("A short code of the whole game; a link with --url", write_records, ("txt",), _CONTENT | {"url"}),
    "qr": _Form("The same as a QR code: on screen, SVG or PNG", _write_pages, ("svg", "png"), _CONTENT | {"url"}),
    "bgg": _Form("A post with every scoring, for BoardGameGeek", _write_pages, ("txt", "json"), _POST),
    "reddit": _Form("The same for Reddit", _write_pages, ("txt", "md", "json"), _POST),
    "discord": _Form("The same for Discord, in parts", _write_pages, ("txt", "md", "json"), _POST),
    "plays": _Form(
        "Results, one row per player",
        write_records,
        ("csv", "tsv", "txt", "json", "ndjson", "jsonl"),
        frozenset(("dialect", "as_json")),
    ),
    "bg-stats": _Form("Links that open BG Stats, one per game", write_records, ("txt",)),
    "viewer": _Form("The script that shows games on other web pages", _write_viewer, ("js", "mjs")),
}
"""Every form, by the word for ``--to``."""

_BY_ENDING: Final = {"json": "json", "ndjson": "ndjson", "csv": "csv", "html": "page", "htm": "page"}
"""The form of a file if ``--to`` does not name one; otherwise it is the notation."""

_PICTURES: Final = ("svg", "png", "pdf", "dot")


def _read_scorings(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[int, int | None]:
    """Return the first and the last scoring, as ``3-5``, ``3-`` or ``3``."""
    if value is None:
        return 1, None
    first, dash, last = value.partition("-")
    if not first.isdecimal() or (last and not last.isdecimal()) or len(value) > 9 or int(first) < 1:
        raise wrong_value("{word} is not a range of scorings; write e.g. 3-5", word=repr(value[:40]))
    return int(first), int(last) if last else None if dash else int(first)


@click.command(
    "export",
    cls=CommandWithExamples,
    examples=(
        "calimala export friday -o friday.html",
        "calimala export friday --to bgg --names",
        "calimala export --all --to plays -o results.csv",
    ),
    tables={"Formats": {name: form.help for name, form in FORMS.items()}},
    as_in={"games find": SELECTION},
)
@GAMES_OR_NONE
@click.option("--to", "form", type=click.Choice([*FORMS]), metavar="FORMAT", help="What to write")
@click.option("-o", "--output", type=click.Path(allow_dash=True), metavar="PATH", help="Where to write it")
@click.option("--all", "take_all", is_flag=True, help="Export every game in the store")
@click.option("--as", "seat", type=SeatName(), metavar="SEAT", help="Write only what this seat could see")
@click.option(
    "--notes-by",
    "layers",
    multiple=True,
    metavar="NAME",
    help="Keep only notes by NAME; - for unsigned ones (default: all notes, but none with --as)",
)
@click.option("--at", metavar="MOMENT", help="In a book or report: stop at this moment")
@click.option(
    "--depth",
    type=click.Choice(["placements", "result"]),
    metavar="DEPTH",
    help="Keep only placements, or only the result",
)
@click.option(
    "--names/--no-names",
    "with_names",
    default=None,
    help="Names and other headers (default: on; off in codes and posts)",
)
@click.option(
    "--notes/--no-notes",
    "with_notes",
    default=None,
    help="Notes and variations (default: on; off in codes)",
)
@click.option("--no-comments", is_flag=True, help="Leave out comments")
@click.option("--no-variations", is_flag=True, help="Leave out variations")
@click.option("--no-checks", is_flag=True, help="Leave out checks")
@click.option("--one-line", is_flag=True, help="In notation: one line per game")
@click.option("--width", type=click.IntRange(20), metavar="N", help="In notation: break lines at N columns")
@click.option(
    "--dialect",
    type=click.Choice([*DIALECTS]),
    default="comma",
    metavar="DIALECT",
    help="In a table: comma, excel or tabs (default: comma)",
)
@click.option("--url", metavar="URL", help="Where the game is online")
@click.option(
    "--scorings",
    metavar="FROM-TO",
    callback=_read_scorings,
    help="In a post: only these scorings, e.g. 3-5",
)
@click.option("--message", default="", metavar="TEXT", help="In a post: your words")
@click.option("--spoiler-tags", is_flag=True, help="In a post: hide results until readers uncover them")
@click.option(
    "--schema",
    type=click.Choice([*SCHEMAS, _ANALYSIS]),
    metavar="game|events|analysis",
    help="Print the JSON schema",
)
@selection_options
@click.option("--json", "as_json", is_flag=True, help="Write plays and posts as JSON; otherwise the same as --to json")
def export_command(
    names: Sequence[str],
    form: str | None,
    take_all: bool,
    schema: str | None,
    selection: Selection,
    **asked: Any,
) -> int:
    """Write games in another format.

    The extension of --output chooses the format (.html is a page; default: cgn). In a folder, each file is named after
    its game. By default, an evening is the last day of play.
    """
    form = form or _form_of(asked["output"], as_json=asked["as_json"])
    _check_ending(form, asked["output"])
    _check_options(click.get_current_context(), form)
    request = Request(form=schema or form, names=(), selection=selection, **asked)
    selects = selection != Selection()
    if schema or form == "viewer":
        if names or take_all or selects:
            raise wrong_usage("{form} takes no games; leave them out", form="--schema" if schema else form)
        if not schema:
            return _write_viewer(request)
        request.deliver(f"{schema}.schema.json", [_schema_text(schema)])
        return OK
    if names and take_all:
        raise wrong_usage("use only one of {options}", options=("GAME", "--all"))
    if not (names or take_all or selects):
        last = full_id(the_store(), LAST)
        names, selection = ((last,), selection) if form != "evening" else _evening_of(last)
    if names:
        return FORMS[form].write(replace(request, names=tuple(map(_with_id, names)), selection=selection))
    code = FORMS[form].write(replace(request, names=tuple(all_ids()), selection=selection))
    the_store().find_damage()
    return code


def _with_id(name: str) -> str:
    """Return the name of a game with its id in place of ``last``, after which its file would be named."""
    address = address_of(name)
    return full_id(the_store(), LAST) + name.removeprefix(LAST) if address.name == LAST else name


def _evening_of(id: str) -> tuple[tuple[str, ...], Selection]:
    """Return which games were played on the day of this one: only itself, with a note, if its day is not recorded."""
    day = (stored_game(id).record.header(DATE) or "").replace("-", ".").rstrip("?.")
    if day:
        return (), Selection(days=(day,))
    alone = message(
        "the day of {id} is not recorded, so only this game is on the page; name the games, or use {command}"
    )
    note(settings().language.text(alone, id=id, command=f"calimala set {id} --date DAY"))
    return (id,), Selection()


def _form_of(output: str | None, *, as_json: bool) -> str:
    """Return the form for the ending of a file; raise ``click.UsageError`` for a picture, a PDF or an unknown one."""
    if as_json or output is None or output == STANDARD_INPUT or is_folder(output):
        return "json" if as_json else "cgn"
    ending = Path(output).suffix.lower().removeprefix(".")
    if ending in _PICTURES:
        raise wrong_usage(
            "{file}: draw pictures with calimala draw, or name the format with --to, e.g. --to qr", file=output
        )
    if ending and ending not in _BY_ENDING and not any(ending in form.endings for form in FORMS.values()):
        raise wrong_usage(
            "{file}: .{ending} is not one of {known}; use one of them",
            file=output,
            ending=ending,
            known=", ".join(f".{each}" for each in ("cgn", *_BY_ENDING)),
        )
    return _BY_ENDING.get(ending, "cgn")


def _check_ending(form: str, output: str | None) -> None:
    """Check that a file's ending is not that of another form; raise ``click.UsageError``."""
    if output is None or output == STANDARD_INPUT or is_folder(output):
        return
    ending, own = Path(output).suffix.lower().removeprefix("."), FORMS[form].endings
    specific = {*_PICTURES, *(each for every in FORMS.values() for each in every.endings)} - {"txt"}
    needs_own = own == _HTML or form == "qr"
    if ending in own or not (ending in specific or (ending and needs_own)):
        return
    if ending == "pdf":
        raise wrong_usage(
            "{file}: {form} is written as .html; a browser prints it or saves it as PDF", file=output, form=form
        )
    raise wrong_usage(
        "{file}: {form} is written as {meant}", file=output, form=form, meant=" ".join(f".{each}" for each in own)
    )


def _check_options(context: click.Context, form: str) -> None:
    """Check that every option that was given applies to the form; raise ``click.UsageError``."""
    known = _GENERAL | FORMS[form].options
    for parameter in context.command.params:
        name = str(parameter.name)
        is_given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if is_given and parameter.expose_value and name not in known:
            forms = ", ".join(word for word, each in FORMS.items() if name in each.options)
            raise wrong_usage(
                "{option} does not apply to {form}, only to {forms}", option=parameter.opts[0], form=form, forms=forms
            )
