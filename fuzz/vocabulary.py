"""Words of which a fuzzer makes texts: bytes that come from anywhere, as words that may mean something."""

from typing import Final

from calimala_es.components import ACTIONS, INFLUENCE_CARDS, SCORING_TILES
from notation.grammar.symbols import DEEDS, INTRIGUE_DEEDS

NOTES: Final = (
    *(
        "!",
        "?",
        "!!",
        "??",
        "!?",
        "?!",
        "$0",
        "$7",
        "$256",
        "$x",
        "$x={a}",
        "{}",
        "{so}",
        "{",
        "}",
        "%",
        "%{so}",
        "%b+",
    ),
    *("%=", "%?", "%50-50", "%1.5-2-3", "%zz", "#AS", "#A", "#SMF.W/2:b", "#>LIS", "#b.wood", "#zz", ";0:01:50", ";zz"),
    *(";2026-11-20T19:04:11Z", ";b:0:00:01.5", "&m", "&m{so}", "&m!", "&m@2026-11-20T19:04:11Z{so}", "&", "&@"),
    *("(", ")", "(v1:", "(v2:", "(v1={so}", "(={so}", "(x", "))", "X", "x"),
)
MARKS: Final = (*(f"{turn}." for turn in range(8)), "1...", "2...", "0...", "E.", "E...", "99.", "/", "//", "7.AS")
OTHERS: Final = (
    *(
        "_",
        "-",
        "--",
        "-W",
        "-?",
        "+",
        "=",
        "=0",
        "=bry",
        "=0-0-0",
        "=#0123456789abcdef",
        "^",
        ":W",
        ":WU",
        "AS>",
        "AS>2",
    ),
    *("deck:=30", "b.hand:=W?", "b.points:=3", "AS:=br", "SMF.W:=b", "active:=r", "discard:=-", "council:=b", "x:=1"),
    *("\n", "\n\n", "\r", "\t", "\0", "\u0410", "\ufeff", '\n[CGN "1.0"]\n', '\n[X "y"]\n'),
)
STREETS: Final = tuple(
    first + second + suffix
    for first, second in ("WB", "BM", "WU", "MA", "UC", "AC", "UV", "AS", "VT", "TS", "BC", "CT")
    for suffix in ("", "", "2", "0")
)
WORDS: Final = (
    *STREETS,
    *STREETS,
    *DEEDS,
    *INTRIGUE_DEEDS,
    *ACTIONS,
    *INFLUENCE_CARDS,
    *SCORING_TILES,
    *NOTES,
    *NOTES,
    *MARKS,
    *OTHERS,
)

COUNCIL: Final = "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"
HEADERS: Final = f'[Seats "bry"]\n[City "WBM/U-A/VTS"]\n[Council "{COUNCIL}"]\n'
STARTS: Final = (
    HEADERS + "0. ? ? ? / ? / ? ? ? / W B M\n",
    HEADERS + "\n",
    '[Rules "second 1"]\n' + HEADERS + "0. ? ? ? / ? / ? ? ? / W B M\n",
    '[Rules "second 1"]\n[Intrigue "WB:KR BM:KE WU:KN MA:RE UC:RN AC:EN UV:KR AS:KE VT:KN ST:RE BC:RN TC:EN"]\n'
    '[Families "Bardi Cerchi Scali"]\n' + HEADERS + "0. ? ? ? / ? / ? ? ? / W B M / AF K\n",
    HEADERS.replace("bry", "br") + "0. ? ? / ? ? / ? ? / W B\n",
)
"""Games that have just begun."""


def text_of(data: bytes) -> str:
    """Return a start and the words after it: the first byte chooses the start, two bytes each choose a word."""
    if not data:
        return ""
    words = (WORDS[int.from_bytes(data[place : place + 2]) % len(WORDS)] for place in range(1, len(data) - 1, 2))
    return STARTS[data[0] % len(STARTS)] + " ".join(words)
