"""A page as one file: its content as data, the viewer as one module, and a policy that lets nothing else run."""

import posixpath
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from graphlib import TopologicalSorter
from hashlib import sha256
from importlib.resources import files
from re import MULTILINE, Match
from re import compile as pattern
from typing import Final
from zlib import compress

import msgspec
from markupsafe import Markup

from replays.html import document
from replays.page.contents import Page
from replays.text.languages import Language, language_of

TAG: Final = "calimala-replay"
"""The name of the viewer's element."""

_IMPORT: Final = pattern(r'^import (?:(\{[^}]*\}) from )?"(\.\.?/[\w./-]+)\.js";\n', MULTILINE)
_EXPORT: Final = pattern(r"^export (?=(?:async function|function|class|const) (\w+))", MULTILINE)
_STYLE_IMPORT: Final = pattern(r'^@import "(\.\.?/[\w./-]+\.css)";\n', MULTILINE)
_COMMENT: Final = pattern(r"^[ \t]*//.*\n|/\*\*(?:.|\n)*?\*/\s*", MULTILINE)
_INDENT: Final = pattern(r"^[ \t]+|\n(?=\n)", MULTILINE)
_BREAK: Final = pattern(r"(?<=[({\[,])\n|\n(?=[)}\].])")
"""A line feed inside of an expression or beside a brace, where JavaScript needs none."""

_SIGN: Final = pattern(
    r'("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)| (===|!==|&&|\|\||\?\??|:|<=|>=|=>|=) |(,) '
    r"|\b(if|for|while) (?=\()|(?<=\)) (?=\{)"
)
"""A text, which stays as it is, or a sign with spaces around or after it, or a space beside a parenthesis."""

_STYLE_COMMENT: Final = pattern(r"/\*(?:.|\n)*?\*/")
_SPACE: Final = pattern(r"\s+")
_UNNEEDED: Final = pattern(r" ?([{};,>]) ?|(?<=:) |(?<![\w.#])0(?=\.\d)")
"""What a style sheet does not need: spaces around signs, and a zero before a point."""

_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""What a page with the viewer may run and load: the module with this digest."""


_packed: Final[list[str]] = []


def viewer_module() -> str:
    """Return the viewer as one module of JavaScript, its style sheet in it.

    >>> "customElements.define" in viewer_module()
    True
    """
    if not _packed:
        use_viewer(packed_modules(viewer_sources()))
    return _packed[0]


def use_viewer(module: str) -> None:
    """Use a viewer that was packed before, where its sources are not."""
    _packed[:] = [module]


@cache
def viewer_sources() -> dict[str, str]:
    """Return the sources of the viewer by their paths: modules and style sheets.

    >>> "city.js" in viewer_sources()
    True
    """
    folder = files("replays.page") / "viewer"
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name.endswith(KINDS)}


KINDS: Final = (".js", ".css")
"""How the sources end that are packed."""

_STYLES: Final = {"STYLE": "viewer.css", "RECORDER_STYLE": "table.css", "STUDY_STYLE": "study.css"}
"""The names by which modules know style sheets."""


def packed_modules(sources: Mapping[str, str], entry: str = "") -> str:
    r"""Return modules as one, each after those that it imports, and the style sheets that they name.

    ``sources`` are by path; ``entry`` is the path of the only one that is needed, by default all are.

    >>> sources = {"one.js": "export const one = 1;\n", "two.js": 'import { one } from "./one.js";\nalert(one);\n'}
    >>> print(packed_modules(sources, "two.js").strip())
    const $one=(()=>{const one=1;return{one}})();
    const $two=(()=>{const { one }=$one;alert(one);return{}})();
    """
    modules = {path: compact_script(source) for path, source in sources.items() if path.endswith(".js")}
    imported = {path: [_resolved(path, found[2]) for found in _IMPORT.finditer(modules[path])] for path in modules}
    needed = _reached(entry, imported) if entry else sorted(modules)
    order = TopologicalSorter({path: imported[path] for path in needed})
    packed = "".join(_module(path, modules[path]) for path in order.static_order())
    paths = {posixpath.basename(path): path for path in sources}
    styles = {name: packed_style(sources, paths[sheet]) for name, sheet in _STYLES.items() if _names(packed, name)}
    return "".join(f"const {name}={_quoted(style)};\n" for name, style in styles.items()) + packed


def _names(packed: str, name: str) -> bool:
    return pattern(rf"\b{name}\b").search(packed) is not None


def packed_style(sources: Mapping[str, str], path: str) -> str:
    r"""Return a style sheet with those that it imports.

    >>> packed_style({"a.css": '@import "./b.css";\np { margin: 0; }', "b.css": "a { color: red; }"}, "a.css")
    'a{color:red}p{margin:0}'
    """

    def imported(found: Match[str]) -> str:
        return packed_style(sources, posixpath.normpath(posixpath.join(posixpath.dirname(path), found[1])))

    return compact_style(_STYLE_IMPORT.sub(imported, sources[path]))


def _resolved(path: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), f"{imported}.js"))


def _reached(entry: str, imported: Mapping[str, Sequence[str]]) -> list[str]:
    found: list[str] = []
    due = [entry]
    while due:
        path = due.pop()
        if path not in found:
            found.append(path)
            due += imported[path]
    return sorted(found)


@lru_cache(maxsize=128)
def compact_script(source: str) -> str:
    r"""Return a module without comments, indentation, needless line breaks and many needless spaces.

    >>> compact_script('// doubled\nconst two = one ? "a = b" : 1;\nif (two) {\n}\n')
    'const two=one?"a = b":1;\nif(two){}\n'
    """
    for unneeded in (_COMMENT, _INDENT, _BREAK):
        source = unneeded.sub("", source)
    return _SIGN.sub(lambda found: "".join(filter(None, found.groups())), source)


def _module(path: str, source: str) -> str:
    """Return a module as a constant that has what it exports."""
    exported = ",".join(found[1] for found in _EXPORT.finditer(source))

    def constants(found: Match[str]) -> str:
        names = (found[1] or "").replace(" as ", ":")
        return f"const {names}={_constant(_resolved(path, found[2]))};\n" if names else ""

    # What is found at the beginning of a line is found by now.
    body = _IMPORT.sub(constants, _EXPORT.sub("", source)).replace(";\n", ";")
    return f"const {_constant(path)}=(()=>{{{body}return{{{exported}}}}})();\n"


_UNSPOKEN: Final = pattern(r"[^\w]")


def _constant(path: str) -> str:
    return "$" + _UNSPOKEN.sub("_", path.removesuffix(".js"))


def compact_style(style: str) -> str:
    """Return a style sheet without comments and the space between its parts.

    >>> compact_style("/* Texts. */ p { margin: 0; }")
    'p{margin:0}'
    """
    spaced = _SPACE.sub(" ", _STYLE_COMMENT.sub("", style))
    return _UNNEEDED.sub(lambda found: found[1] or "", spaced).replace(";}", "}").strip()


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
    return document_with_viewer("page.html", language_of(page.language), page=page, data=packed_data(page))


def document_with_viewer(template: str, language: Language, script: str = "", **values: object) -> str:
    """Return a document that may run the viewer, followed by a script, and nothing else; its own style is in it."""
    module = viewer_module() + script
    digest = b64encode(sha256(module.encode()).digest()).decode()
    policy = _POLICY.format(digest=digest)
    return document(template, language, module=Markup(module), viewer_policy=Markup(policy), **values)


@cache
def evening_script() -> str:
    """Return what a page of several games runs besides the viewer."""
    return compact_script((files("replays.page") / "evening.js").read_text(encoding="utf-8"))
