"""The edge of a mask: how far it goes, and what the model makes of it."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.batch_masks import additive, band, softmax
from explainer.chapters.masks.edge import MOST, Fed, answer_shares, edges_of
from explainer.chapters.masks.training import telling_row
from explainer.data.samples import default_sentence
from explainer.engine import Translator
from explainer.model.trace import Trace
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
