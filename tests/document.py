"""A page of HTML as a browser reads it, for tests of its contents."""

from html.parser import HTMLParser


class Document(HTMLParser):
    """The elements of a page in their order, each with its attributes, and its texts."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._texts: list[tuple[int, str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self._texts.append((len(self.elements), data))

    @property
    def text(self) -> str:
        """All text."""
        return "".join(data for _, data in self._texts)

    @property
    def names(self) -> list[str]:
        """The names of the elements."""
        return [tag for tag, _ in self.elements]

    @property
    def attributes(self) -> set[str]:
        """The names of the attributes."""
        return {name for _, attributes in self.elements for name in attributes}

    @property
    def meta(self) -> dict[str, str]:
        """The contents of the head by name."""
        found = self.all("meta")
        return {str(each.get("property") or each.get("name")): str(each.get("content")) for each in found}

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of each element of a name."""
        return [attributes for name, attributes in self.elements if name == tag]

    def values(self, *names: str) -> list[str]:
        """Return the values of these attributes where an element has one."""
        return [value for _, attributes in self.elements for name in names if (value := attributes.get(name))]

    def texts_from(self, tag: str) -> list[list[str]]:
        """Return the texts from each element of a name to the next one of that name, without blank ones."""
        firsts = [number for number, name in enumerate(self.names, 1) if name == tag]
        ends = [*firsts[1:], len(self.elements) + 1]
        return [
            [data.strip() for number, data in self._texts if first <= number < end and data.strip()]
            for first, end in zip(firsts, ends, strict=True)
        ]
