"""The page of the models: its numbers are those of the cards."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.data.samples import default_sentence
from explainer.engine import Translation, Translator
from explainer.runs.recipe import read_log
from explainer.text import Text
from tests.apptest import use_models, visit
from tests.chapters.chapter import BY_DEFAULT, maps

ROOT = Path(__file__).resolve().parents[3] / "pretrained"


def lines(app: AppTest) -> list[dict[str, Any]]:
    """What each model is said to be and write, beside the sentence that it was given."""
    read = maps(app, "sentences")[0]["sentences"]
    return [line | {"given": one["sentence"]} for one in read for line in one["models"]]


@pytest.mark.parametrize("own", ["", "문을 닫아 주세요."])
def test_a_line_is_the_score_of_the_card_and_what_the_model_writes(
    models_folder: Path, monkeypatch: pytest.MonkeyPatch, own: str
) -> None:
    """Of the reader's own sentence, too, if it reads that."""
    use_models(models_folder, monkeypatch)
    app = visit("models", lang="en", model="ko-toy")
    if own:
        app = app.text_input(key="models_s").set_value(own).run()
        assert app.query_params["models_s"] in (own, [own])
    found = lines(app)
    assert {line["name"] for line in found} == {"en-toy", "ko-toy"}
    for line in found:
        model = Translator.load(models_folder / line["name"])
        source, target = model.card["source"], model.card["target"]
        assert line["pair"] == f"{source} → {target}"
        assert line["bleu"] == round(model.card["test"]["beam"]["bleu"], 1)
        usual = default_sentence(source, "models", target)
        assert line["given"] == (own if own and source == "ko" else usual)
        assert line["wrote"] == model.translate(line["given"], BY_DEFAULT, trace=False).text
    assert not app.text_input(key="models_s").set_value("가" * 200).run().exception


def test_models_of_one_size_are_those_of_the_cards_and_the_example_tells_them_apart() -> None:
    """Of the shipped models six, and what is said of them stands in their cards."""
    app = visit("models", lang="en")
    cards = {
        line["name"]: json.loads((ROOT / line["name"] / "config.json").read_text("utf-8"))
        for line in lines(app)
        if line["pair"] == "ko → en"
    }
    alike = [
        (card["test"]["beam"]["bleu"], name)
        for name, card in cards.items()
        if card["training"]["target_tokens"] == cards["ko-en-rnn"]["training"]["target_tokens"]
        and abs(card["parameters"] / cards["ko-en-rnn"]["parameters"] - 1) < 0.05
    ]
    models = lines(app)
    kinds = {model["name"]: model["kind"] for model in models}
    (low, last), (high, best) = min(alike), max(alike)
    assert len(alike) == 6
    for model in models:
        card = json.loads((ROOT / model["name"] / "config.json").read_text("utf-8"))["model"]
        assert ("Transformer" in model["kind"]) == ("kind" not in card)
        assert ("normalises first" in model["kind"]) == (card.get("norm") == "pre")
        assert ("no causal mask" in model["kind"]) == (card.get("causal") is False)
    of_pair = [model["kind"] for model in models if model["pair"] == "ko → en"]
    assert len({*of_pair}) == len(of_pair)
    assert (kinds["ko-en"], kinds[best]) == ("Transformer", "small Transformer")
    wrote = {model["name"]: model["wrote"] for model in models}  # the vanilla RNN loses the count
    assert wrote["ko-en"] == "There are four chairs in this room."
    assert wrote["ko-en-rnn"] == "There is a room."
    (reading,) = [line.value for line in app.caption if kinds[best] in line.value]
    for told in (len(alike), f"{low:.1f}", f"{high:.1f}", kinds[last]):
        assert str(told) in reading


def test_a_log_that_says_nothing_gives_no_curve(tmp_path: Path) -> None:
    assert read_log(tmp_path / "none") is None
    head = "step,learning_rate,train_loss,dev_loss\n"
    for written in ("", "step,dev_loss\n1,2\n", f"{head}1,1,x,2\n", f"{head}1,1,1,2\n"):
        (tmp_path / "log.csv").write_text(written)
        assert read_log(tmp_path) is None


def test_what_is_known_of_a_model_is_in_its_card(models_folder, tmp_path, monkeypatch):
    """That it cannot but copy, and nobody scored it, is said of no other."""
    shutil.copytree(models_folder, tmp_path / "models")
    config = tmp_path / "models" / "en-toy" / "config.json"
    card = json.loads(config.read_text(encoding="utf-8"))
    card["model"]["causal"] = False
    config.write_text(json.dumps(card), encoding="utf-8")
    use_models(tmp_path / "models", monkeypatch)
    found = {line["name"]: line for line in lines(visit("models", lang="en", model="ko-toy"))}
    notes = {name: line["note"] for name, line in found.items()}
    assert notes == {"en-toy": Text("en")("models.without_mask"), "ko-toy": ""}
    sizes, test = card["model"], card["test"]["beam"]
    told = ("chrf", "tested", "layers", "heads", "width", "vocabulary")
    assert [found["en-toy"][one] for one in told] == [
        *(f"{test['chrf']:.1f}", f"{test['sentences']:,}"),
        f"{sizes['n_encoder_layers']} + {sizes['n_decoder_layers']}",
        *(sizes["n_heads"], sizes["d_model"], f"{sizes['vocab_size']:,}"),
    ]


def test_another_card_translates_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many models as there are: more than whole translations are kept."""
    translated: list[str] = []
    translate = Translator.translate

    def counted(model: Translator, *args: Any, **named: Any) -> Translation:
        translated.append(model.name)
        return translate(model, *args, **named)

    monkeypatch.setattr(Translator, "translate", counted)
    app = visit("models", {"models_s": "우리는 어제 시장에서 사과를 샀다."}, lang="ko")
    assert len(translated) == len({*translated}) > 8
    app.session_state["models_model"] = "en-de"
    app.run()
    assert len(translated) == len({*translated}) and not app.exception
    assert app.query_params["models_model"] in ("en-de", ["en-de"])
