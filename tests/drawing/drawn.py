"""Helpers for tests of diagrams: the words of DOT texts and of pictures."""

import html
import re
import subprocess

HOSTILE = {
    0: '</B></TD></TABLE>> ]; evil -> node [label="x"] //',
    1: '\\N \\G "quoted" \\" & &amp; &#0; <script>',
    2: "\u202eעברית\u202c\n\r\t\x00\x1b[31m",
    3: "M" * 3000,
    4: "{ } | < > ' ` $ % # --- -->",
}


def words_in(dot: str) -> str:
    """Return the words that a reader sees, with spaces for line breaks."""
    return html.unescape(re.sub(r"<[^<>]*>", "", dot.replace('<BR ALIGN="LEFT"/>', " ")))


def parsed(dot: str) -> str:
    """Return the SVG that Graphviz makes of a source, without a warning."""
    done = subprocess.run(["dot", "-Tsvg"], input=dot.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return done.stdout.decode()


def words_in_picture(svg: str) -> list[str]:
    """Return the words in their order; their distances depend on the fonts of the machine."""
    return [html.unescape(words) for words in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]
