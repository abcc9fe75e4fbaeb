"""The catalogues: reading, updating from the sources, writing, compiling.

A catalogue is ``replays/text/catalogues/<code>/LC_MESSAGES/calimala.po``; beside it is the compiled ``calimala.mo``. A
language that deliberately does not have a message lists it in ``untranslated/<code>.txt``. What was read by somebody
since its English or its translation changed is in ``reviewed/<code>.txt``, as digests; the rest is fuzzy in the
catalogue, and used all the same.
"""

import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from replays.text.languages import DOMAIN, ENGLISH, LANGUAGES
from translation.extraction import ROOT, SourceMessage

CODES: Final = tuple(code for code in LANGUAGES if code != ENGLISH.code)
WIDTH: Final = 120
_MAGIC: Final = 0x950412DE
_HEADER_LINES: Final = ("Content-Type: text/plain; charset=utf-8", "Plural-Forms: {plurals}", "")
_DATED: Final = ('"POT-Creation-Date', '"PO-Revision-Date', '"Last-Translator', '"Generated-By', '"Project-Id')
_HEADER_COMMENT: Final = "# What Calimala says, in {language}. `python3 -m translation` keeps it up to date."


def folder_of(code: str, root: Path = ROOT) -> Path:
    """Return the file of a language's catalogue."""
    return root / "replays" / "text" / "catalogues" / code / "LC_MESSAGES"


def read(code: str, root: Path = ROOT) -> Catalog:
    """Return the catalogue of a language, empty if there is none yet."""
    path = folder_of(code, root) / f"{DOMAIN}.po"
    if not path.exists():
        return Catalog(locale=code, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code, charset="utf-8")


def key_of(each: SourceMessage) -> str | tuple[str, str]:
    """Return the key of a message in a catalogue."""
    return (each.text, each.plural) if each.plural else each.text


def renewed(code: str, found: Mapping[SourceMessage, tuple[str, ...]], old: Catalog) -> Catalog:
    """Return the catalogue of all current messages, with the translations that it has for them.

    The plural forms stay those of the translations: what Babel knows of a language changes with its version.
    """
    new = Catalog(locale=code, fuzzy=False, header_comment=_HEADER_COMMENT.format(language=LANGUAGES[code]))
    new.mime_headers = [("Plural-Forms", old.plural_forms)]
    fuzzy = {*unreviewed(code, found, old)}
    for each, places in found.items():
        string = translation_of(old, each)
        flags = ("fuzzy",) if each in fuzzy else ()
        new.add(key_of(each), string, [(place, 0) for place in places], flags=flags, context=each.context or None)
    return new


def translation_of(catalogue: Catalog, each: SourceMessage) -> str | tuple[str, ...]:
    """Return the translation of a message, all forms of a plural; empty if there is none."""
    known = catalogue.get(each.text, each.context or None)
    string = known.string if known else ""
    if not each.plural:
        return string if isinstance(string, str) else ""
    forms = string if isinstance(string, tuple | list) else ()
    return tuple(forms) if len(forms) == catalogue.num_plurals else ("",) * catalogue.num_plurals


def is_translated(string: str | Sequence[str]) -> bool:
    """Return whether there is a translation in every form."""
    return bool(string) and all(string)


def text_of(catalogue: Catalog) -> str:
    """Return a catalogue as text, independent of the day."""
    file = BytesIO()
    write_po(file, catalogue, width=WIDTH, include_lineno=False, sort_by_file=False)
    lines = file.getvalue().decode("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith(_DATED)) + "\n"


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as ``gettext`` reads it: the same bytes for the same translations."""
    header = "\n".join(_HEADER_LINES).format(plurals=catalogue.plural_forms)
    pairs = {b"": header.encode()}
    for known in catalogue:
        if not known.id or not is_translated(known.string or ""):
            continue
        context = f"{known.context}\4" if known.context else ""
        pairs[(context + _joined(known.id)).encode()] = _joined(known.string).encode()
    return _packed(sorted(pairs.items()))


def _joined(forms: str | Sequence[str] | None) -> str:
    """Return all forms of a message or of its translation, a zero between them."""
    return forms if isinstance(forms, str) else "\0".join(forms or ())


def _packed(pairs: list[tuple[bytes, bytes]]) -> bytes:
    """Return the format of ``.mo`` files: a header, two tables of lengths and offsets, the texts, each ending in a
    zero.
    """
    head = 7 * 4
    start = head + 2 * 8 * len(pairs)
    tables: list[bytes] = []
    texts = b""
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), start + len(texts)))
            texts += pair[column] + b"\0"
    sizes = struct.pack("<7I", _MAGIC, 0, len(pairs), head, head + 8 * len(pairs), 0, start)
    return sizes + b"".join(tables) + texts


# What was reviewed.


def unreviewed(code: str, found: Iterable[SourceMessage], catalogue: Catalog, root: Path = ROOT) -> list[SourceMessage]:
    """Return the translated messages that nobody has read since their English or their translation changed."""
    path = _reviewed_path(code, root)
    known = {*path.read_text(encoding="utf-8").split()} if path.exists() else set[str]()
    return [
        each
        for each in found
        if is_translated(string := translation_of(catalogue, each)) and _digest(each, string) not in known
    ]


def write_reviewed(code: str, found: Iterable[SourceMessage], catalogue: Catalog, root: Path = ROOT) -> None:
    """Record that all translations of a catalogue have been read as they are."""
    strings = [(each, translation_of(catalogue, each)) for each in found]
    digests = sorted(_digest(each, string) for each, string in strings if is_translated(string))
    _reviewed_path(code, root).write_text("".join(f"{digest}\n" for digest in digests), encoding="utf-8")


def _digest(each: SourceMessage, string: str | Sequence[str]) -> str:
    """Return twelve hexadecimal digits of a message, with its context and plural, and its translation."""
    return sha256(json.dumps([*each, string]).encode()).hexdigest()[:12]


def _reviewed_path(code: str, root: Path) -> Path:
    return root / "translation" / "reviewed" / f"{code}.txt"


# What a language does without.


def untranslated(code: str, root: Path = ROOT) -> set[SourceMessage]:
    """Return the messages that a language deliberately omits: one line each, as JSON of context, text and plural."""
    path = _untranslated_path(code, root)
    if not path.exists():
        return set()
    return {SourceMessage(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()}


def write_untranslated(code: str, those: list[SourceMessage], root: Path = ROOT) -> None:
    """Write the list of messages that a language deliberately does not have."""
    lines = [json.dumps(list(each), ensure_ascii=False) for each in sorted(those)]
    path = _untranslated_path(code, root)
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _untranslated_path(code: str, root: Path) -> Path:
    return root / "translation" / "untranslated" / f"{code}.txt"
