"""Elements and whole documents. Every text and every attribute is escaped.

What has become part of a document is a ``Node``; a plain ``str`` is always text of somebody and is escaped.
"""

from collections.abc import Iterable
from typing import Final

from replays.markup import attributes_of, escaped

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a document may load: nothing. A name with markup in it could not even if it were not escaped."""

_VOID: Final = ("meta", "link", "br", "hr", "img", "col", "input")

STYLE: Final = """
:root{color-scheme:light dark;--paper:#fbf8f1;--ink:#2b2622;--quiet:#6f665c;--line:#d8cfbf;--tile:#f1eadc}
@media (prefers-color-scheme:dark){
:root{--paper:#1f1b18;--ink:#efe8dc;--quiet:#b5aa9b;--line:#4a423a;--tile:#2b2622}}
@media print{:root{--paper:#fff;--ink:#000;--quiet:#444;--line:#999;--tile:#fff}section,figure{break-inside:avoid}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 Helvetica,Arial,'Liberation Sans','DejaVu Sans','Noto Sans CJK TC',sans-serif}
h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.3rem;margin:2rem 0 .5rem}
h3{font-size:1.05rem;margin:1.2rem 0 .3rem}
p,ul,ol{margin:.4rem 0}.quiet{color:var(--quiet)}.warning{border-left:.3rem solid #b3261e;padding-left:.6rem}
figure{margin:1rem 0;overflow-x:auto}figure svg{max-width:100%;height:auto;display:block}
figcaption{color:var(--quiet);font-size:.9rem}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:.6rem 0}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
th{overflow-wrap:anywhere}th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid var(--line)}
nav ul{columns:2;list-style:none;padding:0}a{color:inherit}
"""


class Node(str):
    """Text that is part of a document as it stands: everything in it has been escaped."""

    __slots__ = ()


def _inside(content: str) -> Node:
    return content if isinstance(content, Node) else Node(escaped(content))


def element(name: str, /, *content: str, **attributes: str) -> Node:
    """An element; ``_`` in the name of an attribute is a hyphen, one at its end is left out."""
    told = attributes_of(attributes)
    if name in _VOID:
        return Node(f"<{name}{told}>")
    return Node(f"<{name}{told}>{''.join(map(_inside, content))}</{name}>")


def picture(svg: str, caption: str = "") -> Node:
    """A figure with an SVG that this project has drawn; the declaration before it, if it has any, is left out."""
    drawn = Node(svg[svg.index("<svg") :])
    return element("figure", drawn, *([element("figcaption", caption)] if caption else []))


def document(title: str, language: str, body: Iterable[str], *, style: str = "", policy: str = POLICY) -> Node:
    """A whole document; ``language`` as ``Language.code``, ``style`` what it has beyond the common one.

    ``policy`` is what it may run and load.
    """
    head = [
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="referrer", content="no-referrer"),
        element("style", Node(STYLE + style)),
    ]
    return whole(title, language, head, element("body", element("main", *body)))


def whole(title: str, language: str, head: Iterable[Node], body: Node) -> Node:
    """A whole document of a head, beyond its title, and a body; ``language`` as ``Language.code``."""
    told = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        *head,
    )
    return Node(f"<!DOCTYPE html>\n{element('html', told, body, lang=language.replace('_', '-'))}\n")
