"""The edge of a mask and the charts of masks: how far they go, and that numbers are the arrays'."""

from typing import Any

import numpy as np
import pytest

from explainer.analysis.batch_masks import additive, band
from explainer.analysis.lookup import softmax
from explainer.chapters.masks.charts import SHARES, StripRow, compared, even_limit, row_strip
from explainer.chapters.masks.edge import MOST, Fed, answer_shares, edges_of
from explainer.chapters.masks.training import telling_row
from explainer.charts.curves import Axis, Dots
from explainer.charts.figure import Figure
from explainer.data.samples import default_sentence
from explainer.engine import Translator
from explainer.model.trace import Trace
from tests.charts.vega_lite import column, rows
from tests.conftest import ROOT

RNG = np.random.default_rng(3)


def test_edges_go_from_the_causal_mask_to_none() -> None:
    assert edges_of(1) == (0,)
    assert edges_of(4) == (0, 1, 2, 3)
    assert edges_of(40) == (*range(11), 39)
    # A long target is cut.
    ids, names = tuple(range(50)), tuple(map(str, range(50)))
    one = Fed("m", (1, 2), ids, names, ids, names).cut()
    assert one.fed == one.wanted == ids[:MOST] and one.fed_tokens == names[:MOST]
    assert one.source == (1, 2)


def test_the_share_of_the_answer_is_that_of_an_edge_of_one() -> None:
    scores = RNG.normal(size=(2, 5, 5))
    expected = softmax(scores + additive(band(1, 5)))
    assert answer_shares(scores) == pytest.approx(np.diagonal(expected, 1, axis1=1, axis2=2))
    assert answer_shares(scores[:, :1, :1]).shape == (2, 0)
    assert telling_row(np.zeros(0)) == 0
    assert telling_row(np.array([9.0, 0.1, 0.2, 0.3, 0.1, 0.2, 9.0])) == 3


def moved(translator: Translator, one: Fed, edge: int) -> dict[str, np.ndarray]:
    """The whole model, run with the edge of every decoder layer's mask moved."""
    import torch

    mask = torch.from_numpy(band(edge, len(one.fed)))
    layers = len(translator.model.decoder)
    names = [f"decoder.{layer}.self_attn.mask" for layer in range(layers)]
    trace = Trace(dict.fromkeys(names, mask.expand_as))
    with torch.no_grad():
        translator.model(torch.tensor([one.source]), torch.tensor([one.fed]), trace)
    return {name: tensor[0].numpy() for name, tensor in trace.tensors.items()}


@pytest.mark.slow
def test_what_the_page_says_of_the_shipped_models_holds() -> None:
    """Open the future: the one that was trained with the mask loses its way; the one that was
    trained without it puts nearly all weight on the answer, and has nothing once that is hidden."""
    target = "A cat is sleeping on a couch."
    found = {}
    for name in ("ko-en", "ko-en-nomask"):
        translator = Translator.load(ROOT / "pretrained" / name)
        wanted = translator.tokenizer.encode(target)
        source = translator.tokenizer.encode(default_sentence("ko", "masks")).ids
        one = Fed(name, source, (2, *wanted.ids[:-1]), wanted.tokens, wanted.ids, wanted.tokens)
        for edge in (0, len(one.fed) - 1):
            run = moved(translator, one, edge)
            probs = run["probs"][np.arange(len(one.fed)), list(one.wanted)]
            found[name, edge > 0] = probs
            weights = run["decoder.0.self_attn.weights"]
            scores = run["decoder.0.self_attn.scores"]
            again = softmax(scores + additive(band(edge, len(one.fed))))
            assert again == pytest.approx(weights, abs=1e-5)
            if edge and name == "ko-en-nomask":
                assert np.diagonal(weights, 1, axis1=1, axis2=2).mean() > 0.9
    assert np.median(found["ko-en", False]) > 0.7
    assert np.median(found["ko-en", True]) < 0.3
    assert found["ko-en-nomask", True].min() > 0.9
    assert np.median(found["ko-en-nomask", False]) < 0.05


KEYS = ["x", "x", "<pad>"]


def strip(dark: bool = False, **changes: Any) -> Figure:
    rows = [
        StripRow("score", [0.5, -2.0, 3.2], ["0.50", "−2.00", "3.20"], "signed"),
        StripRow("+ mask", [0.0, -np.inf, 0.0], ["0", "−∞", "0"], "plain"),
        StripRow("weight", [0.2, 0.0, np.nan], ["0.2", "0", "NaN"], "weight"),
    ]
    options = {
        "rows": rows,
        "key_labels": KEYS,
        "key_title": "k",
        "key_colour": "source_text",
        "chosen": 1,
        "row_title": "r",
        "value_title": "v",
    }
    return row_strip(**{**options, **changes}, dark=dark)


def test_a_signed_scale_ends_at_a_number_one_can_read() -> None:
    assert even_limit(np.array([0.1, -0.2])) == 0.5
    assert even_limit(np.array([[0.5, -2.0, 3.2], [1.0, 0.1, 0.0]])) == 3.5


def test_a_strip_hatches_minus_infinity_alone() -> None:
    found = rows(strip(), "cells")
    assert [(r["q"], r["k"]) for r in found if r["hidden"]] == [(1, 1)]
    assert [r["word"] for r in found if r["q"] == 2] == ["0.2", "0", "NaN"]
    assert [r["k"] for r in found if r["framed"]] == [1, 1, 1]
    assert strip(chosen=2).spec is strip().spec
    with pytest.raises(ValueError):
        strip(key_labels=["x"])


def test_shares_are_drawn_and_every_series_is_in_the_legend() -> None:
    found = (
        Dots("a", None, [0.1, 0.9, 1.0], "target"),
        Dots("b", None, [0.2, 0.8, 0.0], "error", shape="cross", filled=False),
    )
    shares = compared(dots=found, x=Axis("l", words=KEYS), y=SHARES, dark=True)
    assert column(shares, "points", "y") == pytest.approx([0.1, 0.9, 1.0, 0.2, 0.8, 0.0])
    marks = shares.spec["layer"][0]["encoding"]
    for channel in ("stroke", "fill", "shape"):
        assert marks[channel]["scale"]["domain"] == [0, 1] and marks[channel]["legend"]
    assert len(set(marks["shape"]["scale"]["range"])) == 2
