"""A run goes on with exactly what it began with, or says which file is in the way."""

import random
import shutil
from pathlib import Path
from unittest.mock import patch

import pytest
import torch

from explainer.data.corpus import CorpusError
from explainer.model.store import TOKENIZER
from explainer.tokenizer.tokenizer import train_tokenizer
from explainer.training import __main__ as command
from explainer.training.parallel import Group
from explainer.training.recipes import find_recipe
from explainer.training.state import STATE, ResumeError
from tests.conftest import SENTENCES
from tests.training.toy_corpus import write_corpus

SNAPSHOT, HISTORY = "snapshots/00000004.safetensors", "history/00000000.safetensors"


def train(place: Path, *more: str) -> int:
    """Without the export; the signals the command takes over are left alone."""
    folders = ("--data", str(place / "data"), "--runs", str(place / "runs"))
    arguments = command.parser().parse_args(["tiny", *folders, *more])
    with patch.object(command, "export"), patch("explainer.training.loop.signal.signal"):
        return command.run(arguments, Group(), torch.device("cpu"))


@pytest.fixture(scope="module")
def four_steps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("begun")
    write_corpus(place / "data")
    assert train(place, "--max-steps", "4") == 0
    return place


@pytest.fixture
def begun(four_steps: Path, tmp_path: Path) -> Path:
    """A run of four steps, to be damaged."""
    return Path(shutil.copytree(four_steps, tmp_path / "place"))


def path_of(place: Path, name: str) -> Path:
    return place / ("data" if name.endswith(".tsv") else "runs") / "tiny" / name


def overwritten(data: bytes) -> bytes:
    """400 bytes in the middle."""
    start = len(data) // 2
    return data[:start] + random.Random(1).randbytes(400) + data[start + 400 :]


def noise(data: bytes) -> bytes:
    return random.Random(2).randbytes(3000)


def without_a_line(data: bytes) -> bytes:
    return data.partition(b"\n")[2]


def another_tokenizer(data: bytes) -> bytes:
    size = find_recipe("tiny").model.vocab_size
    return train_tokenizer([text for text in SENTENCES if text.isascii()], size, 1).model_bytes


def test_an_untouched_run_goes_on(begun: Path) -> None:
    assert train(begun, "--resume", "--max-steps", "6") == 0


@pytest.mark.parametrize(
    ("name", "change"),
    [
        (STATE, overwritten),
        (STATE, noise),
        (STATE, lambda data: b""),
        ("train.tsv", without_a_line),
        ("train.tsv", noise),
        ("dev.tsv", without_a_line),
        ("test.tsv", without_a_line),
        (TOKENIZER, another_tokenizer),
        (TOKENIZER, noise),
        (SNAPSHOT, overwritten),
        (HISTORY, overwritten),
    ],
)
def test_what_was_changed_in_between_is_refused_by_name(begun, name, change):
    path = path_of(begun, name)
    path.write_bytes(change(path.read_bytes()))
    before = path_of(begun, STATE).read_bytes()
    with pytest.raises((ResumeError, CorpusError)) as caught:
        train(begun, "--resume", "--max-steps", "6")
    assert str(path) in str(caught.value)
    assert path_of(begun, STATE).read_bytes() == before


@pytest.mark.parametrize("name", ["train.tsv", "dev.tsv", "test.tsv"])
def test_every_file_is_looked_for_before_the_first_step(begun: Path, name: str) -> None:
    shutil.rmtree(begun / "runs")
    path_of(begun, name).unlink()
    with pytest.raises(CorpusError, match=f"{name}: no such file"):
        train(begun, "--max-steps", "4")
    assert not list((begun / "runs").rglob(STATE))


def test_data_that_leave_nothing_to_learn_are_refused(begun: Path) -> None:
    shutil.rmtree(begun / "runs")
    path = path_of(begun, "train.tsv")
    sides = (" ".join(path.read_text(encoding="utf-8").split()),) * 2
    path.write_text(f"{sides[0]}\t{sides[1]} end\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"train.tsv: no pair is left|too little text"):
        train(begun, "--max-steps", "4")


def test_a_dev_sentence_longer_than_the_model_is_refused(begun: Path) -> None:
    shutil.rmtree(begun / "runs")
    path = path_of(begun, "dev.tsv")
    first = path.read_text(encoding="utf-8").splitlines()[0]
    source, target = first.split("\t")
    path.write_text(f"{' '.join([source] * 200)}\t{target}\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"dev.tsv: \d+ tokens, at most 256"):
        train(begun, "--max-steps", "4")
