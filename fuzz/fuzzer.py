"""One target under atheris, with the coverage of the packages that it reaches."""

import sys

import atheris

with atheris.instrument_imports(include=["calimala_es", "notation"]):
    from fuzz.targets import TARGETS


def main() -> None:
    """Run ``python -m fuzz.fuzzer TARGET [OPTIONS OF LIBFUZZER]``."""
    program, name, *options = sys.argv
    atheris.Setup([program, *options], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
