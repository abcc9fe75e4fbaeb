"""The words of the house, in all Python of the project: one word for one thing in names, docstrings and comments.

Functions' docstrings begin with a verb in the imperative; a test's is its requirement, a sentence. Texts that the
program prints, and other strings, are data and not meant.
"""

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("calimala_es", "notation", "replays", "cli")
WORKSHOPS = ("tests", "bench", "fuzz", "translation", "editors")

INSTEAD: Final = {
    "told|tells?|telling|untold": "`format_x`, `x_json`, `claimed`, `decoded`, `recorded`, `reported`",
    "kept": "stored, saved, current, remembered; *keep* one of two cards is a rule and stays",
    "stands|standing": "is, is current, in effect; a symbol *means* or *represents* something",
    "lies": "is, location",
    "lacks?|lacking": "missing",
    "refusals": "illegal decisions, errors",
    "clauses": "messages, parts of a message",
    "arms": "`evolve/`",
    "barren": "impossible",
    "astray": "not found",
    "behind": "after",
    "set right": "correct",
    r"takes? in(?!\s+(a|the|turn)\b)": "import, add",
    "whoever": "the viewer, the author, anyone who",
}
"""What to say instead of a word, given as a pattern; an identifier is split into its words first."""

BANNED: Final = re.compile(rf"(?<![a-z])({'|'.join(INSTEAD)})(?![a-z])", re.IGNORECASE)

VERBS: Final = """
Accept Activate Add Analyse Answer Append Apply Ask Begin Break Bring Cache Carry Change Check Choose Close
Combine Comment Compare Complete Compress Compute Connect Continue Convert Copy Correct Count Create Cut Deal
Decide Decline Decode Delete Describe Discard Do Draw Drop Edit Encode End Enter Erase Escape Evaluate Exchange
Explain Fill Find Fold Follow Forget Format Gather Give Go Handle Hang Hide Hold Ignore Import Insert Install
Join Judge Keep Lay Leave Let Limit List Load Look Lose Make Mark Measure Meet Merge Move Name Note Number
Observe Offer Omit Open Parse Pass Pay Place Play Prepare Preserve Press Print Promote Put Raise Read Record
Redirect Redo Refuse Register Remember Remove Rename Repair Repeat Replace Replay Report Resolve Restrict
Retract Restore Return Reveal Revoke Reword Run Save Say Score Scroll See Send Serve Set Shorten Show Skip Split Spread
Start State Stop Store Study Sum Supply Switch Take Tap Translate Treat Turn Type Undo Update Use Verify Wait
Wake Walk Write Yield
"""
"""What a function's docstring may begin with; a new verb is added here on purpose."""

BEGINNINGS: Final = frozenset(VERBS.split())

OTHER_VERBS: Final = """
Act Agree Become Belong Cause Come Conform Conflict Consist Contain Declare Depend Determine Differ Equal Extend
Gain Get Know Lead Link Lose Match Mean Mention Need Occur Quote Rank Reach Reject
Remain Require Seat Share Ship Spend Stay Transport Win Work
"""
"""Verbs of requirements besides those of what a part of the program does."""

FINITE: Final = {
    *re.findall(r"\w+", "is are was were has have had can cannot may must does do did goes go"),
    *(
        form
        for verb in (VERBS + OTHER_VERBS).lower().split()
        for form in (verb, f"{verb}s", f"{verb}es", f"{verb[:-1]}ies")
    ),
}
"""Verbs of which a requirement has at least one."""

HEADLESS: Final = re.compile(
    r"(They|It|Its|Their|Them|This|That|These|Those|So|Such|Who|Whom|Whose|What|Which|Of|Also|And|But|Then)\b"
)
"""Beginnings of a requirement that name nobody and nothing."""

RULES_OF_THE_GAME: Final = frozenset(("kept", "InfluenceKept", "influence_kept", "_influence_kept"))
"""Names in the core for R3.4: each player keeps one of the influence cards dealt."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef | ast.Module


@cache
def module_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Return all nodes of a module."""
    return [*ast.walk(module_of(path))]


