"""Documents and pages of HTML, made of Jinja templates.

The templates of a package are in its folder ``templates``. Every text that is filled in is escaped, and characters that
no document can hold are dropped; only ``Markup`` goes in as it is. What a template says is a message as anywhere else:
``text``, ``counted`` and ``word`` are the methods of the reader's language. A name that was not given is an error.
Jinja is imported when the first document is made, since most commands make none.
"""

from functools import cache
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from replays.text.languages import Language

if TYPE_CHECKING:
    from jinja2 import Environment

_DOCUMENTS: Final = "replays"
"""The package of the documents that open from a disk, need no network and run no program but their own."""


def document(template: str, language: Language, **values: object) -> str:
    """Return a document in one file, made from a template of ``replays/templates``."""
    return render(_DOCUMENTS, template, language, **values)


def render(package: str, template: str, language: Language, **values: object) -> str:
    """Return what a template of a package gives in a language with these values."""
    return (
        environment(package)
        .get_template(template)
        .render(values, text=language.text, counted=language.counted, word=language.word, lang=language_tag(language))
    )


@cache
def environment(package: str) -> "Environment":
    """Return the environment that reads the templates of a package."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_holdable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )


def language_tag(language: Language) -> str:
    """Return the name of a language in HTML, e.g. ``zh-TW``."""
    return language.code.replace("_", "-")


def inline_svg(svg: str) -> Markup:
    """Return an SVG that this project has drawn as a part of a document, without the declaration before it."""
    return Markup(svg[svg.index("<svg") :])


# Texts of anybody.

_UNHELD: Final = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127, *range(0xD800, 0xE000), 0xFFFE, 0xFFFF])
"""Control characters, halves of characters, and what is no character in XML."""

_ESCAPES: Final[dict[int, str | None]] = {
    **_UNHELD,
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
    ord('"'): "&quot;",
    ord("'"): "&#x27;",
}


def escaped(text: str) -> str:
    """Return a text as it may be between tags, or in quotation marks as the value of an attribute.

    >>> escaped("<b>Maria's")
    '&lt;b&gt;Maria&#x27;s'
    """
    return text.translate(_ESCAPES)


def _without_controls(text: str) -> str:
    return text.translate(_UNHELD)


def _holdable(value: object) -> object:
    return value if hasattr(value, "__html__") else _without_controls(str(value))
