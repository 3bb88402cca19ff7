"""The recipe of the networks for pictures on a handful of invented ones."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from explainer.model.vision import load_network, read_facts
from explainer.training.studies import vision


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["vision", *arguments])
    return vision.main()


def test_a_run_is_kept_and_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Classes differ by where the ink is, so a few steps suffice to tell them apart."""
    labels = np.arange(640) % 10
    pictures = np.zeros((640, 28, 28), dtype=np.uint8)
    for number, label in enumerate(labels):
        pictures[number, 2 * label : 2 * label + 4] = 200
    np.savez(
        tmp_path / "some.npz",
        x_train=pictures,
        y_train=labels,
        x_test=pictures[:500],
        y_test=labels[:500],
    )
    monkeypatch.setattr(vision, "EPOCHS", 3)
    folders = ["--runs", str(tmp_path / "runs"), "--out", str(tmp_path)]
    asked = ["--data", str(tmp_path / "some.npz"), *folders, "--only", "dense-1"]
    assert run(monkeypatch, *asked) == 0
    entry = read_facts(tmp_path / "images")["networks"]["dense"]
    (measured,) = entry["test"]
    assert measured["accuracy"] > 0.9 > measured["accuracy_shuffled"]
    network = load_network(tmp_path / "images", "dense")
    test = vision.read_digits(tmp_path / "some.npz", "test")
    assert vision.accuracy(network, test) == measured["accuracy"]
    assert len((tmp_path / "images" / "log.csv").read_text().splitlines()) == 4
    assert "dense" in capsys.readouterr().out
    assert run(monkeypatch, *asked) == 0
    assert "dense" not in capsys.readouterr().out


def test_a_missing_file_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--data", str(tmp_path / "none.npz")) == 2
    assert capsys.readouterr().err.count("\n") == 1
