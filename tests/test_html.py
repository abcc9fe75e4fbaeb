"""Documents of HTML: ``replays.html``."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError, nodes
from markupsafe import Markup

from replays.html import document, environment, inline_svg
from replays.text.languages import ENGLISH, language_of
from tests.document import Document


def filled(template: str, **values: object) -> str:
    """Return a template with its values."""
    return environment("replays").from_string(template).render(values)


def test_no_template_lets_markup_through() -> None:
    """Every template escapes its values, and none marks a text as safe."""
    for package in ("replays", "replays.service"):
        made = environment(package)
        assert made.autoescape is True
        for name in made.list_templates():
            source = (files(package) / "templates" / name).read_text(encoding="utf-8")
            assert "safe" not in {found.name for found in made.parse(source).find_all(nodes.Filter)}, name


@given(st.text(max_size=80))
def test_text_stays_text(text: str) -> None:
    """Whatever a text contains, in an element or an attribute, a browser finds one element with that text in it."""
    reader = Document(filled('<p title="{{ text }}">{{ text }}</p>', text=text))
    shown = "".join(char for char in text if char in "\t\n\r" or (char >= " " and char != "\x7f"))
    assert [name for name, _ in reader.elements] == ["p"]
    assert reader.text.splitlines() == shown.splitlines()
    assert (reader.elements[0][1]["title"] or "").splitlines() == shown.splitlines()


def test_what_is_built_is_not_escaped_again() -> None:
    """A drawing is inserted unchanged, and a value of a template is escaped once."""
    template = "{% macro bold(x) %}<b>{{ x }}</b>{% endmacro %}{{ svg }}{{ bold(text) }} & {{ text }}"
    made = filled(template, svg=Markup("<svg/>"), text="1 < 2")
    assert made == "<svg/><b>1 &lt; 2</b> & 1 &lt; 2"


def test_what_nobody_gave_is_an_error() -> None:
    """A template with a missing value raises an error."""
    with pytest.raises(UndefinedError, match="'missing' is undefined"):
        filled("<p>{{ missing }}</p>")


def test_a_document_can_load_nothing() -> None:
    """The policy forbids scripts and everything from outside, and the language is declared."""
    values = {"about": (), "warnings": (), "chapters": (), "plot_style": ""}
    made = document("report.html", language_of("zh_TW"), game_title="</title><script>x</script>", **values)
    reader = Document(made)
    policy = [
        attributes
        for name, attributes in reader.elements
        if name == "meta" and "content" in attributes and "http-equiv" in attributes
    ]
    assert "default-src 'none'" in (policy[0]["content"] or "")
    assert "script" not in [name for name, _ in reader.elements]
    assert ("html", {"lang": "zh-TW"}) in reader.elements


def test_a_picture_needs_no_declaration() -> None:
    """An SVG can be inserted into a document without its XML declaration."""
    assert inline_svg('<?xml version="1.0"?><!DOCTYPE svg><svg width="1"></svg>') == '<svg width="1"></svg>'
    assert document("report.html", ENGLISH, game_title="A", about=(), warnings=(), chapters=(), plot_style="")
