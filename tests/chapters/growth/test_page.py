"""The page of the growing model on a tiny model with two states of its own."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sacrebleu
import torch
from safetensors.torch import load_file

from explainer.chapters.growth import sentence
from explainer.chapters.growth.space import likeness_within, words_of
from explainer.data import growth as stored
from explainer.data.baselines import baselines
from explainer.data.everyday import everyday
from explainer.decoding import DecodeOptions
from explainer.frame import teaching
from explainer.model import ModelConfig, Transformer
from explainer.model.int8 import restore
from explainer.model.store import HISTORY, WEIGHTS, history_steps, load_checkpoint, read_card
from explainer.model.trace import Trace
from explainer.runs import growth, registry
from explainer.runs.tokenizers import tokenizer
from explainer.training.studies import growing
from explainer.training.studies.growing import FINISHED, dev_score, facts_of, load_state
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter, cells, opened, tables
from tests.conftest import ROOT, SENTENCES, random_model, save_like

CHAPTER = Chapter("growth", sentence=SENTENCES[0])
STEPS = (0, 100, 250)


@pytest.fixture(scope="module")
def models(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny model with three states of random weights."""
    folder = tmp_path_factory.mktemp("grown") / "tiny"
    shutil.copytree(tiny_model_folder, folder)
    finished = load_checkpoint(tiny_model_folder).model
    for step in STEPS:
        save_like(tiny_model_folder, folder, random_model(finished.config, step + 1))
        (folder / HISTORY).mkdir(exist_ok=True)
        (folder / WEIGHTS).rename(folder / HISTORY / f"{step:08d}.safetensors")
    save_like(tiny_model_folder, folder, finished)
    return folder.parent


def test_curve_and_embedding_of_the_shipped_model(monkeypatch):
    seen: list[dict[str, Any]] = []
    monkeypatch.setattr(sentence, "drawing", lambda _, data, **__: seen.append(data))
    use_models(ROOT / "pretrained", monkeypatch)
    cat = "고양이가 소파 위에서 자고 있다."
    at = opened(CHAPTER, "sentence", session={"growth_curve": True}, model="ko-en", sentence=cat)
    assert not at.error and not at.warning and not at.info
    found = baselines("ko-en")
    assert found is not None
    points = tables(at)["points"]["y"]
    losses = [*found.states.values(), read_card(ROOT / "pretrained" / "ko-en")["dev"]["loss"]]
    assert points == pytest.approx(losses, abs=1e-3)
    assert seen[-1]["losses"] == pytest.approx(losses, abs=1e-3)
    scores = bleu_of_ko_en().by_step
    assert any(f"BLEU {scores[0]:.1f}" in said.value for said in at.markdown)
    file = ROOT / "pretrained" / "ko-en" / HISTORY / "00001000.safetensors"
    matrix = restore(load_file(file))["matrix"]
    words = [index for ids in words_of("ko-en").values() for index in ids]
    finished = load_file(ROOT / "pretrained" / "ko-en" / WEIGHTS)["matrix"]
    both = [rows[words].double().numpy() for rows in (matrix, finished)]
    centred = both[1] - both[1].mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2][:2]
    expected = (both[0] - both[1].mean(axis=0)) @ axes.T
    data = seen[-1]["drift"]
    state = list(found.states).index(1000)
    assert len(data["within"]) == len(found.states) + 1
    shown = np.array([place for group in data["groups"] for place in group["places"]])[:, state]
    assert np.abs(shown) == pytest.approx(np.abs(expected), abs=1e-3)
    sizes = [len(group["tokens"]) for group in data["groups"]]
    likeness = data["within"][state], data["across"][state]
    assert likeness == pytest.approx(likeness_within(both[0], sizes), abs=1e-3)
    assert data["within"][-1] > 0.4 and data["within"][0] < 0.1


def state_on_disk(models: Path) -> Transformer:
    """The second one, without the app."""
    model = Transformer(ModelConfig.from_dict(read_card(models / "tiny")["model"]))
    model.load_state_dict(load_file(models / "tiny" / HISTORY / "00000100.safetensors"))
    return model.eval().float()


