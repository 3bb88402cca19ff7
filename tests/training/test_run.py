"""A real run of the tiny recipe through the command: it learns, resumes exactly, ships a model."""

import csv
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from explainer.data.everyday import everyday
from explainer.data.typed import typed_for
from explainer.engine import VOCABULARY, Translator
from explainer.model import store
from explainer.model.int8 import quantized, restore
from explainer.model.kinds import make_network
from explainer.tokenizer import Tokenizer
from explainer.training import __main__ as program
from explainer.training import export
from explainer.training.recipes import find_recipe
from tests.built import built_once
from tests.in_process import call, full_disk
from tests.toy_language import toy_pairs
from tests.training.toy_corpus import write_corpus

FEW = 6
HALF = ("--max-steps", "100")  # a second part as long as the first, over several epochs


@pytest.fixture(scope="module", autouse=True)
def _few_inputs() -> Iterator[None]:
    """Of those that every card has a score for: the tiny model writes nonsense for all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(export, "everyday", lambda: everyday()[:FEW])
        patch.setattr(export, "typed_for", lambda pair: typed_for(pair)[:FEW])
        yield


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("data"))


def command(data: Path, place: Path, *more: str, recipe: str = "tiny") -> list[str]:
    folders = ("--data", str(data), "--runs", str(place / "runs"), "--out", str(place / "out"))
    return [recipe, *folders, *more]


def run(
    data: Path, place: Path, *more: str, recipe: str = "tiny"
) -> subprocess.CompletedProcess[str]:
    return called(*command(data, place, *more, recipe=recipe))


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run ends with its last step: translations of the test sentences take longer than it."""
    monkeypatch.setattr(program, "export", lambda *_: None)


def called(*arguments: str) -> subprocess.CompletedProcess[str]:
    with torch.random.fork_rng(devices=[]):
        done = call(program.main, *arguments, EXPLAINER_DEVICE="cpu")
    said = (stream.decode("utf-8") for stream in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, *said)


def start(data: Path, place: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "explainer.training", *command(data, place, *more)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", "EXPLAINER_DEVICE": "cpu"},
    )


