"""What is printed adds up: whoever works with the numbers on screen or on paper gets those told."""

import ast
import math
import operator
import re
from collections.abc import Callable, Sequence
from functools import reduce

import pytest

from explainer.chapters.lessons.questions.search import LONG
from explainer.chapters.lessons.sheet import by_hand
from explainer.decoding.hypothesis import length_penalty
from explainer.lessons import LESSONS
from explainer.lessons.paper import Cell, Table
from explainer.lessons.parts import Choice, Lesson
from explainer.lessons.printed import decimals, digits_needed, parse_number, printable, sig_digits
from explainer.text import LANGUAGES, Text
from explainer.text.numbers import decimal
from tests.lessons.runs import TRAINED, Run

# a + (b) ÷ c = d, with the signs that people write
SIGNS = {"×": "*", "÷": "/", "−": "-", "^": "**", "–": "-"}
NUMBER = r"(?:e|−?\d[\d,]*(?:\.\d+)?%?)"
EQUATION = re.compile(
    rf"((?:\(?{NUMBER}\)?\s*[-+−×÷/^]\s*)+\(?{NUMBER}\)*(?:\s*[−÷/^]\s*{NUMBER}\)*)*)\s*=\s*({NUMBER})"
)
DOES: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def value(written: str) -> float:
    plain = reduce(lambda s, sign: s.replace(*sign), SIGNS.items(), written.replace(",", ""))

    def of(node: ast.expr) -> float:
        if isinstance(node, ast.BinOp):
            return DOES[type(node.op)](of(node.left), of(node.right))
        if isinstance(node, ast.UnaryOp):
            return -of(node.operand)
        if isinstance(node, ast.Name):
            return math.e
        assert isinstance(node, ast.Constant)
        return float(node.value)  # type: ignore[arg-type]

    return of(ast.parse(plain.strip(), mode="eval").body)


def equations(told: str) -> list[tuple[str, str]]:
    return [(one[1], one[2]) for one in EQUATION.finditer(told)]


def adds_up(left: str, right: str) -> bool:
    """Whether the left side rounds to what stands at the right."""
    return decimal(value(left), decimals(right)).replace(",", "") == right.replace(",", "")


@TRAINED
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_equation_that_is_told_holds_as_printed(run: Run, lesson: Lesson, lang: str) -> None:
    text, seen = Text(lang), 0
    for step in lesson.steps:
        found = run.asked(lesson.id, step.id)
        if found is None:
            continue
        for left, right in equations(text(step.key("tell"), **found.holes)):
            assert adds_up(left, right), (step.id, f"{left} = {right}")
            seen += 1
    if lesson.id in ("cell", "layers", "training"):
        assert seen >= 2, "no equation was found: do the texts still have any?"


def listed(holes: str) -> list[float]:
    return [parse_number(one) for one in holes.split(", ")]


# What a step says in words, worked out from the numbers it prints: the result's hole and its value.
IN_WORDS: dict[tuple[str, str], tuple[str, Callable[[dict[str, str]], float]]] = {
    ("tokens", "ratio"): ("gap", lambda h: parse_number(h["best"]) - parse_number(h["next"])),
    ("cell", "softmax"): ("top", lambda h: math.exp(parse_number(h["score"]))),
    ("masks", "second"): ("rest", lambda h: 1 - parse_number(h["weight"])),
    ("heads", "mean"): ("mean", lambda h: sum(listed(h["weights"])) / int(h["heads"])),
    ("search", "logs"): ("total", lambda h: sum(map(math.log, listed(h["probs"])))),
    ("training", "loss"): ("loss", lambda h: -math.log(parse_number(h["p"]))),
    ("training", "push"): ("gradient", lambda h: parse_number(h["p"]) - parse_number(h["wanted"])),
}
FURTHER: dict[tuple[str, str], tuple[str, Callable[[dict[str, str]], float]]] = {
    ("tokens", "ratio"): ("ratio", lambda h: math.exp(parse_number(h["gap"]))),
    ("search", "logs"): ("total", lambda h: math.log(parse_number(h["product"]))),
    ("search", "longer"): (
        "long_score",
        lambda h: parse_number(h["long_sum"]) / length_penalty(int(h["long_length"]), LONG),
    ),
}


