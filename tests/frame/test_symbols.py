"""One legend of symbols, and numbers in formulas that are right as they stand."""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explainer.data import glossary
from explainer.frame import symbols
from explainer.frame.formula import addends, aligned, difference, number
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


SIZES = st.floats(-500, 500).map(lambda value: round(value, 5))


def test_what_is_not_0_is_not_written_as_0() -> None:
    shown = {
        0.0005: "0.001",
        0.000499: r"4.99 \cdot 10^{-4}",
        -3e-7: r"-3.00 \cdot 10^{-7}",
        123456.0: r"1.23 \cdot 10^{5}",
        -12.345: "-12.35",
    }
    assert {value: number(value) for value in shown} == shown
    assert number(0.0) == number(-0.0) == "0.000"


def test_a_difference_comes_out_as_it_is_shown() -> None:
    """With two decimals it would read -5.53 - (-2.64) = -2.88."""
    first, second, rest = difference(-5.5251, -2.6442)
    assert Decimal(first) - Decimal(second) == Decimal(rest)
    assert difference(1.5, 0.25) == ("1.50", "0.25", "1.25")


@given(st.lists(SIZES, min_size=2, max_size=4))
def test_what_is_added_up_on_screen_adds_up(terms: list[float]) -> None:
    *shown, total = map(Decimal, addends(*terms))
    assert sum(shown) == total


def test_what_is_reckoned_with_rounded_numbers_is_about_equal() -> None:
    for equation, sign in (
        (r"L = -\ln p = -\ln 0.0016 = 6.4072", r"\approx 6.4072"),
        (r"s = q \cdot k = 15.64", "= 15.64"),
        (r"\Delta = b - a = -45.541 - (-1.026) = -44.515", "= -44.515"),
        (r"\Delta = b - a = -45.54 - (-1.03) = -44.52", r"\approx -44.52"),
        (r"d = h d_k = 8 \cdot 24 = 192", "= 192"),
        ("x = 3", "= 3"),
    ):
        assert f" {sign} " in aligned(equation), equation