def log(place: Path, recipe: str = "tiny") -> list[dict[str, str]]:
    with (place / "runs" / recipe / "log.csv").open(encoding="utf-8") as file:
        return [{k: v for k, v in row.items() if k != "seconds"} for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def finished(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    def train(place: Path) -> None:
        done = run(data, place)
        assert done.returncode == 0, done.stderr

    return built_once(tmp_path_factory, "run", train)


def test_it_learns_and_ships_a_model(finished: Path) -> None:
    rows = log(finished)
    assert [int(r["step"]) for r in rows] == [50, 100, 150, 200]
    assert float(rows[-1]["dev_loss"]) < 0.6 * float(rows[0]["dev_loss"])
    folder = finished / "out" / "tiny"
    card = store.read_card(folder)
    assert card["training"]["steps"] == 200
    assert card["training"]["averaged_steps"] == [150, 200]
    assert card[VOCABULARY] == Tokenizer.load(folder / store.TOKENIZER).fingerprint
    assert "tok:13a" in card["test"]["beam"]["bleu_signature"]
    text = (folder / "CARD.md").read_text(encoding="utf-8")
    assert str(card["test"]["beam"]["bleu"]) in text
    everyday_score = card["everyday"]
    assert everyday_score["sentences"] == FEW and "nrefs:2" in everyday_score["bleu_signature"]
    assert f"| {everyday()[0][0]} | " in text
    typed = card["typed"]
    assert typed["inputs"] == FEW
    assert typed["right"] == sum(right for right, _ in typed["kinds"].values())
    assert f"| typed as people type, beam 4, alpha 0.6 | {typed['right']} of " in text
    assert Translator.load(folder).translate(toy_pairs()[0][0]).text


@pytest.mark.usefixtures("no_model")
def test_killed_and_on_a_full_disk_it_ends_like_one_never_stopped(
    data: Path, finished: Path
) -> None:
    place = finished / "killed"
    state = place / "runs" / "tiny" / "state.pt"
    process = start(data, place, *HALF)
    while not state.exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = state.read_bytes()
    refused = run(data, place)
    assert refused.returncode == 2 and "--resume" in refused.stderr
    with full_disk(48 * 1024):
        failed = run(data, place, "--resume")
    assert failed.returncode == 2 and "File too large" in failed.stderr.splitlines()[-1]
    assert "Traceback" not in failed.stderr
    assert state.read_bytes() == before
    resumed = run(data, place, *HALF, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert log(place) == log(finished)[:2]


def test_the_history_holds_weights_of_the_course(finished: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(finished / "out" / "tiny", tmp_path / "tiny")
    assert store.history_steps(store.read_card(folder)) == (0, 20, 150)
    recipe = find_recipe("tiny")
    torch.manual_seed(recipe.seed)
    start = make_network(recipe.model)
    first = store.load_checkpoint(folder, step=0).model
    assert torch.equal(first.matrix, restore(quantized({"matrix": start.matrix}))["matrix"])
    later, last = store.load_checkpoint(folder, step=150).model, store.load_checkpoint(folder).model
    moved = [float((model.matrix - first.matrix).norm()) for model in (later, last)]
    assert 0 < moved[0] < 2 * moved[1]
    (folder / "history" / "00000020.safetensors").write_bytes(b"damaged")
    with pytest.raises(store.CheckpointError, match=r"history/00000020.safetensors: damaged"):
        store.load_checkpoint(folder, step=20)
    with pytest.raises(store.CheckpointError, match="no such file"):
        store.load_checkpoint(folder, step=21)


def test_a_run_goes_on_from_a_finished_model(data: Path, finished: Path) -> None:
    place = finished / "more"
    shutil.copytree(finished / "out", place / "out")
    done = run(data, place, "--max-steps", "300", recipe="tiny-more")
    assert done.returncode == 0, done.stderr
    start, folder = place / "out" / "tiny", place / "out" / "tiny-more"
    rows = log(place, "tiny-more")
    assert rows[:4] == log(finished)
    assert [int(row["step"]) for row in rows[4:]] == [250, 300]
    assert float(rows[4]["dev_loss"]) < 0.6 * float(rows[0]["dev_loss"])  # not from scratch
    assert float(rows[-1]["learning_rate"]) < 0.02 * float(rows[-2]["learning_rate"])
    card = store.read_card(folder)
    assert card["training"]["steps"] == 300
    assert "--data DIR`, after the same for `tiny`." in (folder / "CARD.md").read_text("utf-8")
    assert store.history_steps(card) == (*store.history_steps(store.read_card(start)), 300)
    assert (folder / "tokenizer.model").read_bytes() == (start / "tokenizer.model").read_bytes()


@pytest.mark.usefixtures("no_model")
def test_a_start_that_moved_meanwhile_is_no_resumption(data: Path, finished: Path) -> None:
    stopped = finished / "stopped"
    shutil.copytree(finished / "out", stopped / "out")
    assert run(data, stopped, "--max-steps", "210", recipe="tiny-more").returncode == 0
    moved = run(data, stopped, "--max-steps", "300", "--resume", recipe="tiny-more")
    assert moved.returncode == 2 and "all steps after 110" in moved.stderr


def test_a_start_that_is_missing_is_named(data: Path, tmp_path: Path) -> None:
    failed = run(data, tmp_path, recipe="tiny-more")
    assert failed.returncode == 2
    wanted = f"{tmp_path}/out/tiny: recipe 'tiny-more' needs this model trained first"
    assert failed.stderr == f"error: {wanted}\n"


def test_bad_calls_answer_in_one_line(data: Path, tmp_path: Path) -> None:
    for arguments, message in (
        ([tmp_path / "nothing", tmp_path], "train.tsv: no such file"),
        ([data, tmp_path, "--resume"], "nothing to resume"),
    ):
        failed = run(*arguments)
        assert failed.returncode == 2
        assert message in failed.stderr and failed.stderr.count("\n") == 1
    unknown = called("nope")
    assert (
        unknown.returncode == 2
        and "there are: de-en, de-en-second, en-de, en-de-base, en-de-eighth," in unknown.stderr
    )
