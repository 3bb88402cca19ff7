"""How sure and how often right: the bins by hand, and what is stored of the shipped models."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from explainer.data.baselines import baselines
from explainer.data.calibration import BINS, Bin, Calibration, calibrations
from explainer.model import ModelConfig
from explainer.model.store import WEIGHTS, read_card
from explainer.tokenizer import BOS, EOS
from explainer.training.batches import eval_batches
from explainer.training.recipes import find_recipe
from explainer.training.studies.calibration import COMPARED, bins_of, judge
from tests.conftest import ROOT, random_model

CONFIG = ModelConfig(20, d_model=16, n_heads=2, d_ff=32, n_encoder_layers=1, n_decoder_layers=1)


def test_the_bins_by_hand() -> None:
    found = bins_of(np.array([0.05, 0.11, 0.19, 1.0]), np.array([False, True, False, True]))
    assert len(found) == BINS
    assert found[:2] == [(1, 0.05, 0.0), (2, 0.15, 0.5)] and found[-1] == (1, 1.0, 1.0)
    assert found[2:-1] == [(0, 0.0, 0.0)] * 7
    one = Calibration("x", "", 0.1, 1.0, tuple(Bin(*numbers) for numbers in found))
    assert one.tokens == 4 and one.confidence == pytest.approx((0.05 + 0.3 + 1) / 4)
    assert one.accuracy == 0.5
    assert one.error == pytest.approx((0.05 + 2 * 0.35 + 0) / 4)


def test_the_largest_probability_and_the_loss_are_those_of_torch() -> None:
    model = random_model(CONFIG, 3).requires_grad_(False).eval()
    pairs = [([5, 6, EOS], [7, 8, 9, EOS]), ([4, EOS], [11, EOS])]
    confidence, right, loss = judge(model, eval_batches(pairs, 100))
    sure, hits, losses = [], [], []
    for source, target in sorted(pairs, key=lambda pair: len(pair[1])):
        fed = torch.tensor([[BOS, *target[:-1]]])
        mask = torch.ones(1, 1, 1, len(source), dtype=torch.bool)
        out = model.decode(fed, model.encode(torch.tensor([source]), mask), mask)
        logits, wanted = model.project(out)[0].double(), torch.tensor(target)
        sure += logits.softmax(-1).amax(-1).tolist()
        hits += (logits.argmax(-1) == wanted).tolist()
        losses += F.cross_entropy(logits, wanted, reduction="none").tolist()
    assert confidence == pytest.approx(sure, abs=1e-6) and right.tolist() == hits
    assert loss == pytest.approx(np.mean(losses), abs=1e-6)


def test_what_is_stored_is_of_the_shipped_models() -> None:
    found = calibrations()
    assert tuple(one.model for one in found) == COMPARED
    for one in found:
        assert len(one.bins) == BINS and one.epsilon == find_recipe(one.model).label_smoothing
        for place, inside in enumerate(one.bins):
            low, high = place / BINS, (place + 1) / BINS
            assert not inside.count or low - 1e-4 <= inside.confidence <= high + 1e-4
        folder = ROOT / "pretrained" / one.model
        if one.model == "ko-en":  # the twins were measured with the tokens they were trained with
            card = read_card(folder)
            assert one.weights == card["sha256"][WEIGHTS]
            assert one.loss == pytest.approx(card["dev"]["loss"], abs=2e-3)  # in half precision
    known = baselines("ko-en")
    assert known is not None and found[-1].tokens == known.dev_tokens
    assert found[0].tokens == found[1].tokens


def test_what_the_page_says_of_them_holds() -> None:
    smoothed, plain, _ = calibrations()
    assert (smoothed.epsilon, plain.epsilon) == (0.1, 0.0)
    assert plain.confidence - plain.accuracy > 0.03  # surer than it should be
    assert 0 < smoothed.accuracy - smoothed.confidence < 0.03  # a little too modest
    assert smoothed.loss > plain.loss and smoothed.accuracy > plain.accuracy
    assert smoothed.error < plain.error
