"""``python -m bench.compiled``: compile the board for playing out, and what the judge asks of it most, beside their
sources; ``--remove`` removes all of it again.

Everything works without it. It needs ``pip install '.[bench]'`` and a C compiler, and has to be done again after a
change of the sources: Python prefers what is compiled.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from calimala_es import playing
from replays import judge

FOLDER: Final = Path(playing.__file__).parent
JUDGE: Final = Path(judge.__file__).parent
OF_JUDGE: Final = ("places", "features", "policy")
"""The modules of the judge that read the board, so that they are compiled together with it."""

COMPILED: Final = ("*.so", "*.pyd")

FLAGS: Final = [] if os.name == "nt" else ["-fvisibility=hidden"]
"""Options of the compiler beside those of mypyc: nothing outside calls a function by its name, so it may be inlined."""


def compile_board() -> None:
    """Make a library of each module of the board but the one that names them, and of those of the judge."""
    root = FOLDER.parents[1]
    sources = sorted(path for path in FOLDER.glob("*.py") if path.stem != "__init__")
    sources += [JUDGE / f"{name}.py" for name in OF_JUDGE]
    mypyc: Any = import_module("mypyc.build")
    setuptools: Any = import_module("setuptools")
    os.chdir(root)
    with TemporaryDirectory() as folder:
        modules = mypyc.mypycify(
            ["--follow-imports=silent", *[str(path.relative_to(root)) for path in sources]], target_dir=folder
        )
        for module in modules:
            module.extra_compile_args += FLAGS
        setuptools.setup(
            name="calimala",
            packages=[],
            ext_modules=modules,
            script_args=["-q", "build_ext", "--inplace", "--build-temp", folder, "--build-lib", folder],
        )


def remove_board() -> None:
    """Remove what was compiled."""
    for pattern in COMPILED:
        found = [*FOLDER.glob(pattern), *JUDGE.glob(pattern), *FOLDER.parents[1].glob(f"*__mypyc{pattern[1:]}")]
        for path in found:
            path.unlink()


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--remove"]):
        sys.exit(f"{sys.argv[1]!r} is not an option; the only one is --remove")
    remove_board()
    if not sys.argv[1:]:
        compile_board()
