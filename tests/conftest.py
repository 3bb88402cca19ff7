"""What many tests share: a small random model folder, the shipped model, Chromium."""

from __future__ import annotations

import os

# Before torch is imported: small matrices lose more time on starting threads than they win, and
# the order of a sum, so its last digit, would depend on their number.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")

import gc
import logging
import shutil
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
import torch
from hypothesis import HealthCheck, settings

import explainer.chapters  # noqa: F401  # registers the course
from explainer.model import ModelConfig, Transformer
from explainer.model.kinds import Network
from explainer.model.rnn import Recurrent, RecurrentConfig
from explainer.model.rnn.config import Kind
from explainer.model.store import load_checkpoint, save_checkpoint
from explainer.tokenizer import EOS
from explainer.tokenizer.tokenizer import train_tokenizer

if TYPE_CHECKING:
    from tests.apptest import Open

torch.set_num_threads(1)

# The same examples on every machine and every day, however slow it is.
settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

ROOT = Path(__file__).resolve().parents[1]
TINY_VOCABULARY = 300
# What starts processes, trains, or goes through the whole app, every page, lesson or text.
SLOW = {"app", "browser", "deploy", "fuzz", "importing", "lessons", "load", "shell", "site"}
SLOW |= {"training", "test_beats.py", "test_examples.py", "test_examples_search.py"}
SLOW |= {"test_own_questions.py", "test_told.py", "test_command.py", "test_words.py"}
SLOW |= {"test_every_step.py"}
# Servers that are forks of one process, a site that others wait for, numbers of shipped models.
SERVERS = ("running", "changed", "school", "restarted", "framed")
TOGETHER = {"site": "site", "shipped": "shipped", **dict.fromkeys(SERVERS, "servers")}

# Enough Korean and English, with digits and punctuation, for a vocabulary of 300 tokens.
SENTENCES = tuple((ROOT / "tests/sentences.txt").read_text(encoding="utf-8").splitlines())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`slow` are the places in SLOW, what needs a server, and what says so itself."""
    for item in items:
        place = set(item.path.relative_to(ROOT / "tests").parts)
        needs = getattr(item, "fixturenames", ())
        if place & SLOW or "running" in needs:
            item.add_marker(pytest.mark.slow)
    items[:] = deal(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def deal(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Return the tests in as many equal parts as `--dist worksteal` cuts them into.

    Each part begins with slow tests and those that belong together, whole files where they fit,
    and ends with short ones: a process that is done takes from the end of another's part, so what
    needs dear fixtures stays with one process.
    """
    slow, short = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        is_slow = item.get_closest_marker("slow") or home_of(item) is not item.path
        (slow if is_slow else short).append(item)
    homes = {home: at for at, home in enumerate(dict.fromkeys(map(home_of, slow)))}
    rest, dealt = iter(short), list[pytest.Item]()
    for process in range(processes):
        dealt += [item for item in slow if homes[home_of(item)] % processes == process]
        end = len(items) * (process + 1) // processes
        dealt += islice(rest, max(0, end - len(dealt)))
    return [*dealt, *rest]


def home_of(item: pytest.Item) -> object:
    """Return what has to be made for a test: its file, or what several files use."""
    if hasattr(getattr(item, "module", None), "tree_of"):
        return "all our code, parsed"
    needs = getattr(item, "fixturenames", ())
    return next((TOGETHER[name] for name in needs if name in TOGETHER), item.path)


def pytest_collection_finish() -> None:
    """Collecting garbage was a tenth of the time: what is there before the first test stays and
    need not be looked at again, nor does each thousandth new object make it worth a look."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    # pytest hangs a handler into each logger that keeps its records to itself, six times a test;
    # Streamlit has a hundred of those.
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger) and logger.name.startswith("streamlit"):
            logger.propagate = True


def small_config(vocab_size: int) -> ModelConfig:
    return ModelConfig(vocab_size, 32, n_heads=4, d_ff=64, n_encoder_layers=2, n_decoder_layers=2)


def random_model(config: ModelConfig | RecurrentConfig, seed: int) -> Any:
    """The same weights each time, and nobody else draws other numbers for it."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Transformer(config) if isinstance(config, ModelConfig) else Recurrent(config)


def save_like(like: Path, folder: Path, network: Network, **facts: object) -> None:
    """Write a folder with the tokenizer of another, and its card but for these facts."""
    kept = load_checkpoint(like)
    card = {**kept.card, "name": folder.name, **facts}
    save_checkpoint(folder, network.config, network.state_dict(), kept.tokenizer, card)


