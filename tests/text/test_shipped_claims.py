"""Sentences without holes that speak of numbers which came with the project: each from its data.

Where one of these fails after a new training or measurement, the sentence named by the test has to
be written anew, in both languages.
"""

import json
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file

from explainer.analysis.embeddings import principal_components
from explainer.analysis.layer_costs import Shape, multiply_adds
from explainer.analysis.positions import rates
from explainer.data.samples import samples
from explainer.decoding import DecodeOptions
from explainer.model.store import history_steps, read_card
from explainer.text import LANGUAGES, strings
from explainer.training.recipes import find_recipe
from explainer.training.studies.growing import load_state
from tests.conftest import ROOT


def config(model: str) -> dict[str, Any]:
    path = ROOT / "pretrained" / model / "config.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_with_everything_counted_the_curves_still_cross_at_d() -> None:
    """complexity.detail."""
    for d in (64, 192, 512):
        one, other = (multiply_adds(n, Shape(d, d), "layer") for n in ("attention", "recurrent"))
        assert one == other


def test_the_model_without_a_mask_has_no_loss_and_no_translation() -> None:
    """masks.cheating_told, models.detail."""
    found = config("ko-en-nomask")
    assert found["dev"]["loss"] < 0.1 and found["test"]["beam"]["bleu"] < 1
    assert found["training"]["steps"] < config("ko-en")["training"]["steps"] / 4  # trained_told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_families_read_as_much_as_is_said(lang: str) -> None:
    """families.detail."""
    found = config("families")
    assert f"{found['train_sentences']:,}" in strings(lang)["families.detail"]
    tenths = found["train_tokens"] / 1e6
    said = {"en": f"{tenths:.1f} million", "ko": f"{100 * tenths:.0f}만"}[lang]
    assert said in strings(lang)["families.detail"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_as_many_states_were_kept_as_the_page_says(lang: str) -> None:
    """growth.detail: eight, the first before the first step; one near step 1,000 (beat_source)."""
    steps = history_steps(read_card(ROOT / "pretrained" / "ko-en"))
    assert {"en": "Eight states", "ko": "여덟"}[lang] in strings(lang)["growth.detail"]
    assert len(steps) == 8 and min(steps) == 0  # the finished model comes after them
    assert min(abs(step - 1000) for step in steps) <= 250


@pytest.mark.slow
def test_growing_goes_from_one_token_over_frequent_ones_to_the_source() -> None:
    """growth.beat_random, beat_frequent, beat_source: on the first example sentences."""
    sentences = [sample.text for sample in samples("ko")][:12]
    greedy = DecodeOptions(method="greedy", max_length=24)
    states = {}
    for step in (0, 100, 250, 1000):
        state = load_state(ROOT / "pretrained" / "ko-en", step)
        states[step] = [one.text for one in state.translate_batch(sentences, greedy)]
    assert len(set(states[0][0].strip("…").split())) == 1  # the sentence that the page opens with
    assert len(set(states[100])) <= len(states[100]) / 4  # almost the same, whatever the source
    assert len(set(states[1000])) == len(states[1000])  # each of its own
    said = {word.lower().strip(".") for text in states[250] for word in text.split()}
    assert len(said) < 12
    file = ROOT / "explainer" / "data" / "growth.json"
    bleu = json.loads(file.read_text(encoding="utf-8"))["ko-en"]["dev"]["bleu"]
    assert bleu["1000"] < 5 and bleu["-1"] > 20
    assert all(text[-1] in ".?" for text in states[1000])  # they look like English


def test_the_top_hand_turns_57_degrees_and_the_bottom_one_hardly() -> None:
    """positions.beat_hands: per position, with the width of the shipped models."""
    turn = np.degrees(rates(config("ko-en")["model"]["d_model"]))
    assert round(turn[0]) == 57 and turn[-1] < 0.01


def test_three_axes_show_less_than_half_of_the_spread() -> None:
    """embeddings.beat_fit, beat_three: of every model that the page can show."""
    for name in ("ko-en", "en-ko", "en-de"):
        weights = load_file(ROOT / "pretrained" / name / "weights.safetensors")
        matrix_VD = weights["matrix"].astype(np.float32)
        assert principal_components(matrix_VD, 3).shares.sum() < 0.5


def test_most_networks_are_lost_when_patches_are_shuffled() -> None:
    """images.beat_shuffle; images.compare_line and detail: epochs and test pictures."""
    found = config("images")
    assert found["recipe"]["epochs"] == 6 and "10,000 to test on" in found["data"]
    networks = found["networks"]
    lost = [
        all(run["accuracy_shuffled"] < 0.5 * run["accuracy"] for run in network["test"])
        for network in networks.values()
    ]
    assert sum(lost) > len(lost) / 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_six_began_with_embeddings_of_the_step_that_is_named(lang: str) -> None:
    """rnn.models_line."""
    steps = find_recipe(str(find_recipe("ko-en-rnn").embeddings)).max_steps
    assert f"{steps:,}" in strings(lang)["rnn.models_line"]


def test_the_readme_counts_the_phrasebook() -> None:
    phrasebook = ROOT / "explainer" / "data" / "phrasebook.tsv"
    lines = phrasebook.read_text(encoding="utf-8").splitlines()
    assert f"{len(lines):,} everyday pairs" in (ROOT / "README.md").read_text(encoding="utf-8")
