"""``games ask``: questions to a library, ready-made ones and your own in SQL."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click
from msgspec import structs, to_builtins

from cli.commands.games.build import LIBRARY, need_library
from cli.exits import wrong_usage
from cli.files import form_of, output_path, write_and_name
from cli.installing import need_package
from cli.options import NOT_FOUND, OK, CommandWithExamples, join_or, json_option, settings
from cli.selection import PLAYERS, RULE_SET
from cli.terminal import WIDTH, harmless, note, paint, say, write_json
from notation.csv import format_rows, safe
from replays.drawing.charts import Interval, interval_chart
from replays.text.terminal import columns, padded, shortened, wrapped

if TYPE_CHECKING:
    from replays.library.questions import Answer, ReadyQuestion

_WIDEST: Final = 40
_NUMBER: Final = 10
_INDENT: Final = "  "


@click.command(
    "ask",
    cls=CommandWithExamples,
    as_in={"games find": ("rules", "players")},
    examples=(
        "calimala games ask club",
        "calimala games ask club seats --players 4",
        "calimala games ask club --sql 'SELECT rules, count(*) FROM games GROUP BY rules' -o rules.csv",
    ),
)
@LIBRARY
@click.argument("question", metavar="[QUESTION]", required=False)
@click.option("--sql", "statement", metavar="SELECT", help="Ask in SQL, with one SELECT")
@click.option("--tables", is_flag=True, help="List the tables and their columns")
@RULE_SET
@PLAYERS
@click.option("-o", "--output", metavar="FILE", help="Draw the answer as .svg, or write it as .csv")
@json_option
def ask_command(
    folder: Path,
    question: str | None,
    statement: str | None,
    tables: bool,
    rules: Sequence[str],
    players: Sequence[int],
    output: str | None,
    as_json: bool,
) -> int:
    """Answer a question about the games of a library: a ready-made one, or your own in SQL. Without a question, list
    the ready-made ones.
    """
    need_library()
    from replays.library.folder import Library
    from replays.library.questions import QUESTIONS, Chosen, ask, query

    if (statement is not None or tables) and (question or rules or players or (tables and output)):
        raise wrong_usage("--sql can be combined only with --json and --output, --tables only with --json")
    library, language = Library(folder), settings().language
    if tables:
        _print_tables(as_json=as_json)
        return OK
    if statement is not None:
        names, rows = query(library, statement)
        if output:
            form_of(output, ("csv",), "csv")
            write_and_name(output_path(output, "answer.csv"), [_as_csv([names, *rows])])
        else:
            _print_rows(names, rows, as_json=as_json)
        return OK
    if question is None:
        _print_questions({name: language.text(ready.title) for name, ready in QUESTIONS.items()}, as_json=as_json)
        return OK
    if question not in QUESTIONS:
        raise wrong_usage(
            "{word} is not a ready-made question; choose {names}", word=repr(question[:40]), names=join_or([*QUESTIONS])
        )
    ready = QUESTIONS[question]
    if ready.kind == "rating":
        need_package("a rating", "openskill", "library")
    answers = [*ask(library, ready, Chosen(tuple(rules), tuple(players)))]
    if as_json and not output:
        write_json([structs.asdict(answer) for answer in answers])
    elif not answers:
        note(language.text("No game in this library answers that question."))
    elif output:
        form = form_of(output, ("svg", "csv"), "svg")
        text = _chart_of(ready, answers) if form == "svg" else _as_csv(_answer_rows(answers))
        write_and_name(output_path(output, f"{question}.{form}"), [text])
    else:
        for line in _table(ready, answers):
            say(line)
    return OK if answers else NOT_FOUND


def _print_questions(titles: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        write_json(titles)
        return
    width = max(map(len, titles))
    for name, title in titles.items():
        say(f"{name:<{width}}  {title}")


def _print_tables(*, as_json: bool) -> None:
    from replays.library.tables import TABLES, columns_of, descriptions_of

    if as_json:
        write_json({table: columns_of(table) for table in TABLES})
        return
    for place, table in enumerate(TABLES):
        say(("\n" if place else "") + paint(table, "heading"))
        descriptions = descriptions_of(table)
        for name, kind in columns_of(table).items():
            say(f"  {name:<11} {kind:<9} {descriptions[name]}")


def _print_rows(names: Sequence[str], rows: Sequence[Sequence[Any]], *, as_json: bool) -> None:
    if as_json:
        found = [dict(zip(names, row, strict=True)) for row in rows]
        write_json(to_builtins(found, enc_hook=str))
        return
    cells = [[*names], *([harmless(_cell(value)) for value in row] for row in rows)]
    widths = [min(max(columns(line[place]) for line in cells), _WIDEST) for place in range(len(names))]
    for line in cells:
        say("  ".join(padded(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _answer_rows(answers: Sequence["Answer"]) -> Iterator[Sequence[Any]]:
    """Yield the names of the columns, then a row for every group."""
    numbers = ("games", "value", "low", "high")
    yield (*answers[0].fields, *numbers)
    for answer in answers:
        yield (*answer.fields.values(), *(getattr(answer, name) for name in numbers))


def _as_csv(rows: Iterable[Sequence[Any]]) -> str:
    """Write rows as a table: numbers as they are, nothing as an empty cell, a list with spaces between its words.

    A digest is left as it is, though a spreadsheet may take it for a number: programs compare it.
    """
    return format_rows([[_csv_cell(value) for value in row] for row in rows])


def _csv_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        value = " ".join(map(str, cast("list[object]", value)))
    return safe(value) if isinstance(value, str) and not value[:1].isalnum() else str(value)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value).replace("\n", " ")


def _table(question: "ReadyQuestion", answers: Sequence["Answer"]) -> Iterator[str]:
    """Yield the title, a line for every group, and what the numbers mean."""
    from replays.text.answers import group_text, intervals_text, number_text

    language = settings().language
    yield paint(language.text(question.title), "heading")
    names = [group_text(question, answer, language) for answer in answers]
    width = min(max(map(columns, names), default=0), _WIDEST)
    heads = [language.text("games"), language.text("value"), language.text("from"), language.text("to")]
    yield padded("", width) + "".join(" " * (_NUMBER - columns(head)) + head for head in heads)
    for name, answer in zip(names, answers, strict=True):
        limits = [number for number in (answer.value, answer.low, answer.high) if number is not None]
        numbers = [str(answer.games), *(number_text(question.kind, number, language) for number in limits)]
        first, *more = wrapped(harmless(name).split(), width, _INDENT) or [""]
        yield padded(first, width) + "".join(number.rjust(_NUMBER) for number in numbers)
        yield from (shortened(line, width) for line in more)
    yield ""
    yield from wrapped(intervals_text(language).split(), WIDTH)


def _chart_of(question: "ReadyQuestion", answers: Sequence["Answer"]) -> str:
    from replays.text.answers import MEASURES, answer_text, group_text, intervals_text

    language, scale = settings().language, 1 if question.kind in MEASURES else 100
    rows = [
        Interval(
            group_text(question, answer, language),
            answer_text(question.kind, answer, language),
            None if answer.value is None else answer.value * scale,
            (answer.low or 0) * scale,
            (answer.high or 0) * scale,
        )
        for answer in answers
    ]
    title = language.text(question.title)
    return interval_chart(title if scale == 1 else f"{title} (%)", intervals_text(language), rows)
