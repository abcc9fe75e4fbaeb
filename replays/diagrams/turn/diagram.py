"""The graph of a turn: the stack, a box for each activation, the intrigue action, the council."""

from replays.diagrams.cells import DISC_COLOURS, labelled
from replays.diagrams.graph import new_graph
from replays.diagrams.turn.council import council_label
from replays.diagrams.turn.deeds import activation_label, intrigue_label, others_label
from replays.diagrams.turn.stack import stack_label, title_label
from replays.languages import ENGLISH, Language
from replays.names import Names, Table, table_of
from replays.replay import Replay
from replays.stacks import TurnStory, turn_story


def turn_diagram(replay: Replay, turn: int, names: Names | None = None, language: Language = ENGLISH) -> str:
    """The stack activation diagram of a turn as DOT; raises ``NoTurnError``.

    It shows what the replay knows: for what one player may see, give his view of it.
    """
    return _turn_graph(turn_story(replay, turn), labelled(table_of(replay.start.setup, names, language)))


def _turn_graph(story: TurnStory, table: Table) -> str:
    graph = new_graph("turn", title_label(story, table), table.language)
    if not story.is_missed:
        graph.node("stack", stack_label(story, table))
    for activation in story.activations:
        node = f"activation{activation.order}"
        graph.node(node, activation_label(story, activation, table))
        colour = DISC_COLOURS[table.colours[activation.seat]][0]
        graph.edge(f"stack:d{activation.depth}:e", f"{node}:head:w", color=colour)
    if story.schemes:
        colour = DISC_COLOURS[table.colours[story.seat]][0]
        graph.node("intrigue", intrigue_label(story, table))
        # The arrow of a bottom disc would cross this one; then the box's title has to do.
        style = "invis" if story.bottom else "dotted"
        graph.edge("stack:intrigue:e", "intrigue:head:w", color=colour, style=style)
    if story.bottom:
        graph.node("council", council_label(story, story.bottom, table))
        graph.edge(f"stack:d{len(story.stack)}:e", "council:head:w", style="dashed")
    if story.others:
        graph.node("others", others_label(story, table))
        if not story.is_missed:
            graph.edge("stack", "others", style="invis")
    return graph.source
