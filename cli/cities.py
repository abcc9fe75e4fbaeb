"""Games whose city nobody wrote down: it is inferred from the streets that they name, and that is told."""

from collections.abc import Iterable, Iterator

from cli.terminal import harmless, note
from notation import Reading
from notation.reading.inference import Inferred, located, read_inferring
from notation.words.tokens import Source


def inference_words(inferred: Inferred) -> str:
    """``no header tells the city; it is inferred from VT UV: MWS/U-B/VTA``."""
    return f"no header tells the city; it is {inferred}"


def tell_inferred(name: str, line: int, inferred: Inferred | None) -> None:
    """Tell on the standard error which city a game was read in, if it does not say so itself."""
    if inferred is not None:
        note(harmless(f"{name}:{line}:1: {inference_words(inferred)}"))


def with_city_told(source: Source) -> Source:
    """A game with its city; one that was inferred is told. Raises ``NotationError`` where the streets do not tell."""
    game, inferred = located(source)
    tell_inferred(source.name, source.line, inferred)
    return game


def read_telling(lines: Iterable[str], name: str) -> Iterator[Reading]:
    """The games of a text, as ``notation.read_games``; cities that were inferred are told as the games come."""
    for reading, inferred in read_inferring(lines, name):
        tell_inferred(name, reading.line, inferred)
        yield reading
