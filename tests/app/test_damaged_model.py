"""Damaged files of a model, or whole files that are of no use: it is refused by name, the others
go on serving.
"""

import json
import logging
import math
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load, save

from explainer import installed
from explainer.engine import VOCABULARY, Translator
from explainer.engine.memo import MEMO
from explainer.model import store
from explainer.model.store import TOKENIZER, WEIGHTS, sha256
from explainer.runs import registry
from explainer.shell.warm import warm_up
from explainer.text import Text
from explainer.tokenizer.tokenizer import Tokenizer, train_tokenizer
from tests.app.helpers import messages
from tests.apptest import use_models, visit
from tests.conftest import SENTENCES, TINY_VOCABULARY

HISTORY = "history/00000010.safetensors"
FILES = ("weights.safetensors", "tokenizer.model")


def card_of(model: Path) -> dict[str, Any]:
    return json.loads((model / "config.json").read_text(encoding="utf-8"))


def rewrite(model: Path, **facts: object) -> None:
    """Other facts in the card of a model."""
    card = {**card_of(model), **facts}
    (model / "config.json").write_text(json.dumps(card), encoding="utf-8")


def put(model: Path, name: str, data: bytes) -> None:
    """Replace a file of a model and write its SHA-256 into the card, as a careless script does."""
    (model / name).write_bytes(data)
    rewrite(model, sha256={**card_of(model)["sha256"], name: sha256(data)})
    MEMO.clear()


@pytest.fixture
def models(models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both small models, the English one with weights from the course of its training."""
    folder = tmp_path / "models"
    shutil.copytree(models_folder, folder)
    model = folder / "en-toy"
    (model / HISTORY).parent.mkdir()
    put(model, HISTORY, (model / "weights.safetensors").read_bytes())
    use_models(folder, monkeypatch)
    return folder


def flip(path: Path) -> None:
    """Change one bit in the middle."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("explainer")]


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [*zip(FILES, (flip, Path.unlink), ("damaged", "no such file"), strict=True)],
    ids=FILES,
)
def test_one_changed_bit_or_a_missing_file_is_refused_at_the_start(
    models, caplog, name, spoil, said
):
    spoil(models / "en-toy" / name)
    with caplog.at_level(logging.ERROR):
        assert warm_up() == ["ko-toy"], "the other goes on"
    (line,) = lines(caplog)
    assert f"en-toy/{name}: {said}" in line and "\n" not in line


@pytest.mark.parametrize("warm", [True, False])
def test_a_visitor_who_asks_for_a_model_waits_for_each_of_its_files_once(models, monkeypatch, warm):
    """And not for the weights of its history; also of a model that came while the app runs."""
    read: list[str] = []
    plain = store.read_checked

    def noted(folder: Path, name: str, card: Any) -> bytes:
        read.append(name)
        return plain(folder, name, card)

    if warm:
        warm_up()
    monkeypatch.setattr(store, "read_checked", noted)
    MEMO.clear()
    registry.model_of("en-toy")
    assert sorted(read) == sorted(FILES[:2])


@pytest.mark.parametrize(("spoil", "lang"), [(flip, "ko"), (Path.unlink, "en")], ids=["ko", "en"])
def test_a_state_of_the_training_that_is_lost_takes_nothing_else_along(models, caplog, spoil, lang):
    other = HISTORY.replace("10", "20")
    shutil.copyfile(models / "en-toy" / HISTORY, models / "en-toy" / other)
    card = card_of(models / "en-toy")
    rewrite(models / "en-toy", sha256={**card["sha256"], other: card["sha256"][HISTORY]})
    spoil(models / "en-toy" / HISTORY)
    with caplog.at_level(logging.ERROR):
        assert warm_up() == ["en-toy", "ko-toy"]
    (line,) = lines(caplog)
    assert f"en-toy/{HISTORY}" in line and str(models) not in line
    assert installed.kept_steps("en-toy") == (20,)
    app = visit("growth", lang=lang, model="en-toy")
    assert not app.exception
    assert Text(lang)("growth.lost", steps="10") in messages(app)


def test_a_model_to_compare_with_is_checked_but_not_loaded(models, caplog, monkeypatch):
    rewrite(models / "en-toy", shown=False)
    loaded: list[str] = []
    load = Translator.load

    def noted(folder: Path, **how: Any) -> Translator:
        loaded.append(folder.name)
        return load(folder, **how)

    monkeypatch.setattr(Translator, "load", noted)
    assert warm_up() == ["en-toy", "ko-toy"] and loaded == ["ko-toy"]
    flip(models / "en-toy" / FILES[0])
    MEMO.clear()
    with caplog.at_level(logging.ERROR):
        assert warm_up() == ["ko-toy"]
    assert f"en-toy/{FILES[0]}: damaged" in lines(caplog)[0]


def weights_with(change: Callable[[torch.Tensor], torch.Tensor]) -> Callable[[Path], bytes]:
    """The matrix changed."""

    def made(model: Path) -> bytes:
        weights = load((model / WEIGHTS).read_bytes())
        return save({**weights, "matrix": change(weights["matrix"])})

    return made


def with_one(value: float) -> Callable[[Path], bytes]:
    def change(tensor: torch.Tensor) -> torch.Tensor:
        changed = tensor.clone()
        changed.view(-1)[3] = value
        return changed

    return weights_with(change)


