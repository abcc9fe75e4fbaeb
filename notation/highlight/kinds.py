"""Kinds of words, and the patterns that recognise them: the one table for grammars and lexer (docs/notation.md, 13).

Patterns mean the same to Python and to Oniguruma, whose letters have no case here, and are tried in order at the
leftmost place where any of them fits. Every word and every parenthesis fits one, so that each begins where the one
before ended; together they read a text in one pass.
"""

from typing import Any, Final, NamedTuple

from calimala_es.components import ACTIONS, ALL_ROWS, COLOURS, INFLUENCE_CARDS, INTRIGUE, SCORING_TILES, WHITE
from calimala_es.observation import MAT_PARTS, TABLE_PARTS


class Kind(NamedTuple):
    """What a part of a text is: its scope in TextMate grammars, its token of Pygments, its capture in tree-sitter."""

    scope: str
    token: str
    capture: str


KINDS: Final = {
    "blank": Kind("", "Text.Whitespace", ""),
    "header bracket": Kind("punctuation.definition.header", "Punctuation", "punctuation.bracket.header"),
    "header name": Kind("entity.name.tag", "Name.Tag", "tag"),
    "header value": Kind("string.quoted.double", "String.Double", "string"),
    "escape": Kind("constant.character.escape", "String.Escape", "string.escape"),
    "comment": Kind("comment.block", "Comment.Multiline", "comment"),
    "turn number": Kind("constant.numeric.turn", "Number.Integer", "number"),
    "placement": Kind("entity.name.type.placement", "Name.Class", "type"),
    "deed": Kind("entity.name.function.deed", "Name.Function", "function"),
    "played": Kind("support.function.card", "Name.Builtin", "function.builtin"),
    "not done": Kind("keyword.other.not-done", "Keyword", "keyword"),
    "drawn": Kind("support.constant.card", "Name.Constant", "constant"),
    "influence": Kind("support.constant.influence", "Name.Constant.Influence", "constant.builtin"),
    "family": Kind("support.function.family", "Name.Builtin.Pseudo", "function.special"),
    "stroke": Kind("punctuation.separator.activation", "Punctuation.Stroke", "punctuation.delimiter"),
    "missed": Kind("keyword.other.missed", "Keyword.Pseudo", "keyword.missed"),
    "struck out": Kind("keyword.other.struck-out", "Keyword.Pseudo.Struck", "keyword.struck-out"),
    "observed part": Kind("variable.other.observed", "Name.Variable", "variable"),
    "observed sign": Kind("keyword.operator.assignment", "Operator", "operator"),
    "observed value": Kind("constant.other.observed", "Literal", "constant.observed"),
    "check": Kind("string.other.check", "String.Other", "string.special"),
    "glyph": Kind("keyword.operator.glyph", "Operator.Word", "operator.glyph"),
    "advantage": Kind("constant.other.advantage", "Generic.Emph", "constant.advantage"),
    "mark": Kind("entity.other.attribute-name.mark", "Name.Decorator", "attribute"),
    "time": Kind("constant.numeric.time", "Literal.Date", "number.time"),
    "layer": Kind("entity.name.namespace.layer", "Name.Namespace", "module"),
    "note sign": Kind("punctuation.definition.note", "Comment.Special", "punctuation.special"),
    "extension": Kind("comment.line.extension", "Comment.Special.Extension", "comment.extension"),
    "variation": Kind("punctuation.section.variation", "Punctuation.Variation", "punctuation.bracket"),
    "variation id": Kind("entity.name.section.variation", "Name.Label", "label"),
    "error": Kind("invalid.illegal", "Error", "error"),
}
"""Every kind by name; tokens that Pygments has no style for are shown as those they are parts of."""


class Rule(NamedTuple):
    """A pattern, and the kind of all of it, or of each of its groups, which then are all of it."""

    pattern: str
    kinds: tuple[str, ...]