@pytest.fixture(scope="session")
def tiny_model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder as the app reads it, with random weights and the numbers of a card."""
    folder = tmp_path_factory.mktemp("pretrained") / "tiny"
    tokenizer = train_tokenizer(SENTENCES, TINY_VOCABULARY, threads=1)
    model = random_model(small_config(tokenizer.vocab_size), 0)
    measured = {
        "bleu": 0.0,
        "bleu_signature": "random weights",
        "chrf": 0.0,
        "chrf_signature": "random weights",
        "sentences": 0,
        "search": "none",
    }
    facts = {
        "name": folder.name,
        "source": "ko",
        "target": "en",
        "parameters": model.n_parameters(),
        "recipe": "none",
        "training": {"steps": 0, "target_tokens": 0, "hours": 0.0, "hardware": "none"},
        "dev": {"loss": 0.0, "perplexity": 1.0},
        "licences": "none",
        "test": {"beam": measured, "greedy": measured},
    }
    save_checkpoint(folder, model.config, model.state_dict(), tokenizer.model_bytes, facts)
    return folder


@pytest.fixture(scope="session")
def recurrent_folder(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny Transformer, whose outputs end, and a recurrent model of every kind with its tokens,
    random weights: a gradient for each of 96 tokens would take seconds.
    """
    found = tmp_path_factory.mktemp("recurrent")
    tiny = load_checkpoint(tiny_model_folder).model
    end_after_some_tokens(tiny)
    save_like(tiny_model_folder, found / "tiny", tiny)
    for seed, kind in enumerate(get_args(Kind)):
        vocabulary = tiny.config.vocab_size
        config = RecurrentConfig(vocabulary, kind, d_embed=12, d_hidden=16, d_attention=10)
        folder = found / f"tiny-{kind}"
        save_like(tiny_model_folder, folder, random_model(config, seed), shown=False)
    return found


@pytest.fixture(scope="session")
def models_folder(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the models ko-toy and en-toy; the second says it reads English. They end."""
    folder = tmp_path_factory.mktemp("models")
    for name, source, target in (("ko-toy", "ko", "en"), ("en-toy", "en", "ko")):
        model = load_checkpoint(tiny_model_folder).model
        end_after_some_tokens(model)
        save_like(tiny_model_folder, folder / name, model, source=source, target=target)
    return folder


def end_after_some_tokens(model: Transformer) -> None:
    """Random weights write to the limit of 96 steps, and everything then costs six times as much.

    Two channels of the decoder are left to the positions, sin(t / 10) and cos(t / 10); EOS alone
    asks for their difference, which rises from -1 to 1: outputs have twelve to twenty tokens.
    """
    rising = slice(8, 10)  # of 32: 10000^(8/32) = 10
    with torch.no_grad():
        model.matrix[:, rising] = 0.0
        model.matrix[EOS] = 0.0
        model.matrix[EOS, rising] = torch.tensor([16.0, -16.0])
        for name, weight in model.decoder.named_parameters():
            if name.endswith(("out_proj.weight", "contract.weight")):
                weight[rising] = 0.0


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course as files: three chapters and a lesson, in every language."""
    from tests.built import built_once
    from tests.site.course import write

    return built_once(tmp_path_factory, "site", write)


@pytest.fixture
def open_app(models_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """`open_app("cell", {"cell_stage": 2}, lang="ko")`: page, session, address; one run."""
    from tests.apptest import use_models, visit

    use_models(models_folder, monkeypatch)
    return partial(visit, model="ko-toy")


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app has the models that come with the project."""
    from tests.apptest import use_models

    use_models(ROOT / "pretrained", monkeypatch)


@pytest.fixture(scope="session")
def ko_en_folder() -> Path:
    """The Korean-English model that comes with the project."""
    folder = ROOT / "pretrained" / "ko-en"
    if not (folder / "config.json").is_file():
        pytest.fail(f"{folder.relative_to(ROOT)} is missing: train it as the README says")
    return folder


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The browser of the tests. Where CI is set it has to be there."""
    if path := chromium():
        return path
    message = "no Chromium; install the package chromium-headless-shell or set CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


def chromium() -> str | None:
    """Return the path of the browser that CHROMIUM names, or else of Debian's, the one without
    windows first: the same engine for a seventh less CPU. None where there is none.
    """
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")
