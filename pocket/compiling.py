"""Runs in Pyodide: compiles what the browser runs, and the part of the standard library that it may import.

In ``/work``: ``packages`` are the foreign packages, ``project`` the project's own, and ``standins`` small modules for
large ones; ``app.zip`` and ``std.zip`` are written. Doc strings, assertions and annotations of functions are left out.
Entries are not compressed: hosts compress whole files, and better.
"""

import ast
import importlib
import re
import sys
import zipfile
from importlib import _bootstrap_external as external
from importlib.machinery import FrozenImporter
from pathlib import Path
from types import CodeType, ModuleType

WORK = Path("/work")
ROOTS = [WORK / "project", WORK / "packages", WORK / "standins"]
WHOLE = ("calimala_es", "jinja2", "markupsafe", "msgspec", "notation", "replays", "segno")
"""Packages of which everything may be imported later."""

UNREAD = ("calimala_es/", "jinja2/", "notation/", "replays/", "segno/", "starlette/")
"""Packages of which nobody reads annotations of functions."""

UNPACKED = "msgspec/"
"""Files that lie beside their library, which is no file of the archive."""

BEGINNING = "sitecustomize.py"
"""What is imported before the other files of the standard library."""

STANDARD = "/lib/python314.zip"
IMPORT = re.compile(
    r"^[ \t]*(?:import[ ]+(?P<names>[\w., ]+)"
    r"|from[ ]+(?P<dots>\.*)(?P<module>[\w.]*)[ ]+import[ ]+(?:\((?P<many>[^)]*)\)|(?P<few>[\w., ]+|\*)))",
    re.MULTILINE,
)
UNUSED = {
    # Nothing in a browser has these, or needs them.
    "_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support", "_pyrepl",
    "_strptime_test", "antigravity", "bdb", "cmd", "code", "cProfile", "concurrent.futures.process",
    "concurrent.interpreters", "ctypes", "curses", "dbm", "distutils", "doctest", "ensurepip", "ftplib", "http.server",
    "idlelib", "lib2to3", "mailbox", "multiprocessing", "pdb", "pip", "profile", "pstats", "pydoc", "readline",
    "smtplib", "socketserver", "ssl", "tarfile", "test", "this", "tkinter", "turtle", "unittest",
    "urllib.request", "venv", "webbrowser", "wsgiref", "xml.dom", "xml.etree", "xml.parsers", "xmlrpc",
    "zoneinfo",
    "_ast_unparse", "_pydatetime", "_strptime", "_sysconfigdata__emscripten_wasm32-emscripten", "argparse",
    "asyncio.base_events", "asyncio.unix_events", "bz2", "calendar", "compression.zstd", "csv",
    "email._header_value_parser",
    "email._encoded_words", "email._policybase", "email.base64mime", "email.charset", "email.contentmanager",
    "email.encoders", "email.feedparser", "email.generator", "email.header", "email.headerregistry", "email.iterators",
    "email.message", "email.parser", "email.policy", "email.quoprimime", "encodings._win_cp_codecs", "getopt", "html",
    "http.cookiejar", "lzma", "platform", "plistlib", "pkgutil", "pprint", "py_compile", "pyodide._nodesock_transport",
    "quopri", "pyodide.console", "pyodide.http", "rlcompleter", "runpy", "statistics", "stringprep", "tomllib",
    "tracemalloc",
    # Python has them in itself, by other names.
    "importlib._bootstrap", "importlib._bootstrap_external",
}  # fmt: skip
"""What is left out, whatever may import it."""

OF_PYODIDE = {"_pyodide", "pyodide"}
"""Packages beside the standard library, in the same archive."""

USED = [
    # What is found by its name only, or asked for by Pyodide.
    "_pyodide._future_helper", "_pyodide_core", "encodings.ascii", "encodings.cp437", "encodings.latin_1",
    "encodings.raw_unicode_escape", "encodings.unicode_escape", "encodings.utf_8", "encodings.utf_8_sig",
    "linecache", "locale", "pyodide", "pyodide.ffi", "pyodide.code", "pyodide.webloop", "pyodide_js", "traceback",
    "zipfile", "zipimport", "zlib",
]  # fmt: skip


def leave_out_annotations(tree: ast.Module) -> None:
    """Leave out annotations that nobody reads: of functions and of a module's names, but not of classes.

    A name without a value stays as it is.
    """
    tree.body = [
        ast.copy_location(ast.Assign([one.target], one.value), one)
        if isinstance(one, ast.AnnAssign) and one.value is not None
        else one
        for one in tree.body
    ]
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            arguments = node.args
            several = filter(None, (arguments.vararg, arguments.kwarg))
            for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *several):
                each.annotation = None
        # Functions are statements, which are in these alone: expressions, which are most nodes, are not looked at.
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            waiting += getattr(node, name, ())


def compiled(source: bytes, name: str) -> bytes:
    """Return the bytes of a ``.pyc`` that is not compared with its source, and does not know its lines."""
    tree: bytes | ast.Module = source
    if name.startswith(UNREAD):
        tree = ast.parse(source, name)
        leave_out_annotations(tree)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=2)
    return bytes(external._code_to_hash_pyc(without_lines(code), bytes(8), checked=False))


