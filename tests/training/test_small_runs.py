"""Small runs: toys, baselines and pictures are what the scripts make; tokens of another model."""

import math
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from explainer.data.baselines import baselines
from explainer.data.mistakes import toy_runs, toy_settings
from explainer.engine import Translator
from explainer.model.store import TOKENIZER, WEIGHTS, CheckpointError
from explainer.model.vision import load_network, read_facts
from explainer.runs.recipe import training_log
from explainer.tokenizer import PAD, Tokenizer
from explainer.tokenizer.alphabet import new_ids, relatives
from explainer.training.batches import make_batch
from explainer.training.recipes import find_recipe
from explainer.training.schedule import decay_factor, learning_rate
from explainer.training.studies import vision
from explainer.training.studies.baselines import bigram_loss, unigram_loss
from explainer.training.studies.mistakes import RUNS, Mistake, Toy, loss_of, rate_of, record, rows
from explainer.training.studies.same_tokens import take_tokens
from tests.conftest import ROOT


def test_the_shipped_runs_are_those_of_the_script() -> None:
    assert [(run.id, run.seed) for run in toy_runs()] == [(run.id, run.seed) for run in RUNS]
    shipped = {k: tuple(v) if isinstance(v, list) else v for k, v in toy_settings().items()}
    assert shipped == vars(Toy())
    for run, made in zip(toy_runs(), RUNS, strict=True):
        assert run.step[-1] == Toy().steps
        assert run.rate == [round(rate_of(Toy(), made, step), 5) for step in run.step]


def test_a_short_run_begins_as_the_shipped_one() -> None:
    """Processors round differently, so the first measurement alone, and not to the last digit."""
    found = record(Toy(steps=50, held_out=30), RUNS[:1])["runs"][0]
    assert found["loss"][0] == pytest.approx(toy_runs()[0].loss[0], rel=0.05)


def test_padding_counts_where_the_mistake_says_so() -> None:
    batch = make_batch(rows(Toy(), 4, "x"))
    logits = torch.randn(*batch.wanted_BT.shape, 20, generator=torch.Generator().manual_seed(0))
    each = torch.nn.functional.cross_entropy(
        logits.flatten(0, 1), batch.wanted_BT.flatten(), reduction="none"
    )
    real = batch.wanted_BT.flatten() != PAD
    assert 0 < real.sum() < len(real)
    assert float(loss_of(logits, batch.wanted_BT, True)) == pytest.approx(float(each.mean()))
    assert float(loss_of(logits, batch.wanted_BT, False)) == pytest.approx(float(each[real].mean()))


def test_without_warm_up_the_rate_begins_at_its_highest() -> None:
    cold = Mistake("x", 1, warm=False)
    rates = [rate_of(Toy(), cold, step) for step in (1, 100, Toy().warmup, 2 * Toy().warmup)]
    assert rates[0] == rates[1] == rates[2] == max(rates) > rates[3]


def test_baselines_by_hand() -> None:
    train, dev = [[4, 5, 3], [4, 4, 3]], [[4, 3], [6, 3]]
    # counts: 4 three times, 5 once, 3 twice; 6 tokens and a vocabulary of 8
    single = {4: 4 / 14, 3: 3 / 14, 6: 1 / 14}
    by_hand = -sum(math.log(single[t]) for t in (4, 3, 6, 3)) / 4
    assert unigram_loss(train, dev, 8) == pytest.approx(by_hand)
    start = {4: (2 + single[4]) / 3, 6: single[6] / 3}  # only 4 followed the start
    after_4 = (1 + 3 * single[3]) / 6  # 4, 5 and 3 followed 4
    by_hand = -(math.log(start[4]) + math.log(after_4) + math.log(start[6]) + math.log(single[3]))
    assert bigram_loss(train, dev, 8) == pytest.approx(by_hand / 4)


def test_stored_losses_agree_with_the_log_of_the_run() -> None:
    """Two records of the same states, made by different programs."""
    found, written = baselines("ko-en"), training_log("ko-en")
    assert found is not None and written is not None
    logged = dict(zip(written.step, written.dev, strict=True))
    common = [step for step in found.states if step in logged]
    assert len(common) >= 6
    for step in common:
        # The log was written before the vocabulary got its last characters.
        assert found.states[step] == pytest.approx(logged[step], rel=0.02)
    assert found.states[0] > found.unigram > found.bigram > written.dev[-1]


