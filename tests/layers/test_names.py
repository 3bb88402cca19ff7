"""Names, sizes and waiting: what keeps a file readable and a test true on any machine."""

import ast
import re
from pathlib import Path

from tests.layers.sources import ROOT, files, for_each, name_of, nodes_of, text_of, tree_of

GONE = {
    *("piece", "pieces", "veil", "veiled", "kin", "onedie", "recut", "picks", "reel", "film"),
    *("codelines", "wakeups", "obey", "untold", "retell", "hostpage"),
    *("nowhere", "unnumbered", "handed", "led", "written", "there", "known", "taken"),
}
WORD = re.compile(r"[A-Z]?[a-z]+")


def words_of(name: str) -> set[str]:
    return {word.lower() for word in WORD.findall(name)}


def test_riddles_are_seen() -> None:
    """Of snake_case, of CamelCase, and as a whole word only."""
    assert words_of("source_pieces") & GONE and words_of("VeiledFigure") & GONE
    assert not words_of("masterpiece_of") & GONE


@for_each(files("explainer"))
def test_no_public_name_is_a_riddle(path: Path) -> None:
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [node.name for node in ast.walk(tree_of(path)) if isinstance(node, defined)]
    modules = [path.relative_to(ROOT).with_suffix("").name]
    found = [name for name in (*names, *modules) if not name.startswith("_")]
    assert not [name for name in found if words_of(name) & GONE]


def test_no_drawing_is_a_riddle() -> None:
    drawings = [path.stem for path in (ROOT / "explainer").rglob("*.js")]
    assert drawings and not [name for name in drawings if words_of(name) & GONE]


FILE, FUNCTION = 400, 50

CODE = files("app.py", "explainer", "tests", ".ci", suffixes=(".py", ".js", ".css", ""))
PYTHON = files("app.py", "explainer", "tests")


@for_each(CODE)
def test_files_are_short(path: Path) -> None:
    lines = len(text_of(path).splitlines())
    assert lines <= FILE, f"{lines} lines, the limit is {FILE}"


def length_of(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> int:
    """Lines of the body. Docstring, signature and lines of closing brackets alone do not count:
    how many of those there are is the formatter's choice."""
    assert function.end_lineno is not None
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    if not body:
        return 0
    return sum(
        bool(line.strip("()[]{}, \t")) for line in lines[body[0].lineno - 1 : function.end_lineno]
    )


@for_each(PYTHON)
def test_functions_are_short(path: Path) -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    lines = text_of(path).splitlines()
    long = [
        f"{name_of(path)}:{node.lineno} {node.name}: {length_of(node, lines)} lines"
        for node in nodes_of(tree_of(path))
        if isinstance(node, functions) and length_of(node, lines) > FUNCTION
    ]
    assert not long, "; ".join(long)


FIXED = re.compile(r"wait_for_timeout\(|time\.sleep\(|import sleep|wait_until=.networkidle")
PLACES = [f"tests/{name}" for name in ("app", "browser", "deploy", "load", "runs", "web")]


@for_each(files(*PLACES))
def test_nothing_waits_for_a_time(path: Path) -> None:
    """`settle` waits for a page of the browser, `until` for anything else."""
    lines = enumerate(text_of(path).splitlines(), 1)
    assert not [f"line {number}: {line.strip()}" for number, line in lines if FIXED.search(line)]
