"""A graph as every diagram begins it. The only module that knows the package graphviz."""

from typing import Final

import graphviz

from replays.diagrams.cells import INK, LINE, PAPER
from replays.languages import Language

FONTS: Final = {"zh_TW": "Arial,Noto Sans CJK TC,Noto Sans TC,PingFang TC,Microsoft JhengHei,WenQuanYi Zen Hei"}
"""The fonts of a language whose letters Arial, and what stands in for it, does not have."""

_FONT: Final = "Arial"
_GRAPH: Final = {
    "rankdir": "LR",
    "bgcolor": PAPER,
    "labelloc": "t",
    "labeljust": "l",
    "nodesep": "0.25",
    "ranksep": "1.0",
    "pad": "0.3",
    "ordering": "out",
}


def new_graph(name: str, title: str, language: Language, **attributes: str) -> graphviz.Digraph:
    """A graph of boxes from left to right below a title, which is a label; ``attributes`` are those of the graph."""
    font = FONTS.get(language.code, _FONT)
    return graphviz.Digraph(
        name,
        graph_attr=_GRAPH | {"fontname": font, "label": title} | attributes,
        node_attr={"shape": "plain", "fontname": font, "fontcolor": INK},
        edge_attr={"fontname": font, "penwidth": "2", "arrowsize": "0.8", "color": LINE},
    )
