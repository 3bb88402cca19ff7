"""The pages show our own code: what they name is there, without remarks and refusals."""

import ast
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from explainer.charts.palette import PALETTE
from explainer.frame.code_names import by_line, colour_spans
from explainer.frame.source_code import MOST, lines_of
from tests.layers.sources import files, tree_of


def named() -> list[tuple[list[str], dict[str, str]]]:
    """What the calls say, where all of it is written out: module, function, and the part of it."""
    found = []
    for node in (node for path in files("explainer/chapters") for node in ast.walk(tree_of(path))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "chapter.code":
            given = {each.arg or "": each.value for each in node.keywords}
            others = ast.walk(given.pop("more", ast.Constant("")))
            part = {name: str(ast.literal_eval(value)) for name, value in given.items()}
            found.append((node.args, part))
            found += [(other.elts, {}) for other in others if isinstance(other, ast.Tuple)]
    written = (
        ([str(word.value) for word in words if isinstance(word, ast.Constant)], part)
        for words, part in found
    )
    return [each for each in written if "".join(each[0]).startswith("explainer.") and each[0][1:]]


def test_every_function_that_a_page_shows_is_there() -> None:
    assert len(named()) > 20
    for (module, name, *part), last in named():
        assert callable(reduce(getattr, name.split("."), import_module(module)))
        shown = lines_of(module, name, *part, **last)
        assert shown is not None and len(shown.splitlines()) <= MOST
        whole = lines_of(module, name)
        assert whole is not None
        refused = [
            node
            for node in ast.walk(ast.parse(whole))
            if isinstance(node, ast.Assert)
            or (isinstance(node, ast.If) and not node.orelse)
            and isinstance(node.body[0], ast.Raise)
        ]
        assert refused == [] and "#" not in {line.strip()[:1] for line in whole.splitlines()}


SOURCE = '''
def short(x):
    """Says nothing."""
    first = x
    # Why.
    for one in first:
        if one:
            take(one)
    return first


def long(
    x,
):
    if not x:
        raise ValueError
    first = x

    second = [
        first
    ]
    return second
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "shown_in_part.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "shown_in_part"


@pytest.mark.parametrize(
    ("function", "part", "lines"),
    [
        ("short", ("for one", "for one"), ["    …", *SOURCE.splitlines()[5:8], "    …"]),
        ("short", ("take", "take"), ["        …", "            take(one)", "    …"]),
        ("short", ("for one",), ["    …", *SOURCE.splitlines()[5:9]]),
        ("short", ("", "first"), ["    first = x", "    …"]),
    ],
)
def test_a_part_says_where_something_is_left_out(module, function, part, lines):
    assert lines_of(module, function, *part) == "\n".join(["def short(x):", *lines])


def test_a_signature_of_several_lines_is_left_out_of_a_part(module: str) -> None:
    second = "second = [\n    first\n]"
    assert lines_of(module, "long", "first") == f"first = x\n{second}\nreturn second"
    assert lines_of(module, "long", "second", "second") == f"…\n{second}\n…"
    with pytest.raises(ValueError, match="no statement 'third'"):
        lines_of(module, "short", "third")


def test_a_name_has_the_colour_of_what_it_holds() -> None:
    code = 'def attend(q_BHQE, k_BHSE, v, src_mask):  # "q"\n    weights = q_BHQE @ k_BHSE'
    spans = colour_spans(code)
    assert "".join(words for _, words in spans) == code
    kinds = {words: kind for kind, words in spans}
    assert kinds["q_BHQE"] == "q_text" and kinds["k_BHSE"] == "k_text" and kinds["v"] == "v_text"
    assert kinds["weights"] == "weight_text" and kinds["src_mask"] == "mask_text"
    assert kinds["def"] == "keyword" and kinds['# "q"'] == "third"
    assert {kind for kind in kinds.values() if kind} <= {*PALETTE["light"], "keyword"}
    assert ["".join(words for _, words in line) for line in by_line(spans)] == code.splitlines()
    # A letter alone is no key and no value.
    for code in ("(s + k) / (b + k * n)", "for v in values: weights[v]", "draw(d.values(), k=n)"):
        assert {kind for kind, _ in colour_spans(code)} <= {"", "keyword"}