def test_the_recorded_rates_are_those_of_the_recipe() -> None:
    written = training_log("ko-en")
    assert written is not None
    parts = [find_recipe("ko-en")]
    while (before := parts[0].start) is not None:
        parts.insert(0, find_recipe(before))
    for step, rate in zip(written.step, written.rate, strict=True):
        recipe = next(part for part in parts if step <= part.max_steps)
        expected = learning_rate(step, 192, recipe.warmup, recipe.lr_factor)
        expected *= decay_factor(step, recipe.max_steps, recipe.decay)
        assert rate == pytest.approx(expected, rel=1e-4)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["vision", *arguments])
    return vision.main()


def test_a_run_is_kept_and_not_done_again(tmp_path, monkeypatch, capsys):
    """Classes differ by where the ink is, so a few steps suffice to tell them apart."""
    labels = np.arange(320) % 10
    pictures = np.zeros((320, 28, 28), dtype=np.uint8)
    for number, label in enumerate(labels):
        pictures[number, 2 * label : 2 * label + 4] = 200
    np.savez(
        tmp_path / "some.npz",
        x_train=pictures,
        y_train=labels,
        x_test=pictures[:200],
        y_test=labels[:200],
    )
    monkeypatch.setattr(vision, "EPOCHS", 2)
    monkeypatch.setattr(vision, "BATCH", 16)
    folders = ["--runs", str(tmp_path / "runs"), "--out", str(tmp_path)]
    asked = ["--data", str(tmp_path / "some.npz"), *folders]
    asked += ["--only", "dense-1", "vit-1", "speller-1"]
    assert run(monkeypatch, *asked) == 0
    entry = read_facts(tmp_path / "images")["networks"]["dense"]
    (measured,) = entry["test"]
    assert measured["accuracy"] > 0.9 > measured["accuracy_shuffled"]
    network = load_network(tmp_path / "images", "dense")
    test = vision.read_digits(tmp_path / "some.npz", "test")
    assert vision.accuracy(network, test) == measured["accuracy"]
    reader, speller = (
        load_network(tmp_path / "images", n).state_dict() for n in ("vit", "speller")
    )
    assert reader["embed.weight"].equal(speller["embed.weight"])  # its encoder did not learn
    assert len((tmp_path / "images" / "log.csv").read_text().splitlines()) == 7
    assert "dense" in capsys.readouterr().out
    assert run(monkeypatch, *asked) == 0
    assert "dense" not in capsys.readouterr().out


def test_a_missing_file_is_one_line(tmp_path, monkeypatch, capsys):
    assert run(monkeypatch, "--data", str(tmp_path / "none.npz")) == 2
    assert capsys.readouterr().err.count("\n") == 1


MODEL = "ko-en-rnn"


def test_new_rows_are_means_and_all_else_stays(tmp_path: Path) -> None:
    folder = tmp_path / MODEL
    shutil.copytree(ROOT / "pretrained" / MODEL, folder)
    before, old = load_file(folder / WEIGHTS), Tokenizer.load(folder / TOKENIZER)
    # What the models had before their vocabulary got the characters of a keyboard.
    tokenizer = (ROOT / "pretrained" / "families" / TOKENIZER).read_bytes()
    new = new_ids(old, Tokenizer(tokenizer))
    assert take_tokens(folder, tokenizer) == len(new) > 0
    after = load_file(folder / WEIGHTS)
    assert {name for name in before if not np.array_equal(before[name], after[name])} == {"matrix"}
    moved = (before["matrix"] != after["matrix"]).any(axis=1)
    assert {*np.flatnonzero(moved).tolist()} <= {*new}
    index = int(np.flatnonzero(moved)[0])
    tokens = [old.token(index) for index in range(old.vocab_size)]
    rows = before["matrix"][relatives(tokens, Tokenizer(tokenizer).token(index))].astype(np.float32)
    assert after["matrix"][index] == pytest.approx(rows.mean(axis=0), abs=1e-3)
    Translator.load(folder)
    assert take_tokens(folder, tokenizer) == 0  # once they are the same, nothing is new


def test_a_vocabulary_of_another_size_is_refused(tmp_path: Path, tiny_model_folder: Path) -> None:
    folder = tmp_path / MODEL
    shutil.copytree(ROOT / "pretrained" / MODEL, folder)
    with pytest.raises(CheckpointError, match="tokens"):
        take_tokens(folder, (tiny_model_folder / TOKENIZER).read_bytes())
