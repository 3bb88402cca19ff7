"""Tasks of the toy: what is to be written, what is held out, a reader's own pairs."""

import io
import zipfile
from pathlib import Path

import pytest
import torch

from explainer import __main__ as program
from explainer import __version__
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.engine.door import OPEN
from explainer.tokenizer import EOS, UNK
from explainer.tokenizer.symbols import FIRST, symbol_tokenizer
from explainer.training import toy_tasks
from explainer.training.toy import Settings, Stepper, problem_of
from explainer.training.toy_export import folder_as_zip, translator
from tests.in_process import call

RULES: tuple[toy_tasks.Task, ...] = ("copy", "reverse", "sort", "add")
GREEDY = DecodeOptions(method="greedy")


@pytest.mark.parametrize(
    ("task", "source", "target"),
    [
        ("copy", "cab", "cab"),
        ("reverse", "cabd", "dbac"),
        ("sort", "cab", "abc"),
        ("add", "9+14", "23"),
    ],
)
def test_what_is_to_be_written(task: toy_tasks.Task, source: str, target: str) -> None:
    assert toy_tasks.target_of(task, source) == target


@pytest.mark.parametrize("task", RULES)
def test_no_batch_has_a_row_that_is_held_out(task: toy_tasks.Task) -> None:
    rule = toy_tasks.Rule(task)
    kept = {source for source, _ in rule.held_out}
    assert len(kept) == toy_tasks.HELD_OUT
    drawn = rule.draw(3000, "1-1")
    assert not kept & {source for source, _ in drawn}
    assert rule.draw(5, "1-1") == drawn[:5] != rule.draw(5, "1-2")
    for source, target in (*drawn[:200], *rule.held_out):
        assert target == toy_tasks.target_of(task, source)
        assert UNK not in rule.tokenizer.encode(source + target).ids
        if task != "add":
            assert (
                len(set(source)) == len(source)
                and toy_tasks.LENGTHS[0] <= len(source) <= toy_tasks.LENGTHS[1]
            )


def test_a_tokenizer_of_symbols() -> None:
    letters = symbol_tokenizer("ab 나")
    assert letters.encode("나 ba").ids == (FIRST + 3, FIRST + 2, FIRST + 1, FIRST, EOS)
    assert letters.decode(letters.encode("나 ba").ids) == "나 ba"
    words = symbol_tokenizer(["one", "둘"], words=True)
    assert words.encode("둘 one 셋").ids == (FIRST + 1, FIRST, UNK, EOS)
    assert words.decode((FIRST + 1, FIRST)) == "둘 one"
    for wrong in ("", "aa", ["ab"]):
        with pytest.raises(ValueError, match="symbols"):
            symbol_tokenizer(wrong)
    with pytest.raises(ValueError, match="symbols"):
        symbol_tokenizer(["one two"], words=True)


def lines(count: int) -> str:
    """Rows of the digits of a number, backwards."""
    return "\n".join(f"{number} => {str(number)[::-1]}" for number in range(100, 100 + count))


