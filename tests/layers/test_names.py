"""Public names are the field's words: riddles that were once here must not come back."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.layers.sources import ROOT, files, for_each, tree_of

GONE = {
    *("piece", "pieces", "veil", "veiled", "kin", "onedie", "recut", "picks", "reel", "film"),
    *("codelines", "wakeups", "obey", "untold", "retell", "hostpage"),
    *("nowhere", "unnumbered"),
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
