"""``python3 -m translation``: update the catalogues from the sources, and compile them.

Prints what is missing in a language; ``--leave CODE`` records all of that as deliberately left in English,
``--reviewed CODE`` that every translation was read as it is.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

from replays.text.languages import DOMAIN
from translation.catalogues import (
    CODES,
    compiled,
    folder_of,
    is_translated,
    read,
    renewed,
    text_of,
    translation_of,
    unreviewed,
    untranslated,
    write_reviewed,
    write_untranslated,
)
from translation.extraction import NotAMessageError, SourceMessage, messages


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return 1 if something is missing in a language, 2 if a message cannot be translated."""
    parser = argparse.ArgumentParser(prog="python3 -m translation", description=__doc__)
    parser.add_argument("--leave", choices=CODES, help="leave all that is missing in this language in English")
    parser.add_argument("--reviewed", choices=CODES, help="record that every translation of this language was read")
    wanted = parser.parse_args(arguments)
    try:
        found = messages()
    except NotAMessageError as error:
        print(error, file=sys.stderr)
        return 2
    if wanted.reviewed:
        write_reviewed(wanted.reviewed, found, read(wanted.reviewed))
    return max([_update(code, found, leave=code == wanted.leave) for code in CODES])


def _update(code: str, found: Mapping[SourceMessage, tuple[str, ...]], *, leave: bool) -> int:
    catalogue = renewed(code, found, read(code))
    folder = folder_of(code)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{DOMAIN}.po").write_text(text_of(catalogue), encoding="utf-8")
    (folder / f"{DOMAIN}.mo").write_bytes(compiled(catalogue))
    missing = [each for each in found if not is_translated(translation_of(catalogue, each))]
    known = untranslated(code)
    if leave or known:
        left = missing if leave else [each for each in missing if each in known]
        write_untranslated(code, left)
        missing = [each for each in missing if each not in left]
    for each in missing:
        print(f"{code}: {each.context + ': ' if each.context else ''}{each.text!r}")
    fuzzy = len(unreviewed(code, found, catalogue))
    print(f"{code}: {len(found) - len(missing)} of {len(found)} messages" + f", {fuzzy} to review" * bool(fuzzy))
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
