"""``python -m tests.analysis.golden.regenerate``: write the golden analyses anew. What changed has to be explained."""

from tests.analysis.golden import GAMES, lines, path_of

if __name__ == "__main__":
    for name in GAMES:
        path_of(name).write_text("\n".join(lines(name)) + "\n", encoding="utf-8", newline="\n")
