"""Models for the page of one's own sentences: two for the same languages, and one more."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
import torch

from explainer.model import ModelConfig, Transformer
from explainer.model.store import save_checkpoint
from explainer.tokenizer.tokenizer import train_tokenizer
from tests.conftest import SENTENCES, TINY_VOCABULARY


@pytest.fixture(scope="session")
def sentence_folder(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """aa and bb for the same languages with other weights, cc for others."""
    found = tmp_path_factory.mktemp("pretrained")
    card = json.loads((tiny_model_folder / "config.json").read_text(encoding="utf-8"))
    tokenizer = train_tokenizer(SENTENCES, TINY_VOCABULARY, threads=1)
    config = ModelConfig(**{**card["model"], "max_positions": 48})  # random weights know no end
    facts = {n: card[n] for n in ("source", "target", "parameters", "test", "licences")}
    for seed, name in enumerate(("aa", "bb")):
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            weights = Transformer(config).state_dict()
        facts["parameters"] += seed * 1_000_000  # the picker tells models apart by what it says
        save_checkpoint(found / name, config, weights, tokenizer.model_bytes, facts)
    shutil.copytree(found / "aa", found / "cc")
    config_file = found / "cc" / "config.json"
    card = json.loads(config_file.read_text(encoding="utf-8"))
    config_file.write_text(json.dumps({**card, "source": "en", "target": "fr"}), encoding="utf-8")
    return found


@pytest.fixture
def sentence_models(sentence_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(sentence_folder))
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()