@pytest.mark.parametrize(
    "wanted", [*IN_WORDS.items(), *FURTHER.items()], ids=lambda one: f"{one[0]}"
)
def test_what_is_said_in_words_holds_as_printed(
    run: Run, wanted: tuple[tuple[str, str], tuple[str, Callable[[dict[str, str]], float]]]
) -> None:
    (lesson, step), (hole, works_out) = wanted
    found = run.asked(lesson, step)
    if found is not None:
        told = found.holes[hole]
        assert decimal(works_out(dict(found.holes)), decimals(told)) == told


def test_the_sums_of_the_candidates_hold_as_printed(run: Run) -> None:
    found = run.asked("search", "cut")
    if found is None:
        return
    assert isinstance(found.question, Choice)
    lines = [line.split(":  ")[1].split(" − ") for line in found.question.options]
    sums = [decimal(parse_number(one) - parse_number(other)) for one, other in lines]
    assert sums[found.question.right] == found.holes["cut"]
    assert found.holes["last"] in sums


def test_numbers_get_the_decimals_their_result_needs() -> None:
    assert printable(operator.sub, -94.454, -96.468, to=2) == ("−94.454", "−96.468")
    assert printable(operator.add, 1.0, 2.0, to=2) == ("1.00", "2.00")
    assert printable(math.exp, 3.192, to=2, digits=2) == ("3.192",)
    assert digits_needed(lambda given: [sum(given)], [0.004, 0.004], digits=[2, 2], to=2) == (3, 3)
    assert printable(lambda a: 1 / a, 0.004, to=0, digits=2) == ("0.004",)
    assert (sig_digits(24.337), sig_digits(0.00123), sig_digits(12345.0)) == (1, 5, 0)


def test_equations_are_found_and_checked() -> None:
    told = (
        "15.64 ÷ 4.899 = 3.19. 2.7 × 1,000 = 2,700. −1.00 + (−2.50) = −3.50. (11 ÷ 6)^0.6 = 1.439,"
    )
    assert [right for _, right in equations(told)] == ["3.19", "2,700", "−3.50", "1.439"]
    assert all(adds_up(*one) for one in equations(told))
    assert not adds_up("−94.45 − (−96.47)", "2.01")


def tables_of(run: Run, lesson: str) -> list[Table]:
    return [task.table for task in by_hand(run.view(lesson), lesson) if task.table]


def cells(row: Sequence[Cell], *places: int) -> list[float]:
    return [parse_number(row[place].text) for place in places]


def test_the_tables_of_the_sheets_add_up_as_printed(run: Run) -> None:
    """What a student works out from the printed cells is what stands among the answers."""
    first, row = tables_of(run, "cell")
    for one in first.rows[:4]:
        q, k = cells(one, 1, 2)
        assert decimal(q * k) == one[3].text
    parts, (dot, score) = [cells(one, 3)[0] for one in first.rows[:5]], first.rows[5:]
    assert decimal(sum(parts), decimals(dot[3].text)) == dot[3].text
    root = math.sqrt(int(score[0].text.split("√")[1]))
    assert decimal(parse_number(dot[3].text) / root) == score[3].text
    total = cells(row.rows[-1], 2)[0]
    assert sum(cells(one, 2)[0] for one in row.rows[:-1]) == pytest.approx(total, abs=1e-9)
    for one in row.rows[:-1]:
        score_told, raised = cells(one, 1, 2)
        assert decimal(math.exp(score_told), decimals(one[2].text)) == one[2].text
        assert decimal(raised / total, 3) == one[3].text
    beam, ranked = tables_of(run, "search")
    assert all(decimal(sum(cells(one, 2, 3))) == one[4].text for one in beam.rows)
    assert all(
        decimal(operator.truediv(*cells(one, 2, 3)), 3) == one[4].text for one in ranked.rows
    )
    (added,) = tables_of(run, "layers")
    assert all(decimal(sum(cells(one, 1, 2))) == one[3].text for one in added.rows)
    (heads,) = tables_of(run, "heads")
    *weights, means = heads.rows
    for place in range(1, len(means) - 1):
        column = [cells(one, place)[0] for one in weights]
        assert decimal(sum(column) / len(column)) == means[place].text
    (losses,) = tables_of(run, "training")
    for one in losses.rows[:-1]:
        assert decimal(-math.log(cells(one, 1)[0]), decimals(one[2].text)) == one[2].text
    each = [cells(one, 2)[0] for one in losses.rows[:-1]]
    mean = losses.rows[-1][2].text
    assert decimal(sum(each) / len(each), decimals(mean)) == mean
