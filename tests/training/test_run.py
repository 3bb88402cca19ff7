"""A real run of the tiny recipe through the command: it learns, resumes exactly, ships a model."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from explainer.engine import Translator
from explainer.model.store import read_card
from tests.toy_language import toy_pairs


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    pairs = toy_pairs()
    for name, part in (("train", pairs[:100]), ("dev", pairs[100:114]), ("test", pairs[114:])):
        path = folder / "tiny" / f"{name}.tsv"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{a}\t{b}\n" for a, b in part), encoding="utf-8")
    return folder


def command(data: Path, place: Path, *more: str) -> list[str]:
    return [
        sys.executable, "-m", "explainer.training", "tiny", "--data", str(data),
        "--runs", str(place / "runs"), "--out", str(place / "out"), *more,
    ]  # fmt: skip


def run(data: Path, place: Path, *more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "EXPLAINER_DEVICE": "cpu"}
    return subprocess.run(
        command(data, place, *more), capture_output=True, text=True, check=False, env=environment
    )


def log(place: Path) -> list[dict[str, str]]:
    with (place / "runs" / "tiny" / "log.csv").open(encoding="utf-8") as file:
        return [{k: v for k, v in row.items() if k != "seconds"} for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def finished(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("finished")
    done = run(data, place)
    assert done.returncode == 0, done.stderr
    return place


def test_it_learns_and_ships_a_model(finished: Path) -> None:
    rows = log(finished)
    assert [int(r["step"]) for r in rows] == [50, 100, 150, 200]
    assert float(rows[-1]["dev_loss"]) < 0.6 * float(rows[0]["dev_loss"])
    folder = finished / "out" / "tiny"
    card = read_card(folder)
    assert card["training"]["steps"] == 200
    assert card["training"]["averaged_steps"] == [150, 200]
    assert "tok:13a" in card["test"]["beam"]["bleu_signature"]
    text = (folder / "CARD.md").read_text(encoding="utf-8")
    assert str(card["test"]["beam"]["bleu"]) in text
    assert Translator.load(folder).translate(toy_pairs()[0][0]).text


def test_killed_and_resumed_ends_like_one_never_killed(data: Path, finished: Path) -> None:
    place = finished / "killed"
    process = subprocess.Popen(
        command(data, place), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "1", "EXPLAINER_DEVICE": "cpu"},
    )  # fmt: skip
    state = place / "runs" / "tiny" / "state.pt"
    limit = time.monotonic() + 120
    while not state.exists() and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert state.exists()
    refused = run(data, place)
    assert refused.returncode == 2 and "--resume" in refused.stderr
    resumed = run(data, place, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert log(place) == log(finished)


def test_bad_calls_answer_in_one_line(data: Path, tmp_path: Path) -> None:
    for arguments, message in (
        ([tmp_path / "nothing", tmp_path], "train.tsv: no such file"),
        ([data, tmp_path, "--resume"], "nothing to resume"),
    ):
        failed = run(*arguments)
        assert failed.returncode == 2
        assert message in failed.stderr and failed.stderr.count("\n") == 1
    unknown = subprocess.run(
        [sys.executable, "-m", "explainer.training", "nope"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert unknown.returncode == 2 and "there are: en-de, ko-en" in unknown.stderr
