"""The actions of the study's keys, by name: most run at once, some after a question."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from calimala_es.messages import Message
from calimala_es.store import Annotation
from cli.annotating import AnnotationOutput, kind_and_text
from cli.study.keys import help_lines
from cli.study.screens.asking import TextScreen, message_width
from cli.study.shown import history_shown
from cli.study.study import Study, StudyError, is_place
from cli.study.timeline import legend_lines
from cli.terminal import harmless
from cli.viewpoint import ACTIVATION, CHANGE, MARKER, SCORING, subject_of
from notation.grammar.symbols import format_command
from replays.edit.note_kinds import ADVANTAGE, COMMENT, GLYPH, MARK, ON_POSITION, TITLE
from replays.replay import Level
from replays.text.decisions import command_text
from replays.text.languages import message

if TYPE_CHECKING:
    from cli.study.screens.table import TableScreen

Deed = Callable[["TableScreen"], None]


def _of_study(act: Callable[[Study], None]) -> Deed:
    return lambda table: act(table.study)


def _to_level(level: Level) -> Deed:
    return lambda table: table.study.walk.by(level)


def _jump(kind: str, *, is_forward: bool, seat: int | None = None) -> Deed:
    return lambda table: table.study.walk.jump_to(kind, is_forward=is_forward, seat=seat)


# Asking for a target.


def _go_to(table: "TableScreen") -> None:
    question = table.language.text("go to (7, 7.2, 7.2.3, v1:7.2)")
    table.ask_line(question, lambda target: table.study.go(target) if target else None)


def _look_for(table: "TableScreen") -> None:
    def look(text: str) -> None:
        if not text:
            return
        if is_place(text):
            table.study.go(text)
        else:
            table.study.search.text = text
            _find(table, is_forward=True)

    question = table.language.text("find a word, a name, a code (LIS, SMF.W) or a moment (7.2)")
    table.ask_line(question, look)


def _find(table: "TableScreen", *, is_forward: bool) -> None:
    table.study.find(is_forward=is_forward)


def _follow(table: "TableScreen") -> None:
    def follow(thing: str) -> None:
        walk = table.study.walk
        walk.subject = subject_of(walk.game, thing or None)

    question = table.language.text("follow (SMF.W, AS, AS/1, disc:7, card:W, influence:LIS)")
    table.ask_line(question, follow)


def _history(table: "TableScreen") -> None:
    walk = table.study.walk
    if walk.subject is None:
        raise StudyError(Message("nothing is being followed; press f to choose"))
    table.program.push_screen(TextScreen(history_shown(table.study, message_width(table.size.width))))


def _help(table: "TableScreen") -> None:
    table.program.push_screen(TextScreen([*help_lines(table.language), *legend_lines(table.language)]))


# Annotating.


def _words(kind: str, question: str) -> Deed:
    def ask(table: "TableScreen") -> None:
        table.study.require_writing()
        table.ask_words(kind, table.language.text(question), "", lambda text: table.study.say(kind, text))

    return ask


def _sign(kind: str, question: str) -> Deed:
    def ask(table: "TableScreen") -> None:
        table.study.require_writing()
        table.ask_line(table.language.text(question), lambda text: table.study.say(kind, text) if text else None, kind)

    return ask


def _of_said(table: "TableScreen", question: str, act: Callable[[Annotation], None]) -> None:
    """Do something with one of the user's own annotations at this place."""
    study = table.study
    study.require_writing()
    said, target = study.said(), study.session.target
    if target is None or not said:
        raise StudyError(Message("there are no notes here"))
    found = [one for one in said if study.session.is_own(one)]
    if not found:
        raise StudyError(Message("none of the notes here are yours; if you wrote one, say who you are with --by"))
    output = AnnotationOutput(target)
    table.choose(question, [f"{one.id} {output.said(one)}" for one in found], lambda number: act(found[number]))


def _edit(table: "TableScreen") -> None:
    def edit(one: Annotation) -> None:
        # Control characters are shown and saved in their harmless form; an unchanged text stays as it was.
        _, said = kind_and_text(one, table.study.walk.game.start)
        language, value = table.language, harmless(said)
        question = language.text("name of the variation") if one.is_variation else language.text("edit the note")

        def keep(text: str) -> None:
            if text != value:
                table.study.edit(one, text)

        table.ask_words(f"edit {one.id}", question, value, keep)

    _of_said(table, table.language.text("choose the note to edit"), edit)


