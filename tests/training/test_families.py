"""The recipe of the families on a few invented sentences: resuming, dev sentences, baselines."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from explainer.analysis.families import Families
from explainer.analysis.ngrams import probabilities
from explainer.model import lm
from explainer.model.networks import read_facts
from explainer.model.store import CheckpointError
from explainer.tokenizer import Tokenizer
from explainer.training.studies import families, family_runs
from explainer.training.studies.family_dev import counts_of, measure, questions
from explainer.training.studies.family_runs import Run, Text, example, read_text
from tests.conftest import ROOT

TOKENIZER = Tokenizer.load(ROOT / "pretrained" / "ko-en" / "tokenizer.model")


def sentences(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    who, does = ("The cat", "A dog", "My sister", "The old man"), ("sees", "likes", "follows")
    what = ("the garden", "a red ball", "his friend", "the blue house", "my brother")
    made = (f"{rng.choice(who)} {rng.choice(does)} {rng.choice(what)}." for _ in range(count))
    return list(dict.fromkeys(made))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both corpora, with a sentence of each test file in the training file, too."""
    folder = tmp_path_factory.mktemp("data")
    every = sentences(1, 400)
    train, dev, test = every[:40], every[40:48], every[48:56]
    for name, first in (("ko-en", False), ("en-de", True)):
        (folder / name).mkdir()
        parts = {"train": [*train, test[0], "no capital.", "No mark"], "dev": dev, "test": test}
        for part, lines in parts.items():
            rows = [(s, f"x{n}") if first else (f"x{n}", s) for n, s in enumerate(lines)]
            text = "".join(f"{a}\t{b}\n" for a, b in rows)
            (folder / name / f"{part}.tsv").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def text(data: Path) -> Text:
    return read_text(data, TOKENIZER)


def test_finished_sentences_that_nobody_is_tested_on(text: Text) -> None:
    assert len(text.train) == 40 and len(text.dev) == 8
    assert not set(map(tuple, text.train)) & set(map(tuple, text.dev))
    every = {index for ids in text.train for index in ids}
    assert min(every) >= lm.FIRST and max(every) < len(text.vocabulary)
    assert all(min(ids) >= lm.FIRST for ids in text.prefixes.values())


@pytest.mark.parametrize("family", lm.FAMILIES)
def test_an_example_wants_what_the_family_is_asked(family: lm.Family, text: Text) -> None:
    ids = text.train[0]
    for seed in range(20):
        read, fed, wanted = example(family, ids, random.Random(seed), text)
        if family in ("bert", "electra"):
            assert len(wanted) == len(read) == len(ids) + 2 and not fed
            places = [at for at, index in enumerate(wanted) if index != lm.PAD]
            assert places and all(wanted[at] == ids[at - 1] for at in places)
            assert (read[0], read[-1]) == (lm.BOS, lm.EOS)
        elif family == "gpt":
            assert (read, wanted) == ([lm.BOS, *ids], [*ids, lm.EOS])
        else:
            assert fed[0] == lm.BOS and wanted[-1] == lm.EOS and fed[1:] == wanted[:-1]
            assert family == "t5" or wanted[:-1] == ids
    kinds = {example("t5", ids, random.Random(seed), text)[0][0] for seed in range(40)}
    assert kinds == {prefix[0] for prefix in text.prefixes.values()}


@pytest.mark.parametrize("family", lm.FAMILIES)
def test_a_question_asks_model_and_counts_for_the_same_tokens(family, text):
    for one in questions(family, text):
        full = [*one.ids, lm.EOS]
        wanted = [index for index in one.read[2] if index != lm.PAD]
        assert wanted == [full[place] for place in one.places]
        assert not set(wanted) & {lm.MASK, *lm.SENTINELS}


def test_baselines_are_the_counts(text: Text) -> None:
    counts = counts_of(text)
    torch.manual_seed(0)
    run = lm.make_model(lm.LmConfig("gpt", len(text.vocabulary)))
    found = measure("gpt", run.eval(), text, counts)
    tokens = [index for ids in text.train for index in (*ids, lm.EOS)]
    weights = counts.weights[0, :2]
    asked = [index for ids in text.dev for index in (*ids, lm.EOS)]
    p = weights[0] / len(text.vocabulary) + weights[1] * np.array(
        [tokens.count(index) / len(tokens) for index in asked]
    )
    assert found["tokens"] == len(asked)
    assert found["unigram"] == pytest.approx(-np.log(p).mean())
    bigram = [probabilities(counts, [*ids, lm.EOS], 2, "interpolated") for ids in text.dev]
    assert found["bigram"] == pytest.approx(-np.log(np.concatenate(bigram)).mean())


@pytest.mark.parametrize("family", ["bert", "electra"])
def test_a_run_goes_on_where_it_stood(family, text, tmp_path, monkeypatch):
    """Stopped after two steps and taken up again: the same weights as in one go."""
    monkeypatch.setattr(family_runs, "BATCH", 128)
    monkeypatch.setattr(family_runs, "SAVE_EVERY", 2)
    if family == "electra":
        with pytest.raises(CheckpointError, match="starts from BERT"):
            Run(family, text, tmp_path / "whole")
        for name in ("whole", "parts"):
            Run("bert", text, tmp_path / name).train(2)
    whole = Run(family, text, tmp_path / "whole")
    whole.train(4)
    stopped = Run(family, text, tmp_path / "parts")
    with monkeypatch.context() as killed:
        killed.setattr(Run, "_save", save_and_stop)
        with pytest.raises(KeyboardInterrupt):
            stopped.train(4)
    again = Run(family, text, tmp_path / "parts")
    assert again.step == 2
    again.train(4)
    for name, tensor in whole.model.state_dict().items():
        assert torch.equal(tensor, again.model.state_dict()[name]), name


save = Run._save


def save_and_stop(run: Run) -> None:
    save(run)
    raise KeyboardInterrupt


def test_all_five_are_trained_and_written(data, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "out"
    (folder / "ko-en").mkdir(parents=True)
    for name in ("config.json", "tokenizer.model"):
        (folder / "ko-en" / name).write_bytes((ROOT / "pretrained/ko-en" / name).read_bytes())
    where = ["--data", str(data), "--runs", str(tmp_path / "runs"), "--out", str(folder)]
    monkeypatch.setattr(sys, "argv", ["families", *where, "--steps", "3"])
    assert families.main() == 0
    assert "dev perplexity" in capsys.readouterr().out
    facts = read_facts(folder / "families")
    assert set(facts["networks"]) == set(lm.FAMILIES)
    assert all(entry["steps"] == 3 for entry in facts["networks"].values())
    made = Families(folder / "families")
    ids = made.tokens("The cat likes my brother.")
    assert made.text(ids) == "The cat likes my brother."
    for family in lm.FAMILIES:
        assert (
            made.forward_pass(family, (lm.BOS, *ids, lm.EOS), (lm.BOS, *ids, lm.EOS))["probs"].min()
            >= 0
        )
    assert len((folder / "families" / "log.csv").read_text().splitlines()) == 6


def test_a_missing_file_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["families", "--data", str(tmp_path), "--out", str(tmp_path)])
    assert families.main() == 2
    assert capsys.readouterr().err.count("\n") == 1
