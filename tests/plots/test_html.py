"""Documents of HTML: ``replays.html``."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from replays.html import Node, document, element, picture


class Reader(HTMLParser):
    """What a browser would find: elements with their attributes, and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(max_size=80))
def test_text_stays_text(text: str) -> None:
    """Whatever a text says, in an element or an attribute, a browser finds one element with that text in it."""
    reader = Reader(element("p", text, title=text))
    shown = "".join(char for char in text if char in "\t\n\r" or (char >= " " and char != "\x7f"))
    assert [name for name, _ in reader.elements] == ["p"]
    assert reader.text.splitlines() == shown.splitlines()
    assert (reader.elements[0][1]["title"] or "").splitlines() == shown.splitlines()


def test_what_is_built_is_not_escaped_again() -> None:
    """Elements stand inside each other as they were built."""
    assert element("p", element("b", "1 < 2"), " & more") == "<p><b>1 &lt; 2</b> &amp; more</p>"
    assert isinstance(element("p"), Node)


def test_a_document_can_load_nothing() -> None:
    """The policy forbids everything from outside, and scripts; the language is told."""
    reader = Reader(document("</title><script>x</script>", "zh_TW", [element("p", "text")]))
    policy = [told for name, told in reader.elements if name == "meta" and "content" in told and "http-equiv" in told]
    assert "default-src 'none'" in (policy[0]["content"] or "")
    assert "script" not in [name for name, _ in reader.elements]
    assert ("html", {"lang": "zh-TW"}) in reader.elements


def test_a_picture_stands_without_its_declaration() -> None:
    """An SVG as a program has written it becomes a figure, with what is said below it."""
    drawn = picture('<?xml version="1.0"?><!DOCTYPE svg><svg width="1"></svg>', "a < b")
    assert drawn == '<figure><svg width="1"></svg><figcaption>a &lt; b</figcaption></figure>'
