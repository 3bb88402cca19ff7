"""One legend of symbols: shapes take their letters from it, and no text uses another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from explainer.data import glossary
from explainer.frame import symbols
from explainer.text import LANGUAGES, Text, strings
from tests.text.test_words import texts

ROOT = Path(__file__).parents[2] / "explainer"
RAW = re.compile(r"d_model|d_ff|\b[Wb]_[A-Z]|\bd_k\b")
SET = re.compile(r"\$[^$]*\$|`[^`]*`|\{[^}]*\}")
NAMES = "also_|id = "  # of the glossary: how books and programs write it
SETS_ITSELF = "chapters/cell/"  # whose drawing writes W_Q with its index below the line


def test_every_symbol_has_its_words_in_both_languages() -> None:
    for lang in LANGUAGES:
        told = symbols.names(Text(lang))
        assert told.keys() == symbols.SYMBOLS.keys() and len(set(told.values())) == len(told)


def test_a_letter_that_is_in_no_legend_is_refused() -> None:
    text = Text("en")
    assert symbols.legend(text, ["B, H, T, d_k", "B, 1"]) == (
        "$B$ sentences · $T$ target length (tokens) · $H$ heads · $d_k$ dimension of one head"
    )
    with pytest.raises(ValueError, match="E"):
        symbols.legend(text, ["B, H, Q, E"], own="Q")
    with pytest.raises(ValueError, match="another meaning"):
        symbols.legend(text, ["N"], own="N")


def test_the_glossary_writes_a_symbol_as_the_legend_does() -> None:
    """A term whose symbol is one letter of the legend is that of the legend."""
    meant = {"vocabulary": "V", "d_model": "d_model", "layer": "N", "batch": "B"}
    found = {term.id: term.symbol for term in glossary.terms()}
    assert {id: found[id] for id in meant} == {i: symbols.SYMBOLS[s] for i, s in meant.items()}
    same = {id for id, written in found.items() if written in symbols.SYMBOLS.values()}
    assert same == {*meant}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_has_a_symbol_with_a_raw_underscore(lang: str) -> None:
    wrong = [
        place
        for place, line in texts(lang)
        if not re.match(NAMES, line)
        and not place.startswith(SETS_ITSELF)
        and RAW.search(SET.sub("", line.partition(" = ")[2] if ".toml" in place else line))
    ]
    assert wrong == []


def shapes_of(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"chapter.shapes", "foot"}:
            yield node


def test_letters_of_a_page_are_named_in_the_line_below_its_shapes() -> None:
    """`own="YX"` only with a note that says what Y and X are."""
    notes = 0
    for path in (ROOT / "chapters").rglob("*.py"):
        for call in shapes_of(ast.parse(path.read_text("utf-8"))):
            own = next((ast.literal_eval(k.value) for k in call.keywords if k.arg == "own"), "")
            keys = re.findall(r"'([a-z]+\.[a-z_]+)'", " ".join(map(ast.unparse, call.args)))
            for letter in own:
                notes += 1
                for lang in LANGUAGES:
                    note = texts_of(lang, keys)
                    assert re.search(rf"(?<![a-zA-Z]){letter}(?![a-zA-Z])", note), (path, letter)
    assert notes >= 15


def texts_of(lang: str, keys: list[str]) -> str:
    return " ".join(strings(lang)[key] for key in keys if key in strings(lang))
