"""A page as one file: its content as data, the viewer as one module, and a policy that lets nothing else run."""

from base64 import b64encode
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from importlib.resources import files
from re import MULTILINE
from re import compile as pattern
from typing import Final
from zlib import compress

import msgspec
from markupsafe import Markup

from replays.html import document
from replays.page.contents import Page
from replays.text.languages import language_of

TAG: Final = "calimala-replay"
"""The name of the viewer's element."""

_IMPORT: Final = pattern(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";\n', MULTILINE)
_EXPORT: Final = pattern(r"^export (?=(?:function|class|const) (\w+))", MULTILINE)
_COMMENT: Final = pattern(r"^[ \t]*//.*\n|/\*\*(?:.|\n)*?\*/\s*", MULTILINE)
_INDENT: Final = pattern(r"^[ \t]+|\n(?=\n)", MULTILINE)
_BREAK: Final = pattern(r"(?<=[({\[,])\n|\n(?=[)}\].])")
"""A line feed inside of an expression or beside a brace, where JavaScript needs none."""

_SPACE: Final = pattern(r"\s+")
_UNNEEDED: Final = pattern(r" ?([{};,>]) ?|(?<=:) ")
_STYLE: Final = "STYLE"
"""The name by which the viewer knows its style sheet."""


@cache
def viewer_module() -> str:
    """Return the viewer as one module of JavaScript, its style sheet in it.

    >>> "customElements.define" in viewer_module()
    True
    """
    folder = files("replays.page") / "viewer"
    style = (folder / "viewer.css").read_text(encoding="utf-8")
    paths = {path.name.removesuffix(".js"): path for path in folder.iterdir() if path.name.endswith(".js")}
    sources = {name: compact_script(path.read_text(encoding="utf-8")) for name, path in paths.items()}
    order = TopologicalSorter(
        {name: [found[2] for found in _IMPORT.finditer(sources[name])] for name in sorted(sources)}
    )
    modules = [_module(name, sources[name]) for name in order.static_order()]
    return f"const {_STYLE}={_quoted(compact_style(style))};\n{''.join(modules)}"


def compact_script(source: str) -> str:
    r"""Return a module without comments, indentation and needless line breaks.

    >>> compact_script("// doubled\nconst two = 1;\n")
    'const two = 1;\n'
    """
    for unneeded in (_COMMENT, _INDENT, _BREAK):
        source = unneeded.sub("", source)
    return source


def _module(name: str, source: str) -> str:
    """Return a module as a constant that has what it exports."""
    exported = ",".join(found[1] for found in _EXPORT.finditer(source))
    body = _IMPORT.sub(lambda found: f"const {found[1]}={_constant(found[2])};\n", _EXPORT.sub("", source))
    return f"const {_constant(name)}=(()=>{{\n{body}return{{{exported}}};\n}})();\n"


def _constant(name: str) -> str:
    return "$" + name.replace("-", "_")


def compact_style(style: str) -> str:
    """Return a style sheet without the space between its parts.

    >>> compact_style("p { margin: 0; }")
    'p{margin:0}'
    """
    return _UNNEEDED.sub(lambda found: found[1] or "", _SPACE.sub(" ", style)).replace(";}", "}")


def _quoted(value: object) -> str:
    """Return JSON that is safe inside a script: nothing in it ends the script or begins a comment."""
    return in_script(msgspec.json.encode(value).decode())


def in_script(text: str) -> str:
    r"""Return the same for a text that is JSON already.

    >>> print(in_script('"</script>"'))
    "\u003c/script>"
    """
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def packed_data(page: Page) -> str:
    """Return the content in zlib's format (RFC 1950) as base64: a third of the JSON, so that a page fits a mail."""
    return b64encode(compress(msgspec.json.encode(page), 9)).decode()


def page_data(page: Page) -> str:
    """Return the content as JSON that is safe inside a script."""
    return _quoted(page)


def page_html(page: Page) -> str:
    """Return the whole page, which may run the viewer and nothing else.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.page import recorded_page
    >>> from replays.replay import Replay
    >>> from replays.text.names import Names
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> page_html(recorded_page(replay, Names.of(game.setup)))[:15]
    '<!DOCTYPE html>'
    """
    module = viewer_module()
    digest = b64encode(sha256(module.encode()).digest()).decode()
    data = packed_data(page)
    return document("page.html", language_of(page.language), page=page, data=data, module=Markup(module), digest=digest)
