"""The test machinery itself: missing programs, and examples in documents."""

import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests import docs_examples, requirements
from tests.profiles import few

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with this test machinery and a single test, which needs a program that nobody has."""
    # Plugins that take no part here cost a second to import.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    (tmp_path / "tests").mkdir()
    for name in ["__init__.py", "conftest.py", "postgres.py", "profiles.py", "requirements.py"]:
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    (tmp_path / "tests" / "test_it.py").write_text(
        textwrap.dedent(
            """
            import pytest
            from tests import requirements

            there = requirements.Program(lambda: True, debian="here")
            nowhere = requirements.Program(requirements.on_path("no-such-program"), debian="no-such-package")
            requirements.PROGRAMS |= {"there": there, "nowhere": nowhere}

            @pytest.mark.needs("there")
            def test_with() -> None: ...

            @pytest.mark.needs("there", "nowhere")
            def test_without() -> None: ...
            """
        ),
        encoding="utf-8",
    )
    return tmp_path


def run_tests(project: Path, monkeypatch: pytest.MonkeyPatch, ci: str, *options: str) -> tuple[int, str]:
    monkeypatch.setenv("CI", ci)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", "pythonpath=.", *options]
    result = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout


@pytest.mark.long
@pytest.mark.parametrize("options", few([("-n1",), ()]))
def test_missing_program_is_reported(project: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]) -> None:
    """A test with a missing program is listed at the end with the reason and what to install."""
    code, output = run_tests(project, monkeypatch, "", *options)
    assert code == 0
    assert "1 passed, 1 skipped" in output
    _, section = output.split("tests that were not run")
    assert "needs nowhere, which is not there (Debian: apt install no-such-package):" in section
    assert "tests/test_it.py::test_without" in section


def test_missing_program_fails_in_ci(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In CI a test that cannot run is a failure."""
    code, output = run_tests(project, monkeypatch, "true")
    assert code == 1
    assert "needs nowhere, which is not there" in output
    assert "1 passed, 1 error" in output


def test_unknown_program_is_an_error() -> None:
    """A marker with an unknown program is a mistake in the test, not a reason to skip it."""
    with pytest.raises(LookupError, match="dto"):
        requirements.missing(["dto"])


@pytest.mark.parametrize(
    ("shown", "printed", "is_shown"),
    [
        ("one\ntwo", "one\ntwo\n", True),
        ("one\ntwo", "one  \ntwo\n\n", True),
        ("one\ntwo", "one\nthree\n", False),
        ("one", "one\ntwo\n", False),
        ("one\n...\nthree", "one\n2\n2\nthree\n", True),
        ("one\n...\nthree", "one\nthree\n", True),
        ("one\n...", "one\n", True),
        ("took ... s", "took 0.12 s\n", True),
        ("took ... s", "took 0.12\n3 s\n", False),
        ("[x] (y) *", "[x] (y) *\n", True),
        ("", "", True),
        ("", "one\n", False),
    ],
)
def test_output_is_compared_exactly(shown: str, printed: str, is_shown: bool) -> None:
    """`...` matches lines or characters; everything else must be equal except spaces at line ends."""
    assert docs_examples.is_shown_by(shown, printed) is is_shown


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder for examples."""
    (tmp_path / "work").mkdir()
    (tmp_path / "home").mkdir()
    return tmp_path


def test_console_block_runs(folder: Path) -> None:
    """Commands run in one folder with an empty home, with exit codes and several lines."""
    block = textwrap.dedent(
        """\
        $ cat > game.txt <<'END'
        > [CGN "1.0"]
        >
        > 1. AS
        > END
        $ grep -c '' game.txt
        3
        $ ls no-such-file
        ls: ...No such file or directory
        $ echo $?
        2
        $ ls -A ~
        """
    )
    assert docs_examples.run_console(block, folder) is None


@pytest.mark.parametrize(
    ("block", "finding"),
    [
        ("$ echo one\ntwo\n", "-two\n+one"),
        ("$ false\n", "ends with code 1"),
        ("$ false\n$ echo one\none\n", "ends with code 1"),
        ("$ false\n$ echo $?\n0\n", "-0\n+1"),
    ],
)
def test_wrong_console_block_is_found(block: str, finding: str, folder: Path) -> None:
    """A block whose output differs, or that hides a failure, is reported with the difference."""
    failure = docs_examples.run_console(block, folder)
    assert failure is not None
    assert finding in failure


def test_console_block_starts_with_a_command() -> None:
    """Output without a command above it is a mistake in the document."""
    with pytest.raises(ValueError, match="starts with"):
        docs_examples.parse_console("one\n$ echo one\n")


@pytest.mark.long
@pytest.mark.parametrize("processes", few([2, 0]))
def test_example_documents(processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document's blocks share a folder, a namespace and its files, in one process or spread over several."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "docs").mkdir()
    for name in ["conftest.py", "pyproject.toml", "tests/__init__.py", "tests/docs_examples.py", "tests/profiles.py"]:
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "docs" / "page.md").write_text(
        textwrap.dedent(
            """
            <!-- file: games/one.txt -->
            ```cgn
            1. AS
            ```

            ```console
            $ cat games/one.txt
            1. AS
            ```

            ```python
            from pathlib import Path
            text = Path("games/one.txt").read_text()
            ```

            ```python
            >>> text
            '1. AS\\n'
            ```

            <!-- skip: next -->

            ```console
            $ no-such-program
            ```

            ```sh
            rm -r everything
            ```
            """
        ),
        encoding="utf-8",
    )
    code, output = run_tests(tmp_path, monkeypatch, "", f"-n{processes}", "docs")
    assert code == 0, output
    assert "6 passed" in output
