"""``python -m fuzz``: search for inputs that break a promise, guided by coverage (needs atheris)."""

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fuzz.corpus import CORPUS, FINDINGS, save, saved
from fuzz.seeds import MOST_BYTES, SEEDS
from fuzz.targets import TARGETS

MOST_INPUTS: Final = 400
"""The number of inputs of a corpus, the shortest ones."""

EPILOG: Final = """\
examples:
  python -m fuzz                        ten minutes, shared by all targets
  python -m fuzz words --seconds 60     one target for a minute

What reaches code that nothing before it reached is saved in fuzz/corpus, what
breaks a promise in fuzz/findings; the tests run both.
"""


def main() -> int:
    """Run the targets one after another and return 1 if something was found."""
    parser = argparse.ArgumentParser(
        prog="python -m fuzz", description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"all, or some of {' '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together (default 600)")
    asked = parser.parse_args()
    unknown = [name for name in asked.targets if name not in TARGETS]
    if unknown:
        parser.error(f"there is no target {unknown[0]!r}; there are {' '.join(TARGETS)}")
    names = asked.targets or [*TARGETS]
    return max([search(name, asked.seconds // len(names)) for name in names])


def search(name: str, seconds: int) -> int:
    """Run the fuzzer on one target in a process of its own and save what it found; return 1 if a promise was broken."""
    with TemporaryDirectory() as place:
        corpus, broken = Path(place) / "corpus", Path(place) / "broken"
        corpus.mkdir()
        broken.mkdir()
        seeds = SEEDS[name]() if name in SEEDS else ()
        for number, found in enumerate([*saved(CORPUS, name), *seeds]):
            (corpus / f"{number:05}").write_bytes(found)
        options = [f"-max_total_time={seconds}", f"-artifact_prefix={broken}/", f"-max_len={MOST_BYTES}"]
        run(name, [*options, "-timeout=20", "-print_final_stats=1", str(corpus)])
        save(CORPUS, name, sorted(_contents(corpus), key=len)[:MOST_INPUTS])
        found = _contents(broken)
        if found:
            save(FINDINGS, name, [*saved(FINDINGS, name), *found])
        return int(bool(found))


def _contents(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.iterdir())]


def run(name: str, options: list[str]) -> None:
    """Start the fuzzer on a target."""
    print(f"fuzzing {name}: {TARGETS[name].__doc__}", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "fuzz.fuzzer", name, *options], check=False)


if __name__ == "__main__":
    sys.exit(main())
