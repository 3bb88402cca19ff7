"""Two processes under torchrun train as one does."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.training.parallel import Group
from tests.training.toy_corpus import write_corpus

SCRIPT = Path(__file__).with_name("without_dropout.py")
ROOT = Path(__file__).resolve().parents[2]


def train(place: Path, data: Path, *launcher: str) -> list[dict[str, str]]:
    done = subprocess.run(
        [
            sys.executable,
            *launcher,
            str(SCRIPT),
            "tiny",
            "--data",
            str(data),
            "--runs",
            str(place / "runs"),
            "--out",
            str(place / "out"),
        ],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "OMP_NUM_THREADS": "1",
            "EXPLAINER_DEVICE": "cpu",
            "PYTHONPATH": str(ROOT),
        },
    )
    assert done.returncode == 0, done.stderr
    with (place / "runs" / "tiny" / "log.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_two_processes_give_the_curve_of_one(tmp_path: Path) -> None:
    data = write_corpus(tmp_path / "data")
    one = train(tmp_path / "one", data)
    two = train(
        tmp_path / "two",
        data,
        "-m",
        "torch.distributed.run",
        "--standalone",
        "--nproc-per-node=2",
    )
    assert [row["step"] for row in one] == [row["step"] for row in two] != []
    assert [row["tokens"] for row in one] == [row["tokens"] for row in two]
    for name in ("train_loss", "dev_loss"):
        curves = [[float(row[name]) for row in rows] for rows in (one, two)]
        assert curves[0] == pytest.approx(curves[1], rel=2e-3)
        assert curves[0][-1] < curves[0][0]


def test_shares_are_the_whole_batch_and_nobody_goes_without() -> None:
    groups = [Group(rank, 3) for rank in range(3)]
    batch = [7, 1, 5, 2, 9, 4, 3]
    assert sorted(i for group in groups for i in group.share(batch)) == sorted(batch)
    assert all(group.has_share(batch) for group in groups)
    lonely = [group.share([8]) for group in groups]
    assert lonely == [[8], [8], [8]]
    assert [group.has_share([8]) for group in groups] == [True, False, False]
