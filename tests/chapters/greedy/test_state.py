"""Forced and typed tokens, addresses, and the search that beats greedy on a trained model."""

from pathlib import Path

import numpy as np
import pytest

from explainer.chapters.greedy.state import find_typed_token, format_forced, parse_forced
from explainer.decoding import EOS
from explainer.engine import Translation
from explainer.frame.params import DEFAULTS
from explainer.runs import resources
from explainer.runs.greedy import best_beam_output, forced_search
from explainer.runs.resources import Request
from explainer.runs.tokenizers import lattice
from tests.apptest import use_models
from tests.chapters.greedy.test_page import model, other_token


@pytest.fixture
def base(tiny_model_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Translation:
    use_models(tiny_model_folder.parent, monkeypatch)
    return resources.translate(Request("tiny", "비가 온다.", DEFAULTS.options()))


def test_the_closest_call_is_the_smallest_lead(base: Translation) -> None:
    found = forced_search(base)
    logits = model().run(base.source.ids, (2, *found.ids[:-1]))["logits"].astype(np.float64)
    probs = np.exp(logits - logits.max(axis=1, keepdims=True))
    probs /= probs.sum(axis=1, keepdims=True)
    order = np.argsort(-probs[:, EOS:], axis=1)[:, :2] + EOS
    leads = np.diff(np.take_along_axis(probs, order, axis=1)[:, ::-1], axis=1)[:, 0]
    step, token = found.close_call
    assert leads[step] == pytest.approx(leads.min(), abs=1e-6)
    assert token == order[step, 1]


def test_two_forced_tokens_and_an_end(base: Translation) -> None:
    first = other_token(base, 0)
    once = forced_search(base, ((0, first),))
    second = int(np.argsort(-once.distribution(2))[5])
    twice = forced_search(base, ((0, first), (2, second)))
    assert twice.ids[:3] == (first, once.ids[1], second) and twice.forced == (0, 2)
    ended = forced_search(base, ((0, first), (2, EOS)))
    assert ended.ids == (*once.ids[:2], EOS) and ended.is_finished
    assert ended.log_probs[2] == pytest.approx(once.distribution(2)[EOS])
    assert forced_search(base, ((0, EOS), (5, first))).forced == (0,)  # the second has no step


def test_what_a_typed_text_means(base: Translation) -> None:
    words = lattice("tiny")
    both = next(
        p
        for p in map(model().tokenizer.token, range(4, 300))
        if len(p) > 0 and not p.startswith("▁") and words.index("▁" + p) != 1
    )
    bare, begins = words.index(both), words.index("▁" + both)
    likely = np.full(300, -9.0)
    likely[begins] = -1.0
    assert find_typed_token(both, words, likely) == begins
    likely[bare] = -0.5
    assert find_typed_token(both, words, likely) == bare
    assert (
        find_typed_token(" " + both, words, likely)
        == find_typed_token("▁" + both, words, likely)
        == begins
    )
    assert find_typed_token("</s>", words, likely) == EOS
    assert (
        find_typed_token("", words, likely) is None
        and find_typed_token("<s>", words, likely) is None
    )


def test_addresses_of_forced_tokens() -> None:
    assert parse_forced("3-61_5-120", 300) == ((2, 61), (4, 120))
    assert format_forced(((2, 61), (4, 120))) == "3-61_5-120"
    assert parse_forced("", 300) == ()
    for wrong in ("x", "0-61", "3-300", "3-2", "5-61_3-61", "3-61_3-62", "3-61_", "3--1", "٣-61"):
        assert parse_forced(wrong, 300) is None


def test_the_mistake_of_a_trained_model(ko_en_folder, monkeypatch):
    """Greedy misses a more probable output, and the runner-up at the closest call finds one."""
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(ko_en_folder.parent))
    base = resources.translate(
        Request("ko-en", "할머니는 돈을 모아서 할아버지를 도와 드렸다.", DEFAULTS.options())
    )
    free, best = forced_search(base), best_beam_output(base)
    assert best is not None and best.total > free.total + 0.1
    assert len(best.ids) != len(free.ids)
    for output in (free.ids, best.ids):
        logs = resources.experiment("ko-en", base.source.ids, (2, *output[:-1]))["log_probs"]
        summed = logs[np.arange(len(output)), output].astype(np.float64).sum()
        expected = free.total if output == free.ids else best.total
        assert expected == pytest.approx(summed, abs=1e-4)
    for step in range(len(free.ids)):  # greedy did take the best token everywhere
        assert free.distribution(step)[3:].argmax() + 3 == free.ids[step]
