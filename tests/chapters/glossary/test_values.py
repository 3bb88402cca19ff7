"""The numbers of the terms are those of the weights, of the trace and of the measured scores."""

import math
import re
from pathlib import Path

import pytest

from explainer.chapters.glossary.values import _OF_MODEL, _OF_SENTENCE, model_value, sentence_value
from explainer.data.glossary import terms
from explainer.engine import Translator
from explainer.model.store import read_card
from explainer.tokenizer import BOS, EOS, PAD, UNK
from explainer.translation import Translation
from tests.fakes import fake_translation


def numbers(told: str) -> list[float]:
    """Those that stand behind the last sign of equality."""
    last = told.rpartition("=")[2].replace("{,}", "")
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", last)]


@pytest.fixture(scope="module")
def translation() -> Translation:
    return fake_translation(n_src=9, n_tgt=7, layers=3, heads=4)


def test_only_terms_have_numbers() -> None:
    known = {term.id for term in terms()}
    assert _OF_MODEL.keys() | _OF_SENTENCE.keys() <= known
    assert model_value("relu", {}) == model_value("bleu", {}) == ""


def test_sizes_are_those_of_the_weights(tiny_model_folder: Path) -> None:
    card, model = read_card(tiny_model_folder), Translator.load(tiny_model_folder)
    found = model.translate("비가 온다")
    rows, columns = model.matrix.shape
    layers, heads, _, _ = found.attention("encoder").shape
    d_k = found.trace["encoder.0.self_attn.q"].shape[-1]
    assert numbers(model_value("vocabulary", card)) == [rows]
    for term in ("embedding", "tying"):
        assert numbers(model_value(term, card)) == [rows * columns]
    assert numbers(model_value("d_model", card)) == [found.trace["memory"].shape[-1]] == [columns]
    assert numbers(model_value("head", card)) == [heads]
    for term in ("query", "key", "value"):
        assert numbers(model_value(term, card)) == [d_k]
    assert numbers(model_value("multi_head", card)) == [heads * d_k]
    assert numbers(model_value("scaling", card)) == [round(1 / math.sqrt(d_k), 3)]
    for term in ("layer", "encoder"):
        assert numbers(model_value(term, card)) == [layers]
    assert numbers(model_value("decoder", card)) == [len(found.attention("decoder"))]
    inner = next(value for name, value in found.trace.items() if name.endswith("ffn.pre"))
    assert numbers(model_value("ffn", card)) == [inner.shape[-1]]
    count = sum(each.numel() for each in model.model.parameters())
    assert numbers(model_value("parameter", card)) == [count]
    ids = {"pad": PAD, "unk": UNK, "bos": BOS, "eos": EOS}
    assert {name: numbers(model_value(name, card))[0] for name in ids} == ids


def test_scores_are_those_of_the_card(tiny_model_folder: Path) -> None:
    card = {**read_card(tiny_model_folder), "dev": {"loss": 1.8551, "perplexity": 6.39}}
    assert numbers(model_value("loss", card)) == [1.86]
    assert model_value("perplexity", card) == "e^{1.8551} = 6.39"
    assert round(math.exp(1.8551), 2) == 6.39
    measured = card["test"]["beam"]
    assert numbers(model_value("bleu", card)) == [round(measured["bleu"], 1)]
    assert numbers(model_value("chrf", card)) == [round(measured["chrf"], 1)]
    assert numbers(model_value("dropout", card)) == [card["model"]["dropout"]]


def test_numbers_of_a_sentence_are_those_of_its_trace(translation: Translation) -> None:
    cross = translation.attention("cross")
    assert numbers(sentence_value("cross_attention", translation)) == [*cross.shape]
    assert sentence_value("token", translation) == rf"S = {cross.shape[3]},\; T = {cross.shape[2]}"
    assert numbers(sentence_value("memory", translation)) == [*translation.trace["memory"].shape]
    widest = max(sum(head[0][k] for head in cross[-1]) / cross.shape[1] for k in range(9))
    assert numbers(sentence_value("weight", translation)) == [round(float(widest), 2)]
    first = float(translation.predicted_probs[0])
    assert numbers(sentence_value("probability", translation)) == [round(first, 2)]
    assert numbers(sentence_value("log_probability", translation)) == [round(math.log(first), 2)]
    assert numbers(sentence_value("hypothesis", translation)) == [len(translation.hypotheses)]
    assert sentence_value("relu", translation) == ""
