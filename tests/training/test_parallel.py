"""Two processes, started as torchrun starts them, train as one does."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from explainer.training.parallel import Group
from explainer.training.state import snapshot_path
from tests.conftest import ROOT
from tests.in_process import call
from tests.training import without_dropout
from tests.training.toy_corpus import write_corpus

SCRIPT = Path(without_dropout.__file__)


def arguments(place: Path, data: Path) -> list[str]:
    return ["tiny", "--data", str(data), "--runs", str(place)]


def train(place: Path, data: Path) -> Path:
    """The folder of the run, made by this process."""
    with torch.random.fork_rng(devices=[]):
        done = call(without_dropout.main, *arguments(place, data), EXPLAINER_DEVICE="cpu")
    assert done.returncode == 0, done.stderr
    return place / "tiny"


def train_by_two(place: Path, data: Path) -> Path:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments(place, data)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "EXPLAINER_DEVICE": "cpu", "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return place / "tiny"


def log(run: Path) -> list[dict[str, str]]:
    with (run / "log.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_two_processes_give_the_curve_of_one(tmp_path: Path) -> None:
    """The log has five digits, the weights behind it have all."""
    data = write_corpus(tmp_path / "data")
    one, two = train(tmp_path / "one", data), train_by_two(tmp_path / "two", data)
    rows = log(one)
    assert [row["step"] for row in rows] == ["10", "20"]
    assert float(rows[1]["train_loss"]) < float(rows[0]["train_loss"])
    for row, other in zip(rows, log(two), strict=True):
        assert row["tokens"] == other["tokens"]
        for name in ("train_loss", "dev_loss"):
            assert float(row[name]) == pytest.approx(float(other[name]), abs=2e-5)
        kept, others = (load_file(snapshot_path(run, int(row["step"]))) for run in (one, two))
        for name, weights in kept.items():
            assert weights.dtype == torch.float64
            torch.testing.assert_close(weights, others[name], rtol=1e-6, atol=1e-6)


def test_shares_are_the_whole_batch_and_nobody_goes_without() -> None:
    groups = [Group(rank, 3) for rank in range(3)]
    batch = [7, 1, 5, 2, 9, 4, 3]
    assert sorted(i for group in groups for i in group.share(batch)) == sorted(batch)
    assert all(group.has_share(batch) for group in groups)
    lonely = [group.share([8]) for group in groups]
    assert lonely == [[8], [8], [8]]
    assert [group.has_share([8]) for group in groups] == [True, False, False]