def trained_on(sentences: Iterable[str], size: int) -> Callable[[Path], bytes]:
    return lambda _: train_tokenizer(list(sentences), size, threads=1).model_bytes


# What is put in place of which file, and what is said about it.
USELESS: dict[str, tuple[str, Callable[[Path], bytes], str]] = {
    "no tokenizer": (TOKENIZER, lambda _: b"garbage" * 99, "not a SentencePiece model"),
    "a smaller tokenizer": (TOKENIZER, trained_on(SENTENCES, 250), "has 250 tokens, the model 300"),
    "another model's tokenizer": (
        TOKENIZER,
        trained_on((text[::-1] for text in SENTENCES), TINY_VOCABULARY),
        "holds the tokens of another model",
    ),
    "not a number": (WEIGHTS, with_one(math.nan), "matrix holds numbers that are not finite"),
    "too large": (WEIGHTS, weights_with(lambda tensor: tensor.float() + 3e38), ""),
    "other sizes": (WEIGHTS, weights_with(lambda tensor: tensor[:-1].clone()), "does not fit"),
}


@pytest.mark.parametrize(
    ("kind", "only_to_compare"),
    [*((kind, False) for kind in USELESS), ("a smaller tokenizer", True), ("not a number", True)],
)
def test_useless_files_with_a_true_hash_leave_one_model_out(models, caplog, kind, only_to_compare):
    name, made, reason = USELESS[kind]
    model = models / "en-toy"
    known = {VOCABULARY: Tokenizer.load(model / TOKENIZER).fingerprint}
    rewrite(model, shown=not only_to_compare, **known)
    assert warm_up() == ["en-toy", "ko-toy"]
    put(model, name, made(model))
    with caplog.at_level(logging.ERROR):
        assert warm_up() == ["ko-toy"], "the other goes on"
    (line,) = lines(caplog)
    assert "en-toy" in line and reason in line and "\n" not in line
    entry = installed.installed_models()["en-toy"]
    assert reason in entry.problem and str(models) not in entry.problem
    assert list(installed.usable()) == ["ko-toy"]


def test_a_model_left_out_is_not_offered_and_its_page_says_why(models: Path) -> None:
    lang, good = "ko", (models / "en-toy" / TOKENIZER).read_bytes()
    put(models / "en-toy", TOKENIZER, b"garbage" * 99)
    assert warm_up() == ["ko-toy"]
    app = visit(lang=lang, model="en-toy")
    assert messages(app) == [Text(lang)("shell.broken_model", model="en-toy")]
    picker = app.selectbox(key="model")
    assert picker.value == "ko-toy" and len(picker.options) == 1
    assert app.session_state["last_request"].model == "ko-toy"
    app = visit("models", lang=lang)
    assert messages(app) == [Text(lang)("models.broken")]
    assert "en-toy/tokenizer.model: not a SentencePiece model" in [code.value for code in app.code]
    put(models / "en-toy", TOKENIZER, good)  # repaired, it is used without a new start
    assert list(installed.usable()) == warm_up() == ["en-toy", "ko-toy"]


def test_without_a_working_model_it_says_so(models: Path, caplog: pytest.LogCaptureFixture) -> None:
    lang = "en"
    for name in ("en-toy", "ko-toy"):
        put(models / name, TOKENIZER, b"garbage" * 99)
    with caplog.at_level(logging.ERROR):
        assert warm_up() == []
    assert lines(caplog)[-1] == "no model can be used: the page of models says why"
    app = visit(lang=lang)
    assert Text(lang)("shell.no_working_model") in messages(app)
    app = visit("models", lang=lang)
    assert messages(app).count(Text(lang)("models.broken")) == 2


def test_during_a_run_the_models_are_those_of_its_beginning(models: Path) -> None:
    with installed.cached_for_run():
        assert list(installed.usable()) == ["en-toy", "ko-toy"]
        (models / "en-toy" / "config.json").unlink()
        assert list(installed.usable()) == ["en-toy", "ko-toy"]
        installed.mark_unusable(installed.entry_of("ko-toy"), ValueError("of no use"))
        assert list(installed.usable()) == ["en-toy"], "what is found out meanwhile counts at once"
        with pytest.raises(KeyError):
            installed.version_of("ko-toy")
    assert list(installed.usable()) == []


@pytest.mark.parametrize(("page", "lang"), [("cell", "en"), ("sentences", "ko")])
def test_a_page_stays_open_where_its_model_goes(models: Path, page: str, lang: str) -> None:
    app = visit(page, lang=lang, model="ko-toy")
    (models / "ko-toy" / "config.json").write_text("{}", encoding="utf-8")
    told = Text(lang)("shell.broken_model", model="ko-toy")
    for _ in range(2):  # until something else is asked for
        app = app.run()
        assert not app.exception and (told in messages(app)) == (page == "cell")
    assert Text(lang)("shell.failed") not in messages(app)
    assert app.selectbox(key="model").value == "en-toy"
    assert app.query_params["model"] in ("en-toy", ["en-toy"])
    shutil.rmtree(models / "en-toy")
    shutil.rmtree(models / "ko-toy")
    for now in (app.run(), visit(page, lang=lang)):
        assert not now.exception
        assert Text(lang)("shell.no_model") in messages(now)
