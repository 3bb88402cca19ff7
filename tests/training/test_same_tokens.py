"""A finished model with the tokens of another one: new rows are means, all else stays."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from explainer.engine import Translator
from explainer.model.store import TOKENIZER, WEIGHTS, CheckpointError
from explainer.tokenizer import Tokenizer
from explainer.tokenizer.alphabet import new_ids, relatives
from explainer.training.studies.same_tokens import take_tokens
from tests.conftest import ROOT

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
    rows = before["matrix"][relatives(old, Tokenizer(tokenizer).token(index))].astype(np.float32)
    assert after["matrix"][index] == pytest.approx(rows.mean(axis=0), abs=1e-3)
    Translator.load(folder)
    assert take_tokens(folder, tokenizer) == 0  # once they are the same, nothing is new


def test_a_vocabulary_of_another_size_is_refused(tmp_path: Path, tiny_model_folder: Path) -> None:
    folder = tmp_path / MODEL
    shutil.copytree(ROOT / "pretrained" / MODEL, folder)
    with pytest.raises(CheckpointError, match="tokens"):
        take_tokens(folder, (tiny_model_folder / TOKENIZER).read_bytes())
