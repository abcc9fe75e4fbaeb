"""The words of the house: names, docstrings and comments have one word for one thing; functions' docstrings a verb.

| not this | but this |
| --- | --- |
| told, tell, tells, telling, untold | `format_x`, `x_json`, `claimed`, `decoded`, `recorded`, `reported` |
| kept | stored, saved, current, remembered; *keep* one of two cards is a rule and stays |
| stands, standing | is, is current, in effect; a symbol *means* or *represents* something |
| lies | is, location |
| lack, lacks, lacking | missing |
| refusals; clauses | illegal decisions, errors; messages, parts of a message |
| arms; barren; astray | `evolve/`; impossible; not found |
| behind | after |
| set right | correct |
| take in | import, add |
| whoever | the viewer, the author, anyone who |

An identifier is split into its words: `is_told`, `ToldGame`.
"""

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("calimala_es", "notation", "replays", "cli")

BANNED: Final = re.compile(
    r"(?<![a-z])(told|tells?|telling|untold|kept|stands|standing|lies|lacks?|lacking|refusals|clauses|arms|barren|astray"
    r"|behind|set right|takes? in(?!\s+(a|the|turn)\b)|whoever)(?![a-z])",
    re.IGNORECASE,
)

VERBS: Final = """
Accept Activate Add Analyse Answer Append Apply Ask Begin Break Bring Cache Carry Change Check Choose Close
Combine Comment Compare Complete Compress Compute Connect Continue Convert Copy Correct Count Create Cut Deal
Decide Decline Decode Delete Describe Discard Do Draw Drop Encode End Enter Erase Escape Evaluate Exchange
Explain Fill Find Fold Follow Forget Format Gather Give Go Handle Hang Hide Hold Ignore Import Insert Join
Judge Keep Lay Leave Let Limit List Load Look Make Mark Meet Merge Move Name Note Number Observe Offer Omit
Open Parse Pass Pay Place Play Prepare Preserve Print Promote Put Raise Read Record Redirect Redo Refuse
Register Remember Remove Rename Repair Replace Replay Report Resolve Restrict Retract Return Reveal Revoke
Reword Run Save Say Score Scroll See Send Serve Set Shorten Show Skip Split Spread Start State Stop Store
Study Sum Supply Switch Take Translate Treat Turn Undo Update Use Verify Wait Wake Walk Write Yield
"""
"""What a function's docstring may begin with; a new verb is added here on purpose."""

RULES_OF_THE_GAME: Final = frozenset(("kept", "InfluenceKept", "influence_kept", "_influence_kept"))
"""Names in the core for R3.4: each player keeps one of the influence cards dealt."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef | ast.Module


@cache
def module_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def modules(*folders: str) -> list[Path]:
    """Return the modules in these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def room_of(path: Path) -> str:
    """Return the room of a module: its package's folder, or the module itself at the top of a package."""
    parts = path.relative_to(ROOT).parts
    return "/".join(parts[:2])


ROOMS: Final = {
    room: [path for path in modules(*PACKAGES) if room_of(path) == room]
    for room in sorted({room_of(path) for path in modules(*PACKAGES)})
}


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the names that a tree defines, with their lines: functions, classes, arguments, variables, attributes."""
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def docstrings_in(tree: ast.Module) -> Iterator[tuple[int, Documented, str]]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, Documented):
            yield getattr(node, "lineno", 1), node, ast.get_docstring(node) or ""


def texts_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield all docstrings, of constants and fields too, and comments; not the help texts, which are for users."""
    tree = module_of(path)
    helps = {id(node.body[0]) for node in ast.walk(tree) if isinstance(node, Function) and is_help(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and id(node) not in helps:
            yield node.lineno, str(node.value.value)
    for token in tokenize.generate_tokens(StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def decorators(node: ast.AST) -> str:
    """Return the decorators of a function as text."""
    return " ".join(map(ast.unparse, node.decorator_list)) if isinstance(node, Function) else ""


def is_help(node: ast.AST) -> bool:
    """Return whether a docstring is printed as the help of a command."""
    return bool(re.search(r"\b(command|group)\b", decorators(node)))


def is_property(node: ast.AST) -> bool:
    """Return whether a function is read like an attribute, so that its docstring is a noun phrase."""
    return bool(re.search(r"property\b|\.setter\b", decorators(node)))


def split_words(name: str) -> str:
    """Return an identifier as words: ``is told`` for ``is_told`` and ``isTold``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ")


def banned_in(path: Path) -> list[str]:
    """Return where a module uses words that the table above replaces."""
    if not BANNED.search(split_words(path.read_text(encoding="utf-8"))):
        return []
    tree, where = module_of(path), path.relative_to(ROOT)
    names = [(1, path.stem), *names_in(tree)]
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
    return first in VERBS.split() and second != "of"


@pytest.mark.parametrize("room", ROOMS)
def test_names_and_docstrings_use_the_words_of_the_house(room: str) -> None:
    """A word that the table at the head of this module replaces occurs in no name and in no docstring."""
    assert [fault for path in ROOMS[room] for fault in banned_in(path)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_docstring_of_a_function_begins_with_a_verb(room: str) -> None:
    """The docstring of a function says in the imperative what it does; a property's says what it is."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in ROOMS[room]
        for line, node, text in docstrings_in(module_of(path))
        if isinstance(node, Function) and text and not (is_property(node) or is_help(node) or begins_with_verb(text))
    ]
    assert found == []


def test_public_class_has_one_owner() -> None:
    """No two modules of the four packages define public classes of the same name."""
    owners: dict[str, list[str]] = defaultdict(list)
    for path in modules(*PACKAGES):
        for node in module_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owners[node.name].append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in owners.items() if len(found) > 1} == {}


def test_names_of_tests_use_the_words_of_the_house() -> None:
    """The name of a test is a sentence in the same words."""
    named = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)
    names = [name for path in modules("tests") for name in named.findall(path.read_text(encoding="utf-8"))]
    assert [name for name in names if BANNED.search(split_words(name))] == []