class Span(NamedTuple):
    """A part of a text between two signs: what opens it, what closes it, and where it ends without being closed.

    ``kind`` is the kind of what is in it but for escapes; ``plain`` fits that, a piece at a time.
    """

    kind: str
    opening: Rule
    closing: Rule
    end: str
    plain: str


def _any(words: tuple[str, ...]) -> str:
    """Return one of these words, a longer one before one that it begins with."""
    return (
        "(?:" + "|".join(word.replace(".", r"\.") for word in sorted(words, key=lambda word: (-len(word), word))) + ")"
    )


_SPACE: Final = r"\s\x1c-\x1f"
_GAP: Final = rf"(?:(?!\n)[{_SPACE}])*"
_BEFORE_BRACE: Final = rf"(?={_GAP}(?:\{{|$))"
"""Blanks for a class of signs, blanks within a line, and what precedes a comment: editors read a line at a time."""
_AT_END: Final = rf"(?![^{_SPACE}{{}})])"
_GLYPH_NUMBER: Final = r"\$(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_BEFORE_NUMBER: Final = rf"(?=(?:{_GLYPH_NUMBER})?(?![^{_SPACE}{{}})/]))"
_BEFORE_GLYPH: Final = rf"(?=[!?]{{0,2}}(?:{_GLYPH_NUMBER})?(?![^{_SPACE}{{}})/]))"
_AT_STROKE: Final = rf"(?![^{_SPACE}{{}})/])"
"""A mark ends before a blank, a brace or a parenthesis; other notes also before a stroke, a decision before a glyph.

A card ``?`` of its own has no sign, only the number of a glyph.
"""

_DASHES: Final = "\u2010-\u2015\u2212-"
_DASH: Final = f"[{_DASHES}]"
"""A hyphen, or what phones and word processors make of it."""
_CURLY: Final = "\u201c-\u201f"

_ACTION: Final = f"[{ACTIONS}]"
_CARD: Final = f"[{ACTIONS}?]"
_STREET: Final = f"(?:{_ACTION}{{2}}|[1-9]{{2}})"
_PLACEMENT: Final = f"{_STREET}(?:2|00?)?"
_DONE: Final = "(?:[WBMV]|U(?:[SWTBH](?:[WB]{2})?)?|A[PFMC]?|S[BLN]{0,3}|T[TBH]{0,3}|C(?:[FMCWBV]{2,3})?)"
_INTRIGUE_DONE: Final = "(?:K|R[PFMC]?|E[WBM]?|N(?:[TBH][WBM]|[WBM][TBH])?)"
_ROW: Final = _any(ALL_ROWS)
_PART: Final = rf"(?:[{COLOURS}]\.{_any(tuple(MAT_PARTS))}|{_any(tuple(TABLE_PARTS))}|{_ROW}|{_STREET})"
_DATE: Final = rf"[0-9]{{4}}{_DASH}(?:0[1-9]|1[0-2]){_DASH}(?:0[1-9]|[12][0-9]|3[01])"
_TIME: Final = rf"{_DATE}T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){{2}}(?:\.[0-9]{{1,6}})?Z"
_CHANCE: Final = r"[0-9]{1,3}(?:\.[0-9]{1,2})?"
_ID: Final = f"[A-Z][A-Z0-9{_DASHES}]{{0,31}}"
_LAYER: Final = f"[A-Z0-9][A-Z0-9_{_DASHES}]{{0,31}}"
_CODE: Final = _any(INFLUENCE_CARDS)
_MARKED: Final = rf"(?:{_STREET}|{_ACTION}|{_ROW}|>{_any(SCORING_TILES)}|[{COLOURS}]\.{_any(tuple(MAT_PARTS))})"
_SIGN: Final = f"[!-z|~\u2026{_DASHES}]"
_UNKNOWN: Final = f"{_SIGN}{{0,199}}(?<![=)])"
_UNKNOWN_SHORT: Final = f"[!-.0-z|~\u2026{_DASHES}]{{0,199}}(?<![=)])"
_NO_NUMBER: Final = r"\$(?![0-9]{1,3}/)"