@pytest.mark.parametrize(
    ("written", "words", "reason", "line"),
    [
        ("", False, "empty", 0),
        (" \n\n", False, "empty", 0),
        (lines(toy_tasks.MOST_PAIRS + 1), False, "too_many", 0),
        ("ab => ba\nab ba", False, "no_arrow", 2),
        ("\n\nab =>  ", False, "empty_side", 3),
        ("=> ba", False, "empty_side", 1),
        ("\u200f => ba", False, "empty_side", 1),
        (f"ab => ba\n{'a' * (toy_tasks.MOST_TOKENS + 1)} => a", False, "too_long", 2),
        (f"{'a ' * (toy_tasks.MOST_TOKENS + 1)} => a", True, "too_long", 1),
        ("ab => ba\n" * 9, False, "too_few", 0),
        ("ab => 12\ncd => 34\nef => 56\ngh => 78", False, "held_out", 0),
        (
            "\n".join(f"x{n} y{n} => z{n} w{n}" for n in range(toy_tasks.MOST_KINDS // 4 + 1)),
            True,
            "too_wide",
            0,
        ),
    ],
)
def test_pairs_that_cannot_be_learned_from(written, words, reason, line):
    with pytest.raises(toy_tasks.PairsError) as found:
        toy_tasks.own_pairs(written, words)
    assert (found.value.reason, found.value.line) == (reason, line)


def test_own_pairs_are_parted_so_that_what_is_held_out_can_be_known() -> None:
    """A letter on one side alone is fine, one that only a held-out pair would have is not."""
    own = toy_tasks.own_pairs(f"{lines(60)}\n{lines(3)}\nabc => q", words=False)
    assert own.repeated == 3
    assert len(own.pairs) == 55 and len(own.held_out) == 6
    assert not set(own.pairs) & set(own.held_out)
    assert ("abc", "q") in own.pairs
    for at in (0, 1):
        known = {letter for pair in own.pairs for letter in pair[at]}
        assert all(set(pair[at]) <= known for pair in own.held_out)
    assert set(own.draw(50, "a")) <= set(own.pairs)
    assert toy_tasks.own_pairs(lines(toy_tasks.MOST_PAIRS), words=False).held_out


def test_own_pairs_by_words_are_learned() -> None:
    words = ["하나", "둘", "셋", "넷"]
    numbers = dict(zip(words, ["one", "two", "three", "four"], strict=True))
    written = "\n".join(f"{a} {b} => {numbers[b]} {numbers[a]}" for a in words for b in words)
    own = toy_tasks.own_pairs(written, words=True)
    stepper = Stepper(Settings(task="own", d_model=16), problem_of(Settings(task="own"), own))
    first = stepper.evaluate()
    for _ in range(60):
        stepper.step()
    assert stepper.evaluate().loss < first.loss - 0.5
    with pytest.raises(ValueError, match="own"):
        problem_of(Settings(task="own"))


def test_the_toy_is_a_model_like_any_other(tmp_path: Path) -> None:
    """The folder is read by the engine and by the command line, and writes what the toy writes."""
    settings = Settings(task="copy", positions=False, d_model=16)
    problem = problem_of(settings)
    stepper = Stepper(settings, problem)
    for _ in range(30):
        stepper.step()
    last, weights = stepper.evaluate(), stepper.weights()
    with zipfile.ZipFile(
        io.BytesIO(folder_as_zip(settings, problem, last, weights, OPEN))
    ) as archive:
        archive.extractall(tmp_path)
    names = {path.name for path in (tmp_path / "toy").iterdir()}
    assert names == {"config.json", "weights.safetensors", "tokenizer.model", "CARD.md"}
    read, here = (
        Translator.load(tmp_path / "toy", torch.device("cpu")),
        translator(settings, problem, last, weights, OPEN),
    )
    for source, _ in problem.held_out[:5]:
        one, other = (toy.translate(source, GREEDY) for toy in (read, here))
        assert (one.text, one.predicted) == (other.text, other.predicted)
        assert UNK not in one.source.ids
    assert read.card["held_out"]["tokens_right"] == pytest.approx(last.tokens, abs=1e-4)
    card = (tmp_path / "toy" / "CARD.md").read_text(encoding="utf-8")
    assert f"{last.rows:.1%}" in card
    assert f"Inside a Translator {__version__}." in " ".join(card.split())
    rows = "".join(f"{source}\n" for source, _ in problem.held_out[:5])
    command = ("translate", "toy", "--beam", "1")
    done = call(program.main, *command, given=rows.encode(), EXPLAINER_PRETRAINED=str(tmp_path))
    assert done.returncode == 0, done.stderr
    expected = [here.translate(source, GREEDY).text for source, _ in problem.held_out[:5]]
    assert done.stdout.decode().splitlines() == expected