def modules(*folders: str) -> list[Path]:
    """Return the modules in these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


MODULES: Final = [*modules(*PACKAGES, *WORKSHOPS), *sorted(ROOT.glob("*.py"))]


def room_of(path: Path) -> str:
    """Return the room of a module: its folder."""
    return path.parent.relative_to(ROOT).as_posix()


ROOMS: Final = {room: [*paths] for room, paths in groupby(sorted(MODULES, key=room_of), room_of)}


def names_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the names that a module defines, with their lines: functions, classes, arguments, variables, attributes."""
    for node in nodes_of(path):
        if isinstance(node, Function | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def docstrings_in(path: Path) -> Iterator[tuple[int, Documented, str]]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in definitions_in(module_of(path)):
        yield getattr(node, "lineno", 1), node, ast.get_docstring(node) or ""


def definitions_in(node: ast.AST) -> Iterator[Documented]:
    """Yield a node if it may have a docstring, and those inside; expressions, most of a module, have none inside."""
    if isinstance(node, Documented):
        yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from definitions_in(child)


def texts_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield all docstrings, of constants and fields too, and comments; not the help texts, which are for users."""
    helps = {id(node.body[0]) for node in nodes_of(path) if isinstance(node, Function) and is_help(node)}
    for node in nodes_of(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and id(node) not in helps:
            yield node.lineno, str(node.value.value)
    source = path.read_text(encoding="utf-8")
    if not any(BANNED.search(line.partition("#")[2]) for line in source.splitlines()):
        return
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def has_decorator(node: Function, pattern: str) -> bool:
    """Return whether the name of a decorator of a function matches a pattern."""
    called = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(re.fullmatch(pattern, getattr(one, "attr", "") or getattr(one, "id", "")) for one in called)


def is_help(node: Function) -> bool:
    """Return whether a docstring is printed as the help of a command."""
    return has_decorator(node, "command|group")


def is_property(node: Function) -> bool:
    """Return whether a function is read like an attribute, so that its docstring is a noun phrase."""
    return has_decorator(node, r"\w*property|setter")


def is_test(node: Function) -> bool:
    """Return whether a function is a test, so that its docstring is a requirement."""
    return node.name.startswith("test_")


def split_words(name: str) -> str:
    """Return an identifier as words: ``is told`` for ``is_told`` and ``isTold``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")


def banned_in(path: Path) -> list[str]:
    """Return where a module uses words that the table above replaces."""
    if not BANNED.search(split_words(path.read_text(encoding="utf-8"))):
        return []
    where = path.relative_to(ROOT)
    names = [(1, path.stem), *names_in(path)]
    exempt = RULES_OF_THE_GAME if where.parts[0] == "calimala_es" else frozenset[str]()
    found = [
        f"{where}:{line}: {name}" for line, name in names if BANNED.search(split_words(name)) and name not in exempt
    ]
    for line, written in texts_in(path):
        text = re.sub("``.*?``", "``", written, flags=re.DOTALL)
        found += [f"{where}:{line}: {text[max(0, m.start() - 30) : m.end() + 20]!r}" for m in BANNED.finditer(text)]
    return sorted(set(found))


def begins_with_verb(text: str) -> bool:
    """Return whether a docstring begins with a verb: ``State of a game`` does not."""
    first, second = (*re.sub(r"[,:;.]", " ", text).split(maxsplit=2), "", "")[:2]
    return first in BEGINNINGS and second != "of"


def is_sentence(text: str) -> bool:
    """Return whether a requirement, after the ids of its rules, has a subject that is named, a verb and a full stop."""
    sentence = re.sub(r"^[RE]\d[^:]*: ", "", text)
    words = re.findall(r"[a-z]+", sentence.lower())
    return bool(text.rstrip(")").endswith(".") and not HEADLESS.match(sentence) and FINITE.intersection(words))


def docstrings_of_functions(room: str) -> Iterator[tuple[str, Function, str]]:
    """Yield the functions of a room with a docstring that is not printed, and all tests, each after its place."""
    for path in ROOMS[room]:
        for line, node, text in docstrings_in(path):
            if isinstance(node, Function) and (text or is_test(node)) and not is_help(node):
                yield f"{path.relative_to(ROOT)}:{line}: {text[:100]}", node, text


@pytest.mark.parametrize("room", ROOMS)
def test_names_and_docstrings_use_the_words_of_the_house(room: str) -> None:
    """Names, docstrings and comments contain no word that the table above replaces."""
    assert [fault for path in ROOMS[room] for fault in banned_in(path)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_docstring_of_a_function_begins_with_a_verb(room: str) -> None:
    """The docstring of a function says in the imperative what it does, unless it is a property or a test."""
    found = [
        place
        for place, node, text in docstrings_of_functions(room)
        if not (is_test(node) or begins_with_verb(text) or is_property(node))
    ]
    assert found == []


@pytest.mark.parametrize("room", [room for room in ROOMS if room.startswith("tests")])
def test_docstring_of_a_test_is_a_sentence(room: str) -> None:
    """The docstring of a test is its requirement: a sentence with a subject, a verb and a full stop."""
    found = [place for place, node, text in docstrings_of_functions(room) if is_test(node) and not is_sentence(text)]
    assert found == []


def test_public_class_has_one_owner() -> None:
    """No two modules of the four packages define public classes of the same name."""
    owners: dict[str, list[str]] = defaultdict(list)
    for path in modules(*PACKAGES):
        for node in module_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owners[node.name].append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in owners.items() if len(found) > 1} == {}
