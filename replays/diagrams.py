"""Diagrams: the stack activation of a turn as a graph in DOT, and graphs as pictures.

The only module that knows graphviz. DOT text needs no program; a picture is drawn by ``dot`` where that is installed,
else by ``graphviz-pure``, which has no PDF and only Latin letters.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import graphviz

from calimala_es.errors import CalimalaError
from replays import labels
from replays.names import Names, Table, ascii_only, table_of
from replays.replay import Replay
from replays.stacks import TurnStory, turn_story

FORMATS: Final = ("dot", "svg", "png", "pdf")
"""What ``render`` can write."""

SECONDS: Final = 60
"""How long a program may draw."""

PURE: Final = "graphviz-pure"
PURE_FORMATS: Final = ("svg", "png")
_FONT: Final = "Arial"
_GRAPH: Final = {
    "rankdir": "LR",
    "bgcolor": labels.PAPER,
    "fontname": _FONT,
    "labelloc": "t",
    "labeljust": "l",
    "nodesep": "0.25",
    "ranksep": "1.0",
    "pad": "0.3",
    "ordering": "out",
}
_PNG_DPI: Final = "144"


class DiagramError(CalimalaError):
    """A picture could not be drawn; ``dot_path`` is where the DOT text was left."""

    def __init__(self, message: str, dot_path: Path) -> None:
        """Keep where the text is."""
        super().__init__(f"{message}; the DOT text is in {dot_path}")
        self.dot_path = dot_path


# The graph.


def turn_diagram(replay: Replay, turn: int, names: Names | None = None) -> str:
    """The stack activation diagram of a turn as DOT; raises ``NoTurnError``.

    It shows what the replay knows: for what one player may see, give his view of it.
    """
    return _turn_graph(turn_story(replay, turn), labels.labelled(table_of(replay.start.setup, names)))


def _turn_graph(story: TurnStory, table: Table) -> str:
    graph = graphviz.Digraph(
        "turn",
        graph_attr=_GRAPH | {"label": labels.title_label(story, table)},
        node_attr={"shape": "plain", "fontname": _FONT, "fontcolor": labels.INK},
        edge_attr={"fontname": _FONT, "penwidth": "2", "arrowsize": "0.8", "color": labels.LINE},
    )
    if not story.is_missed:
        graph.node("stack", labels.stack_label(story, table))
    for activation in story.activations:
        node = f"activation{activation.order}"
        graph.node(node, labels.activation_label(story, activation, table))
        colour = labels.DISC_COLOURS[table.colours[activation.seat]][0]
        graph.edge(f"stack:d{activation.depth}:e", f"{node}:head:w", color=colour)
    if story.schemes:
        colour = labels.DISC_COLOURS[table.colours[story.seat]][0]
        graph.node("intrigue", labels.intrigue_label(story, table))
        # The arrow of a bottom disc would cross this one; then the box's title has to do.
        style = "invis" if story.bottom else "dotted"
        graph.edge("stack:intrigue:e", "intrigue:head:w", color=colour, style=style)
    if story.bottom:
        graph.node("council", labels.council_label(story, story.bottom, table))
        graph.edge(f"stack:d{len(story.stack)}:e", "council:head:w", style="dashed")
    if story.others:
        graph.node("others", labels.others_label(story, table))
        if not story.is_missed:
            graph.edge("stack", "others", style="invis")
    return graph.source


# Pictures.


def render(dot: str, format: str, path: Path) -> Path:
    """Write DOT text, or the picture of it, to ``path``: all of it or nothing.

    Raises ``DiagramError`` where no program can draw it, and leaves the text beside ``path`` with the ending ``.dot``.
    """
    if format not in FORMATS:
        raise ValueError(f"{format!r} is none of {', '.join(FORMATS)}")
    _write(path, dot.encode() if format == "dot" else _drawn(dot, format, path.with_suffix(".dot")))
    return path


def _drawn(dot: str, format: str, dot_path: Path) -> bytes:
    text = dot.replace("{", f"{{\n\tdpi={_PNG_DPI}", 1) if format == "png" else dot
    try:
        for draw in (_draw_by_dot, _draw_by_pure):
            picture = draw(text, format)
            if picture:
                return picture
    except (OSError, subprocess.SubprocessError) as error:
        _write(dot_path, dot.encode())
        raise DiagramError(f"Graphviz cannot draw this: {error}", dot_path) from error
    _write(dot_path, dot.encode())
    raise DiagramError(
        f"drawing {format.upper()} needs Graphviz: install it so that `dot` is found "
        "(https://graphviz.org/download, Debian: apt install graphviz)"
        + (f", or for SVG and PNG `pip install {PURE}`" if format in PURE_FORMATS else ""),
        dot_path,
    )


def _draw_by_dot(dot: str, format: str) -> bytes | None:
    program = shutil.which("dot")
    return _run([program, f"-T{format}"], dot) if program else None


def _draw_by_pure(dot: str, format: str) -> bytes | None:
    """Its fonts have Latin letters only, so others are replaced."""
    program = shutil.which(PURE) or shutil.which(PURE, path=str(Path(sys.executable).parent))
    if not program or format not in PURE_FORMATS:
        return None
    return _run([program, f"-T{format}"], ascii_only(dot))


def _run(command: list[str], dot: str) -> bytes:
    done = subprocess.run(command, input=dot.encode(), capture_output=True, check=True, timeout=SECONDS)
    return done.stdout


def _write(path: Path, content: bytes) -> None:
    """Write a file so that it is there with all its content or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