def test_the_map_is_that_of_the_weights_on_disk(page: Open, models: Path) -> None:
    shown = {"growth_looks": True}
    at = page("sentence", session=shown, growth_state=2, kind="encoder", layer=1, head=2)
    ids = torch.tensor([tokenizer("tiny").encode(SENTENCES[0]).ids])
    trace = Trace()
    with torch.no_grad():
        state_on_disk(models).encode(ids, trace=trace)
    expected = trace["encoder.0.self_attn.weights"][0, 1].numpy().ravel()
    assert cells(at).ravel() == pytest.approx(expected, abs=2e-3)


def bleu_of_ko_en() -> stored.DevBleu:
    card = read_card(ROOT / "pretrained" / "ko-en")
    found = stored.dev_bleu("ko-en", card["sha256"][WEIGHTS])
    assert found is not None
    return found


def test_every_state_has_a_bleu_of_the_cards_kind() -> None:
    card, found = read_card(ROOT / "pretrained" / "ko-en"), bleu_of_ko_en()
    assert list(found.by_step) == [*history_steps(card), growth.FINISHED]
    assert found.signature == card["test"]["greedy"]["bleu_signature"]
    assert found.command.startswith("python -m explainer.training.studies.growing ko-en ")
    assert stored.dev_bleu("ko-en", "other weights") is stored.dev_bleu("tiny", "1bf4") is None
    scores = list(found.by_step.values())
    assert scores[0] == 0 and scores == sorted(scores)
    # 500 sentences against the card's 1,000: the standard error of either is below one point.
    assert scores[-1] == pytest.approx(card["test"]["greedy"]["bleu"], abs=5)


def test_the_score_of_a_state_is_sacrebleus_of_what_it_writes_alone() -> None:
    """On sentences of this project; the order of the states is that of the stored figures."""
    pairs, found = [(korean, english) for korean, english, _ in everyday()[:12]], []
    for step in (500, FINISHED):
        state = load_state(ROOT / "pretrained" / "ko-en", step)
        made = dev_score(state, pairs)
        greedy = DecodeOptions(method="greedy")
        alone = [state.translate(korean, greedy, trace=False).text for korean, _ in pairs]
        theirs = sacrebleu.corpus_bleu(alone, [[english for _, english in pairs]])
        # Processors round differently: a sentence may come out otherwise in a batch.
        assert made.bleu == pytest.approx(theirs.score, abs=3) and made.sentences == len(pairs)
        found.append(made.bleu)
    assert found[0] < found[1]


def test_all_is_measured_at_every_state(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "GREEDY", DecodeOptions(method="greedy", max_length=2))
    pairs = [(SENTENCES[0], SENTENCES[1])]
    made = facts_of(models / "tiny", pairs, "command")
    assert made["weights"] == read_card(models / "tiny")["sha256"][WEIGHTS]
    assert list(made["dev"]["bleu"]) == [*STEPS, FINISHED]
    assert made["dev"]["sentences"] == 1


def test_the_phases_are_measured() -> None:
    """Frequencies are passed between steps 100 and 250, pairs between 250 and 500."""
    found = baselines("ko-en")
    assert found is not None
    assert found.states[100] > found.unigram > found.states[250] > found.bigram > found.states[500]


@pytest.mark.parametrize("hidden", [False, True])
def test_a_row_of_the_film_is_what_a_state_writes_and_how_sure_it_is(
    page, models, monkeypatch, hidden
):
    """Translations alone where a teacher hides probabilities."""
    seen: list[dict[str, Any]] = []
    monkeypatch.setattr(sentence, "drawing", lambda _, data, **more: seen.append(data | more))
    if hidden:
        monkeypatch.setattr(teaching, "hides", lambda what: what == "probabilities")
        page("sentence", "en")
        assert seen[0]["probs"] is None and seen[0]["tokens"] == seen[0]["right"] == []
        return
    page("sentence", "en", growth_state=2)
    data = seen[0]
    assert data["chosen"] == {"at": 1}
    assert len(data["states"]) == len(data["written"]) == len(STEPS) + 1
    finished = registry.model_of("tiny").translate(SENTENCES[0], DecodeOptions())
    wanted = finished.predicted
    source = torch.tensor([finished.source.ids])
    with torch.no_grad():
        logits = state_on_disk(models)(source, torch.tensor([(2, *wanted[:-1])]))
    probs = logits.softmax(-1)[0]
    expected = probs[torch.arange(len(wanted)), list(wanted)]
    assert data["probs"][1] == pytest.approx(expected.tolist(), abs=2e-3)
    assert data["right"][1] == int((probs.argmax(-1) == torch.tensor(wanted)).sum())