def _retract(table: "TableScreen") -> None:
    _of_said(table, table.language.text("choose the note or variation to remove"), table.study.retract)


def _vary(table: "TableScreen") -> None:
    study = table.study
    commands = study.choices()
    state, names = study.walk.replay.states[study.coming()], study.walk.game.names
    symbols = [format_command(state, command) for command in commands]
    width = max(map(len, symbols))
    things = [
        f"{symbol:<{width}}  {command_text(command, names)}" for symbol, command in zip(symbols, commands, strict=True)
    ]
    question = table.language.text("what could have been played here? Choose a decision, or type notation")
    table.choose_decision(question, things, commands)


def _leave(table: "TableScreen") -> None:
    """Leave; if something could not be written, or a draft is waiting, the first attempt only reports it."""
    if not table.is_leaving:
        table.is_leaving = True
        table.study.session.leave()
        if table.has_drafts:
            raise StudyError(
                Message("you have unsaved text: press the key that opened it to see it again, or q to leave without it")
            )
    table.program.exit()


DEEDS: Final[dict[str, Deed]] = {
    "forward": _of_study(lambda study: study.walk.forward()),
    "back": _of_study(lambda study: study.walk.back()),
    "coarser_forward": _of_study(lambda study: study.by_coarser(is_forward=True)),
    "coarser_back": _of_study(lambda study: study.by_coarser(is_forward=False)),
    "finer_forward": _of_study(lambda study: study.by_finer(is_forward=True)),
    "finer_back": _of_study(lambda study: study.by_finer(is_forward=False)),
    "start": _of_study(lambda study: study.walk.to_start()),
    "end": _of_study(lambda study: study.walk.to_end()),
    **{f"level_{level.value}": _to_level(level) for level in Level},
    **{
        f"{way}_{kind}": _jump(kind, is_forward=way == "next")
        for kind in (SCORING, ACTIVATION, MARKER, CHANGE)
        for way in ("next", "previous")
    },
    **{f"seat_{number}": _jump(ACTIVATION, is_forward=True, seat=number - 1) for number in range(1, 6)},
    "mark_here": _of_study(lambda study: study.walk.mark()),
    "go_to": _go_to,
    "look_for": _look_for,
    "next_found": lambda table: _find(table, is_forward=True),
    "previous_found": lambda table: _find(table, is_forward=False),
    "next_view": _of_study(Study.next_view),
    "next_pane": lambda table: table.turn_pane(1),
    "previous_pane": lambda table: table.turn_pane(-1),
    "next_share": lambda table: table.turn_share(),
    "pane_down": lambda table: table.scroll_pane(1),
    "pane_up": lambda table: table.scroll_pane(-1),
    "board_down": lambda table: table.scroll_board(1),
    "board_up": lambda table: table.scroll_board(-1),
    "changes": _of_study(lambda study: study.walk.toggle_changes()),
    "undone": _of_study(lambda study: study.walk.toggle_undone()),
    "follow": _follow,
    "history": _history,
    "down": _of_study(lambda study: study.down()),
    "up": _of_study(lambda study: study.up()),
    "vary": _vary,
    "record": lambda table: table.record(),
    "comment": _words(COMMENT, message("comment on the decision that led here")),
    "comment_position": _words(ON_POSITION, message("comment on this position")),
    "title": _words(TITLE, message("heading")),
    "glyph": _sign(GLYPH, message("glyph (! ? !! ?? !? ?! or $0 to $255)")),
    "advantage": _sign(ADVANTAGE, message("who is ahead (b+ b++ b+++, = level, ? unclear)")),
    "mark": _sign(MARK, message("point at (AS, AS/2, SMF.W, >LIS, b.wood)")),
    "edit": _edit,
    "retract": _retract,
    "undo": _of_study(lambda study: study.take_back()),
    "redo": _of_study(lambda study: study.take_back(is_redo=True)),
    "help": _help,
    "leave": _leave,
}
"""The action of each key of ``keys.KEYS``."""
