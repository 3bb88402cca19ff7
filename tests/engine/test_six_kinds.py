"""The six shipped kinds through the engine: each loaded once, its numbers recomputed in float64."""

import numpy as np
import pytest
import torch

from explainer.decoding import DecodeOptions
from explainer.model.kinds import make_network
from explainer.model.rnn import Recurrent
from explainer.tokenizer import Tokenizer
from explainer.training.studies.compare import COMPARED
from tests.conftest import ROOT
from tests.shipped import translator

NAMES = [recipe.name for recipe in COMPARED]
SENTENCE = "나는 내일 친구와 도서관에 갈 것이다."


@pytest.mark.parametrize("name", NAMES)
def test_logits_agree_with_the_same_weights_in_float64(name: str) -> None:
    model = translator(name)
    found = model.translate(SENTENCE, DecodeOptions())
    exact = make_network(model.sizes).double().eval()
    exact.load_state_dict(model.network.state_dict())
    with torch.no_grad():
        logits = exact(torch.tensor([found.source.ids]), torch.tensor([found.fed]))[0]
        log_probs = logits.log_softmax(dim=-1).numpy()
    assert np.abs(found.trace["log_probs"] - log_probs).max() < 1e-4
    steps = range(len(found.predicted))
    chosen = log_probs[steps, list(found.predicted)]
    assert found.hypotheses[0].log_probs == pytest.approx(chosen.tolist(), abs=1e-4)
    if "decoder.weights" in found.trace:
        weights_TS = found.trace["decoder.weights"]
        assert weights_TS.shape == (len(found.fed), len(found.source))
        assert weights_TS.sum(axis=1) == pytest.approx(np.ones(len(found.fed)), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_each_is_the_model_of_its_recipe_with_the_tokens_of_ko_en(name: str) -> None:
    model = translator(name)
    recipe = next(recipe for recipe in COMPARED if recipe.name == name)
    assert model.sizes == recipe.model
    assert isinstance(model.network, Recurrent) == (name != NAMES[-1])
    shared = Tokenizer.load(ROOT / "pretrained" / "ko-en" / "tokenizer.model")
    assert model.tokenizer.fingerprint == shared.fingerprint
    training = model.card["training"]
    assert training["steps"] == recipe.max_steps and training["train_pairs_synthetic"] == 0
