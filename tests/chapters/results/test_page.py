"""The page of the paper's results: its table as it is, our models by their cards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from sacrebleu.metrics import BLEU
from streamlit.testing.v1 import AppTest

from explainer.chapters.results.models import own_models
from explainer.chapters.results.page import OURS
from explainer.chapters.results.view import Wish, payload_of
from explainer.data.results import GERMAN, KOREAN, SYSTEMS, TERAFLOPS, TRAINING_PAIRS
from explainer.text import LANGUAGES, Text
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter

EN = Text("en")
CHAPTER = Chapter("results", model="", prefix="results_")
TOKENS, HOURS = 12_345_678, 0.5


@pytest.fixture(scope="module")
def models(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models with a record of their training, one without any."""
    found = tmp_path_factory.mktemp("pretrained")
    for name, bleu, tokens in (("aa", 41.9, TOKENS), ("bb", 21.1, 2 * TOKENS), ("cc", 3.0, 0)):
        (found / name).mkdir()
        for file in tiny_model_folder.iterdir():
            if file.name != "config.json":
                (found / name / file.name).symlink_to(file)
        shutil.copy(tiny_model_folder / "config.json", found / name)
        config = found / name / "config.json"
        card = json.loads(config.read_text(encoding="utf-8"))
        measured = card["test"]["beam"]
        measured.update(bleu=bleu, bleu_signature="nrefs:1|tok:13a|version:2.6.0", sentences=1000)
        card["training"] = {"target_tokens": tokens, "hours": HOURS, "train_pairs_kept": 777}
        if not tokens:
            del card["training"]
        config.write_text(json.dumps(card), encoding="utf-8")
    return found


def frames(at: AppTest, index: int) -> dict[str, pd.DataFrame]:
    proto = at.get("vega_lite_chart")[index].proto
    return {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pandas() for d in proto.datasets}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_opens_finished(page: Open, lang: str) -> None:
    at = page(lang)
    assert not at.error and not at.warning and not at.info
    text = Text(lang)
    titles = [heading.value for heading in at.subheader]
    for key in ("chapter.formula", "chapter.shapes", "chapter.code", "chapter.tasks"):
        assert text(key) in titles
    at = with_ours(at)
    shown = [*at.get("vega_lite_chart"), *at.dataframe]
    assert len(shown) == 2 and all(element.proto.alt.strip() for element in shown)


def with_ours(at: AppTest) -> AppTest:
    """With our models beside the paper's, in their fold."""
    at.session_state[OURS] = True
    return at.run()


def unfolded(at: AppTest) -> AppTest:
    """With the table below the chart open."""
    at.session_state["results_table"] = True
    return at.run()


def test_what_is_said_of_the_papers_models_is_in_its_table(page: Open) -> None:
    """The cheapest Transformer above all before it, and how many times less it cost."""
    said = [line.value for task in ("en-de", "en-fr") for line in page(task=task).markdown]
    german, french = (line for line in said if "of its cost**" in line)
    assert german.startswith("**Transformer (base)** scores 0.94 BLEU more than ConvS2S Ensemble")
    assert f"**1/{7.7e19 / 3.3e18:.1f} of its cost**" in german
    assert french.startswith("**Transformer (big)** scores 0.51 BLEU more than ConvS2S Ensemble")
    assert f"**1/{1.2e21 / 2.3e19:.1f} of its cost**" in french


@pytest.mark.parametrize("task", ["en-de", "en-fr"])
def test_the_drawing_and_the_table_are_the_papers(page: Open, task: Any) -> None:
    data = payload_of(EN, Wish(task, "with", "P100", 8, 12), dark=False)
    assert data["rate"] == 3600 * 8 * 9.5e12 and data["hours"] == 12
    cheaper = 7.7e19 / 3.3e18 if task == "en-de" else 1.2e21 / 2.3e19
    assert data["words"]["saving"] == EN("results.saving", times=f"{cheaper:.1f}")
    flops = {one["name"]: one["flops"] for one in data["models"]}
    assert flops[data["saving"][1]] / flops[data["saving"][0]] == pytest.approx(cheaper)
    rows_of_task = [one for one in SYSTEMS if task in one.bleu]
    expected = {one.name: (one.flops.get(task), one.bleu[task]) for one in rows_of_task}
    assert {one["name"]: (one["flops"], one["bleu"]) for one in data["models"]} == expected
    assert all(one["made_of"] for one in data["models"])
    rows = unfolded(page(task=task)).dataframe[0].value
    assert len(rows) == len(rows_of_task)
    big = rows[rows["system"] == "Transformer (big)"].iloc[0]
    assert (big["bleu"], big["cost"]) == (28.4 if task == "en-de" else 41.8, "2.3 × 10¹⁹")
    assert float(big["days"]) == pytest.approx(3.5)