ESCAPE: Final = Rule(r"\\(?:u[0-9A-F]{4}|.)", ("escape",))

COMMENT: Final = Span(
    "comment", Rule(r"\{", ("comment",)), Rule(r"\}", ("comment",)), r"^(?=\[CGN )", r"[^\\}\n]+|[\s\S]"
)
HEADER: Final = Span(
    "header value",
    Rule(
        rf'(\[)({_GAP})([A-Z][A-Z0-9_]*)({_GAP})(?<![A-Z0-9_])(")',
        ("header bracket", "blank", "header name", "blank", "header value"),
    ),
    Rule(rf'(")({_GAP})(\]?)', ("header value", "blank", "header bracket")),
    "$",
    r'[^\\"\n]+|[\s\S]',
)
CURLY_HEADER: Final = Span(
    "header value",
    Rule(HEADER.opening.pattern.replace('"', f"[{_CURLY}]"), HEADER.opening.kinds),
    Rule(HEADER.closing.pattern.replace('"', f'["{_CURLY}]'), HEADER.closing.kinds),
    "$",
    rf'[^\\"{_CURLY}\n]+|[\s\S]',
)
SPANS: Final = (HEADER, CURLY_HEADER, COMMENT)

WORDS: Final = (
    Rule("^\ufeff", ("blank",)),
    Rule(
        rf"([1-9][0-9]{{0,8}}\.)({_GAP})({_PLACEMENT}){_BEFORE_GLYPH}",
        ("turn number", "blank", "placement"),
    ),
    Rule(r"(?:[0-9]{1,9}|E)[.\u2026]+", ("turn number",)),
    Rule(rf"(\()({_ID})(:)(?![^{_SPACE}{{}}])", ("variation", "variation id", "variation")),
    Rule(rf"(\()({_ID})(=){_BEFORE_BRACE}", ("variation", "variation id", "variation")),
    Rule(rf"\((?:={_BEFORE_BRACE})?|\){_AT_STROKE}", ("variation",)),
    Rule(rf"&(?:{_LAYER}(?:@{_TIME})?|@{_TIME})", ("layer",)),
    Rule(rf"(?<=[^{_SPACE}(){{}}/.])(?:!!|\?\?|!\?|\?!|[!?])(?:(?=\$[0-9])|{_AT_STROKE})", ("glyph",)),
    Rule(rf"{_GLYPH_NUMBER}{_AT_STROKE}", ("glyph",)),
    Rule(rf"\?{_BEFORE_NUMBER}", ("drawn",)),
    Rule(rf"%(?:[{COLOURS}]\+{{1,3}}|[=?]|{_CHANCE}(?:{_DASH}{_CHANCE})+){_AT_STROKE}", ("advantage",)),
    Rule(rf"%{_BEFORE_BRACE}", ("note sign",)),
    Rule(rf"#{_MARKED}(?:/[1-9][0-9]?)?(?::[{COLOURS}{WHITE}])?{_AT_END}", ("mark",)),
    Rule(
        rf";(?:{_TIME}|(?:[{COLOURS}]:)?[0-9]{{1,4}}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{{1,3}})?){_AT_STROKE}", ("time",)
    ),
    Rule(
        rf"{_NO_NUMBER}{_SIGN}{{1,199}}={_BEFORE_BRACE}|\$[0-9]{{1,3}}(?=/)|"
        rf"(?:{_NO_NUMBER}|#){_UNKNOWN}{_AT_END}|[%;]{_UNKNOWN_SHORT}{_AT_STROKE}",
        ("extension",),
    ),
    Rule(rf"=(?:[{COLOURS}]{{1,5}}|0|[0-9]{{1,4}}(?:{_DASH}[0-9]{{1,4}})+|#[0-9A-F]{{16}}){_AT_STROKE}", ("check",)),
    Rule(rf"({_PART})(:=)([^{_SPACE}{{}}()/]*)", ("observed part", "observed sign", "observed value")),
    Rule(rf"(?:{_ROW}>{_ROW}|>{_any(SCORING_TILES)}|>{_DONE}|\^|{_DASH}{{2}}){_BEFORE_GLYPH}", ("family",)),
    Rule(rf"{_STREET}>[1-4]?{_BEFORE_GLYPH}", ("placement",)),
    Rule(rf"\+{_DONE}{_BEFORE_GLYPH}", ("played",)),
    Rule(rf"(?:[{INTRIGUE}]?{_DASH}{_CARD}|:{_ACTION}+){_BEFORE_GLYPH}", ("drawn",)),
    Rule(rf"([{ACTIONS}]{_DASH})({_CARD}){_BEFORE_GLYPH}", ("not done", "drawn")),
    Rule(rf"[{ACTIONS}{INTRIGUE}]?{_DASH}{_BEFORE_GLYPH}", ("not done",)),
    Rule(rf"(?:{_CODE}|\?(?=\.))(?:\.(?:{_CODE}|\?))*{_BEFORE_GLYPH}", ("influence",)),
    Rule(rf"(?:{_DONE}|{_INTRIGUE_DONE}){_BEFORE_GLYPH}", ("deed",)),
    Rule(rf"{_PLACEMENT}{_BEFORE_GLYPH}", ("placement",)),
    Rule("/", ("stroke",)),
    Rule(rf"_{_BEFORE_GLYPH}", ("missed",)),
    Rule(rf"X{_BEFORE_GLYPH}", ("struck out",)),
    Rule(rf"[^{_SPACE}{{}}()/]+|[}})]", ("error",)),
)
"""The words of a game outside of headers and comments."""


