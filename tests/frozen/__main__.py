"""``python -m tests.frozen``: write the files of the version that comes next, as long as it is not released."""

import shutil
import sys

from tests.frozen.files import FOLDER, current_version, released_versions, write

if __name__ == "__main__":
    version = current_version()
    if version in released_versions():
        sys.exit(f"version {version} is released; its files stay as they are")
    shutil.rmtree(FOLDER / version, ignore_errors=True)
    write(FOLDER / version)
    print(FOLDER / version)
