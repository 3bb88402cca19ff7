"""What is chosen of the models, and those of one size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from explainer.chapters.models.ranking import Ranked
from explainer.chapters.models.sizes import of_one_size
from tests.apptest import visit

ROOT = Path(__file__).resolve().parents[3] / "pretrained"


def drawn(**address: str) -> dict[str, Any]:
    """What the drawing of the page gets."""
    app = visit("models", lang="en", **address)
    assert not app.exception
    sent = (json.loads(one.proto.json) for one in app.get("bidi_component"))
    found: dict[str, Any] = next(data for data in sent if "groups" in data)
    return found


def test_models_of_one_size_are_those_of_the_cards() -> None:
    """Of the shipped models six, and what is said of them stands in their cards."""
    data = drawn()
    group = next(one for one in data["groups"] if one["languages"] == "ko → en")
    cards = {
        model["name"]: json.loads((ROOT / model["name"] / "config.json").read_text("utf-8"))
        for model in group["models"]
    }
    for model in group["models"]:
        card = cards[model["name"]]
        assert model["parameters"] == card["parameters"]
        assert model["tokens"] == card["training"]["target_tokens"]
        assert model["bleu"] == round(card["test"]["beam"]["bleu"], 1)
    alike = [
        (card["test"]["beam"]["bleu"], name)
        for name, card in cards.items()
        if card["training"]["target_tokens"] == cards["ko-en-rnn"]["training"]["target_tokens"]
        and abs(card["parameters"] / cards["ko-en-rnn"]["parameters"] - 1) < 0.05
    ]
    (low, last), (high, best) = min(alike), max(alike)
    assert len(alike) == 6
    for told in (len(alike), f"{low:.1f}", f"{high:.1f}", last[6:], best[6:]):
        assert str(told) in group["reading"]


def test_a_model_is_called_what_its_card_says() -> None:
    models = [model for group in drawn()["groups"] for model in group["models"]]
    for model in models:
        card = json.loads((ROOT / model["name"] / "config.json").read_text("utf-8"))["model"]
        assert ("Transformer" in model["kind"]) == ("kind" not in card)
        assert ("normalises first" in model["kind"]) == (card.get("norm") == "pre")
        assert ("no causal mask" in model["kind"]) == (card.get("causal") is False)
    assert len({model["kind"] for model in models}) == 8


def test_one_size_is_one_size_and_as_many_tokens() -> None:
    def model(name: str, parameters: int, tokens: int, bleu: float = 1.0) -> Ranked:
        return Ranked(name, name, "", bleu, parameters, tokens, "")

    a, b, c = model("a", 100, 7, 2.0), model("b", 104, 7, 3.0), model("c", 110, 7)
    assert of_one_size([a, b, c]) == [b, a]
    assert of_one_size([a, model("d", 100, 8), model("e", 100, 0), model("f", 100, 0)]) == []
    assert of_one_size([]) == []


def test_the_address_has_what_is_chosen() -> None:
    data = drawn(models_base="ko-en-gru", models_model="ko-en-rnn")
    assert (data["base"], data["chosen"]) == ("ko-en-gru", "ko-en-rnn")


def test_what_is_pressed_is_in_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one number of a browser is taken apart as the script puts it together."""
    data = drawn()
    names = [model["name"] for group in data["groups"] for model in group["models"]]
    heard: list[tuple[str, str]] = []
    from explainer.chapters.models.ranking import mount

    def component(*_: object) -> Any:
        def draw(*, on_pick_change: Any, **__: object) -> None:
            on_pick_change()

        return draw

    place = names.index("ko-en-rnn") * (len(names) + 1) + names.index("ko-en") + 1
    monkeypatch.setattr(mount, "component", component)
    monkeypatch.setattr("streamlit.session_state", {"key": {"pick": ["view", place]}})
    mount.ranking(data, key="key", on_view=lambda *view: heard.append(view))
    assert heard == [("ko-en-rnn", "ko-en")]
