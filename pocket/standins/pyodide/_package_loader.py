"""Where packages are: none is loaded by their names."""

from importlib import import_module
from pathlib import Path
from site import getsitepackages

_packages = import_module("pyodide_js").loadedPackages
"""A picture of the memory has all that Pyodide's own module holds of JavaScript."""

SITE_PACKAGES = Path(getsitepackages()[0])
DSO_DIR = Path("/usr/lib")


def init_loaded_packages() -> None:
    """Find no packages."""
