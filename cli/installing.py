"""How to install a package where this program runs, which may be an environment without pip of its own."""

import importlib.util
import shlex
import sys


def to_install(package: str) -> str:
    """The words that say which command installs a package for this program."""
    python = shlex.quote(sys.executable)
    pip = f"{python} -m pip" if importlib.util.find_spec("pip") else f"python3 -m pip --python {python}"
    return f"it is installed by: {pip} install {package}"