@pytest.mark.parametrize("count", ["with", "without"])
def test_our_models_stand_at_six_times_parameters_times_tokens(page: Open, count: str) -> None:
    at = with_ours(page(count=count))
    own = {model.name: model for model in own_models()}
    left_out = 0 if count == "with" else own["aa"].vocabulary * own["aa"].d_model
    points = frames(at, 0)["points"].set_index("name")
    for name, tokens in (("aa", TOKENS), ("bb", 2 * TOKENS)):
        assert points["x"][name] == 6 * (own[name].parameters - left_out) * tokens
    assert points["y"]["aa"] == 41.9
    assert "cc" not in points.index  # its card does not tell how it was trained
    paper = 65_000_000 - (0 if count == "with" else 37_000 * 512)
    assert points["x"]["Transformer (base), 6ND"] == 6 * paper * 25_000 * 100_000
    band = frames(at, 0)["bins"].iloc[0]
    assert points["x"][["aa", "bb"]].between(band.low, band.high).all()
    assert not points["x"].drop(["aa", "bb"]).between(band.low, band.high).any()


def test_the_contests_are_laid_side_by_side(page: Open) -> None:
    rows = with_ours(page()).dataframe[0].value.set_index("what")
    assert list(rows.columns) == ["Transformer (big)", "aa", "bb", "cc"]
    assert rows.loc[EN("results.test_set"), "Transformer (big)"] == "newstest2014"
    assert rows.loc[EN("results.tokens"), "aa"] == f"{TOKENS:,}"
    assert rows.loc[EN("results.tokens"), "cc"] == "–"
    assert rows.loc[EN("results.pairs"), "bb"] == "777"
    assert rows.loc[EN("results.ruler"), "aa"] == "13a"


def test_the_days_are_those_of_the_machine(page: Open) -> None:
    at = page(gpus=1, gpu="K80")
    days = unfolded(at).dataframe[0].value.set_index("system")["days"]["ConvS2S"]
    assert float(days.replace(",", "")) == pytest.approx(9.6e18 / (2.8e12 * 86400), rel=0.01)


def test_hours_times_gpus_times_speed_rounds_to_the_table(page: Open) -> None:
    at = page()
    lines = [c.value for c in at.caption if "✓ Transformer (base)" in c.value]
    assert len(lines) == 1 and "3.28 × 10¹⁸" in lines[0] and "2.30 × 10¹⁹" in lines[0]
    rate = 6 * own_models()[0].parameters * TOKENS / (HOURS * 3600) / 1e9
    assert any(f"{rate:,.0f} GFLOPS" in c.value for c in at.caption)
    at.selectbox(key="results_model").set_value("bb").run()
    assert any(f"{2 * rate:,.0f} GFLOPS" in c.value for c in at.caption)


def test_the_rulers_are_sacrebleus(page: Open) -> None:
    at = page()
    [german, korean] = [t.value for t in at.text]
    cut = [text.replace("-", " - ") for text in (GERMAN.hypothesis, GERMAN.reference)]
    for said, tokenizer, pair in (
        (german, "13a", (GERMAN.hypothesis, GERMAN.reference)),
        (german, "13a", cut),
        (korean, "13a", (KOREAN.hypothesis, KOREAN.reference)),
        (korean, "ko-mecab", (KOREAN.hypothesis, KOREAN.reference)),
    ):
        score = BLEU(tokenize=tokenizer, effective_order=True).sentence_score(pair[0], [pair[1]])
        assert f"BLEU {score.score:.1f}" in said


def test_without_any_model_the_paper_is_still_there(
    page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_models(tmp_path, monkeypatch)
    at = with_ours(page())
    assert EN("results.none_installed") in [c.value for c in at.caption]
    priced = sum("en-de" in one.flops for one in SYSTEMS)
    assert len(frames(at, 0)["points"]) == priced + 2
    assert "bins" not in frames(at, 0)
    assert any(EN("results.mistake_empty", big="28.4") == m.value for m in at.markdown)


def test_what_the_beats_say_is_in_the_table() -> None:
    base, big = (
        next(s for s in SYSTEMS if s.name == f"Transformer ({n})") for n in ("base", "big")
    )
    others = [s for s in SYSTEMS if s.group != "transformer"]
    for task in ("en-de", "en-fr"):
        best = max(s.bleu[task] for s in others if task in s.bleu)
        assert big.bleu[task] > best
        assert (base.bleu[task] > best) == (task == "en-de")
        assert base.flops[task] == min(s.flops[task] for s in SYSTEMS if task in s.flops)
    assert big.bleu["en-de"] - base.bleu["en-de"] == pytest.approx(1.1)
    assert round(big.flops["en-de"] / base.flops["en-de"]) == 7
    assert TRAINING_PAIRS["en-fr"] == 8 * TRAINING_PAIRS["en-de"]
    hours, gpus = 12, 8
    cheapest = base.flops["en-de"]
    assert gpus * hours * 3600 * TERAFLOPS["P100"] * 1e12 == pytest.approx(cheapest, rel=0.01)
    assert gpus * hours * 3600 * TERAFLOPS["K80"] * 1e12 < cheapest / 2
    seconds = big.flops["en-de"] / (gpus * TERAFLOPS["P100"] * 1e12)
    assert seconds / 3600 == pytest.approx(84, rel=0.01)
