"""Predictions beside the Transformer on screen: other networks, counted costs, recorded runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.analysis.drawing import picture
from explainer.analysis.families import BOS, EOS, MASK, Families
from explainer.analysis.pictures import Pictures, shuffled
from explainer.data.digits import digits
from explainer.installed import LANGUAGE_MODELS, PICTURES
from explainer.tokenizer import BOS as TRANSLATOR_BOS
from explainer.training.toy_records import load_record
from tests.chapters.predictions import MODELS, answered, engine, view_of

pytestmark = pytest.mark.usefixtures("shipped")
ONCE = "ko-en"  # whatever the model, the numbers are those of other networks or of a record


def test_lookup_sees_only_how_scores_differ() -> None:
    found = answered("lookup", view_of("lookup", ONCE))
    values = []
    for more in (0, 2):
        raised = np.exp(np.array([3.1, 3.5, 1.2, 0.1, 0.9]) + more)
        prices = np.array([200, 3000, 3000, 1000, 750])
        values.append((raised @ prices / raised.sum(), raised.max() / raised.sum()))
    assert found.right == "same" and values[0] == pytest.approx(values[1])
    assert found.told["before"] == found.told["after"] == f"{values[0][0]:,.2f}"
    assert found.told["weight"] == found.told["weight_too"] == f"{values[0][1]:.3f}"
    assert found.told["times"] == f"{np.exp(2):.3f}"


@pytest.mark.parametrize("model", MODELS)
def test_rnn_hands_over_as_many_numbers_for_twice_the_length(model: str) -> None:
    view, gru = view_of("rnn", model), engine("ko-en-gru")
    found = answered("rnn", view)
    if model == "ko-en":
        count = len(gru.tokenizer.encode(view.translation.original).ids)
        assert [found.told["count"], found.told["count_too"]] == [count, 2 * count - 1]
    assert found.right == "same"
    assert found.told["size"] == found.told["size_too"] == gru.card["model"]["d_hidden"]
    for end in ("", "_too"):
        size, count = (int(str(found.told[f"{name}{end}"])) for name in ("size", "count"))
        assert found.told[f"each{end}"] == f"{size / count:.1f}"


@pytest.mark.parametrize("model", MODELS)
def test_alignment_goes_back_where_the_order_differs(model: str) -> None:
    """The page has the sentence of the Korean reader where a model reads English."""
    found = answered("alignment", view_of("alignment", model))
    gru = engine("ko-en-gru-bahdanau")
    source = gru.tokenizer.encode("나는 너를 사랑해.").ids
    written = gru.generate(source)
    weights = gru.run(source, [TRANSLATOR_BOS, *written[:-1]])["decoder.weights"]
    tokens, keys = gru.tokens(written), gru.tokens(source)
    looks = [int(row.argmax()) for row in weights]
    steps = [
        f"{token} ← {keys[look]} ({weights[at, look]:.2f})"
        for at, (token, look) in enumerate(zip(tokens, looks, strict=True))
        if token.strip("▁").isalpha()
    ]
    assert found.right == "back" and found.told["way"] == ", ".join(steps)
    assert looks[:3] == [0, 3, 1]
    assert [found.told["onward"], found.told["backward"]] == [1, 1]


def test_complexity_grows_with_the_square() -> None:
    found = answered("complexity", view_of("complexity", ONCE))
    d = 512
    counts = [2 * n * n * d for n in (20, 40)]  # scores, and the weighted sums
    assert found.right == "square" and found.told["times"] == "4"
    assert [found.told["before"], found.told["after"]] == [f"{count:,}" for count in counts]
    both = [int(str(found.told[f"recurrent{e}"]).replace(",", "")) for e in ("", "_after")]
    assert both[1] == 2 * both[0] and found.told["recurrent_times"] == "2"
    assert both[0] == 2 * 20 * d * d


def test_toy_without_positions_guesses_the_order() -> None:
    found = answered("toy", view_of("toy", ONCE))
    without, with_them = (load_record(name) for name in ("no_positions", "reverse"))
    last, whole = without.snapshots[-1], with_them.snapshots[-1]
    lengths = [len(target) + 1 for _, target in without.problem.held_out]
    guess = sum(2 / length * length for length in lengths) / sum(lengths)  # one letter, the end
    assert found.right == "some" and abs(last.tokens - guess) < 0.05
    assert found.told["guess"] == f"{guess:.0%}" and found.told["tokens"] == f"{last.tokens:.0%}"
    assert found.told["rows"] == f"{last.rows:.0%}"
    assert found.told["rows_with"] == f"{whole.rows:.0%}" and whole.rows > 0.9
    assert found.told["tokens_with"] == f"{whole.tokens:.0%}"


def test_families_bert_sees_what_stands_on_the_right() -> None:
    found, own = answered("families", view_of("families", ONCE)), Families(LANGUAGE_MODELS)
    ids = own.tokens("My father works in a bank.")
    bert = own.forward_pass("bert", (BOS, MASK, *ids[1:], EOS))["probs"][1]
    gpt = own.forward_pass("gpt", (BOS,))["probs"][0]
    assert found.right == "bert" and bert[ids[0]] > 10 * gpt[ids[0]]
    assert found.told["token"] == own.names([ids[0]])[0] == "▁My"
    assert found.told["bert"] == f"{bert[ids[0]]:.1%}" and found.told["gpt"] == f"{gpt[ids[0]]:.1%}"
    best = [int(probs.argmax()) for probs in (bert, gpt)]
    assert [found.told["bert_first"], found.told["gpt_first"]] == own.names(best)


def test_images_without_places_read_shuffled_patches_alike() -> None:
    found, own = answered("images", view_of("images", ONCE)), Pictures(PICTURES)
    pixels = picture(digits()["4"])
    before, after = (own.read("vit-no-positions", pixels, shuffled(n))["logits"] for n in (0, 1))
    exact = own.read("attention", pixels, shuffled(1))["logits"]

    def said(logits: Any) -> str:
        shares = np.exp(logits.astype(np.float64))
        return f"{shares.argmax()} ({shares.max() / shares.sum():.1%})"

    assert found.right == "same" and np.abs(after - before).max() < 1e-4
    assert [found.told[name] for name in ("before", "after", "exact")] == [
        said(one) for one in (before, after, exact)
    ]
    assert str(found.told["before"]).startswith("4") and not said(exact).startswith("4")