# The TextMate grammar of the notation, which many editors read, and the colours of the tree-sitter grammar: made from
# the table of kinds.

NAME: Final = "CGN"
SCOPE: Final = "cgn"
_NO_CASE: Final = "(?i)"


def grammar() -> dict[str, Any]:
    """Return the grammar as JSON has it."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": NAME,
        "scopeName": f"source.{SCOPE}",
        "fileTypes": [SCOPE],
        "patterns": [*map(_span, SPANS), *map(_rule, WORDS)],
    }


def scope_of(kind: str) -> str:
    """Return the scope of a kind of word; empty for blanks."""
    scope = KINDS[kind].scope
    return f"{scope}.{SCOPE}" if scope else ""


def _rule(rule: Rule) -> dict[str, Any]:
    match = {"match": _NO_CASE + rule.pattern}
    first, *others = rule.kinds
    if others:
        return match | {"captures": _captures(rule)}
    scope = scope_of(first)
    return match | ({"name": scope} if scope else {})


def _captures(rule: Rule) -> dict[str, Any]:
    """Return the kind of the whole match, or those of its groups."""
    first = 0 if len(rule.kinds) == 1 else 1
    scopes = {str(group): scope_of(kind) for group, kind in enumerate(rule.kinds, first)}
    return {group: {"name": scope} for group, scope in scopes.items() if scope}


def _span(span: Span) -> dict[str, Any]:
    return {
        "begin": _NO_CASE + span.opening.pattern,
        "beginCaptures": _captures(span.opening),
        "end": f"{_NO_CASE}{span.closing.pattern}|{span.end}",
        "endCaptures": _captures(span.closing),
        "contentName": scope_of(span.kind),
        "patterns": [_rule(ESCAPE)],
    }


_NODES: Final = {
    "header bracket": '(header ["[" "]"] @{})',
    "header name": "(header (header_name) @{})",
    "variation": '(variation ["(" ")" "=" ":"] @{})',
    "error": "(ERROR) @{}",
}
"""The patterns of kinds that are not simply nodes with the name of the kind."""


def highlights() -> str:
    """Return the query that gives the nodes of a tree the captures of their kinds."""
    patterns = {kind: _NODES.get(kind, f"({kind.replace(' ', '_')}) @{{}}") for kind in KINDS if kind != "blank"}
    return "".join(pattern.format(KINDS[kind].capture) + "\n" for kind, pattern in patterns.items())