def compiled_files(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files with the modules among them compiled."""
    return {
        f"{name}c" if name.endswith(".py") else name: compiled(data, name) if name.endswith(".py") else data
        for name, data in files.items()
    }


def without_lines(code: CodeType) -> CodeType:
    """Return code without the places of its instructions, a quarter of it, which only tracebacks show."""
    inner = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


def put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a file that has the same bytes whenever it is made."""
    archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data)


def imported(source: bytes, package: str) -> set[str]:
    """Return the modules that a source in a package may import anywhere, in a function too."""
    found: set[str] = set()
    for match in IMPORT.finditer(source.decode()):
        if match["names"]:
            found.update(name.split()[0] for name in match["names"].split(",") if name.strip())
            continue
        dots, module = match["dots"], match["module"]
        parents = package.split(".")
        base = [".".join(parents[: len(parents) - len(dots) + 1])] if dots else []
        full = ".".join([*base, *([module] if module else [])])
        words = re.findall(r"(\w+)(?:[ ]+as[ ]+\w+)?", match["many"] or match["few"] or "")
        found.update([full, *(f"{full}.{word}" for word in words)])
    return found


def import_all(names: set[str]) -> set[str]:
    """Import those of these modules that are of the standard library and of use; return their files in it, and those
    of the packages that they are in.
    """
    wanted = {parent for name in names if is_of_use(name) for parent in packages_of(name)}
    for name in sorted(wanted):
        if is_standard(name):
            try:
                importlib.import_module(name)
            except Exception:
                # A name in a module, or a module of another system.
                continue
    files = [getattr(sys.modules.get(name), "__file__", None) or "" for name in wanted]
    return {file.removeprefix(f"{STANDARD}/") for file in files if file.startswith(STANDARD)}


def packages_of(module: str) -> list[str]:
    """Return a module with the packages that it is in, the outermost first."""
    parts = module.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


def is_standard(module: str) -> bool:
    """Return whether a module is one of the archive of the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names | OF_PYODIDE


def stand_in(name: str, source: bytes) -> None:
    """Import a module instead of the one of the standard library."""
    module = ModuleType(module_of(name))
    module.__file__ = f"{STANDARD}/{name}"
    if name.endswith("/__init__.py"):
        module.__path__ = [f"{STANDARD}/{name.removesuffix('/__init__.py')}"]
    parent, _, last = module.__name__.rpartition(".")
    if parent:
        setattr(importlib.import_module(parent), last, module)
    sys.modules[module.__name__] = module
    exec(compile(source, name, "exec"), module.__dict__)


def is_file_of_app(name: str) -> bool:
    """Return whether a file may be part of the application, a library apart, which lies elsewhere."""
    return "__pycache__" not in name and not name.endswith(".so")


def is_needed(name: str) -> bool:
    """Return whether a file is part of the application; of a foreign package only what is imported by now, or whole."""
    module = module_of(name)
    return name.partition("/")[0].partition(".")[0] in WHOLE or module in sys.modules


def module_of(name: str) -> str:
    """Return the module that a file is."""
    return name.removesuffix("c").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_of_use(module: str) -> bool:
    """Return whether a module of the standard library is of use in a browser."""
    return UNUSED.isdisjoint(packages_of(module))


def is_frozen(name: str) -> bool:
    """Return whether Python has a module of the standard library in itself, and needs no file of it."""
    return name.endswith(".py") and FrozenImporter.find_spec(module_of(name)) is not None


def write(path: Path, entries: dict[str, bytes]) -> None:
    """Write an archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(entries):
            put(archive, name, entries[name])


def main() -> None:
    """Write both archives."""
    files = {path.relative_to(root).as_posix(): path for root in ROOTS for path in root.rglob("*") if path.is_file()}
    sources = {name: path.read_bytes() for name, path in files.items() if is_file_of_app(name)}
    beginning = {BEGINNING: sources.pop(BEGINNING)}
    stand_ins = {name: sources.pop(name) for name in sorted(sources) if is_standard(module_of(name))}
    for name, data in stand_ins.items():
        stand_in(name, data)
    entries = compiled_files(sources)
    # Everything is imported as the browser will.
    write(WORK / "all.zip", entries)
    sys.path.append(str(WORK / "all.zip"))
    for name in ("replays.service.pocket.browser", "jinja2", "segno"):
        importlib.import_module(name)
    needed = {name: data for name, data in entries.items() if is_needed(name)}
    needed["unpacked.txt"] = "\n".join(sorted(name for name in needed if name.startswith(UNPACKED))).encode()
    write(WORK / "app.zip", needed)
    modules = [data for name, data in sources.items() if is_needed(name) and name.endswith(".py")]
    wanted = {name for data in modules for name in imported(data, "")}
    with zipfile.ZipFile(STANDARD) as source:
        standard = {name: source.read(name) for name in source.namelist()} | stand_ins | beginning
    first = (BEGINNING, *(f"{package}/" for package in OF_PYODIDE))
    kept: set[str] = set()
    new = {name for name in standard if name.startswith(first) and is_of_use(module_of(name))}
    new |= import_all(wanted | set(USED)) & standard.keys()
    # What is imported may import more once it is called.
    while new:
        kept |= new
        inner = {
            module
            for name in new
            if name.endswith(".py")
            for module in imported(standard[name], name.rpartition("/")[0].replace("/", "."))
        }
        new = (import_all(inner) & standard.keys()) - kept
    found = {name: standard[name] for name in kept if not is_frozen(name)}
    write(WORK / "std.zip", compiled_files(found))


main()
