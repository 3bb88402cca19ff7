"""The greedy page in both languages, on a small random model: every number is the model's own."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.decoding import EOS, DecodeOptions
from explainer.engine import Translation, Translator
from explainer.runs import registry
from explainer.runs.greedy import Path as Output
from explainer.runs.greedy import forced_search
from explainer.text import Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, maps, sent, tables

SENTENCE = "강아지가 마당에서 공을 가지고 논다."
CHAPTER = Chapter("greedy", SENTENCE)
EN = Text("en")
LONGEST = 20  # positions
OWN, CROSS, GROWTH = range(3)  # charts of the view of costs


@pytest.fixture(scope="module")
def models(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The random model with fewer positions: it never ends by itself, here it stops early."""
    folder = tmp_path_factory.mktemp("short") / "tiny"
    shutil.copytree(tiny_model_folder, folder)
    card = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    card["model"]["max_positions"] = LONGEST
    (folder / "config.json").write_text(json.dumps(card), encoding="utf-8")
    return folder.parent


def model() -> Translator:
    return registry.model_of("tiny")


def drawn(at: AppTest) -> list[dict[str, Any]]:
    """The rows of the lead figure, as they are sent."""
    return list(sent(at, "data")["data"]["rows"])


def taught(base: Translation, output: Output) -> np.ndarray:
    """Probabilities (T, V) of one pass without a cache, softmax in float64."""
    logits = model().run(base.source.ids, (2, *output.ids[:-1]))["logits"].astype(np.float64)
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def other_token(base: Translation, step: int) -> int:
    """A token greedy does not take at a step (from 0), and that does not end the sentence."""
    found = forced_search(base)
    order = np.argsort(-found.distribution(step))
    return int(next(i for i in order if i > EOS and i != found.ids[step]))


def test_every_distribution_is_the_models_own(page: Open, base: Translation) -> None:
    at = page(greedy_step=4)
    output = forced_search(base)
    assert output.ids == model().generate(base.source.ids, max_steps=LONGEST)
    probs, rows = taught(base, output), drawn(at)
    assert len(rows) == len(output.ids)
    assert [row["read"] for row in rows] == ["<s>", *output.tokens[:-1]]
    for p_V, row, written in zip(probs, rows, output.ids, strict=True):
        shown = [part["prob"] for part in row["parts"]]
        assert shown == pytest.approx(np.sort(p_V)[::-1][: len(shown)], abs=1e-4)
        part = row["parts"][row["chosen"]]
        assert part["may"] and part["token"] == model().tokenizer.token(written)
        assert part["prob"] == pytest.approx(p_V[written], abs=1e-4)
        assert row["rank"] == 1 + (p_V > p_V[written]).sum() and not row["forced"]
        assert row["entropy"] == pytest.approx(-(p_V * np.log(p_V)).sum(), abs=1e-3)
    assert page().slider(key="greedy_step").value == forced_search(base).close_call[0] + 1
    assert any(c.value.startswith("✓") for c in at.caption)


def test_a_forced_token_is_walked_along(page: Open, base: Translation) -> None:
    token = other_token(base, 1)
    at = page(greedy_force=f"2-{token}", greedy_step=2)
    free, options = forced_search(base), model().within_limits(DecodeOptions(method="greedy"))
    found = model().search([base.source.ids], options, (*free.ids[:1], token))
    forced = found.hypotheses[0][0]
    output = forced_search(base, ((1, token),))
    assert output.ids == forced.ids and output.total == pytest.approx(forced.total)
    probs = taught(base, output)
    assert output.log_probs == pytest.approx(
        np.log(probs[np.arange(len(output.ids)), output.ids]), abs=1e-4
    )
    for step in range(len(output.ids)):
        assert np.exp(output.distribution(step)) == pytest.approx(probs[step], abs=1e-4)
    lines = maps(at, "layout")[0]["rows"]
    assert [[chip["token"] for chip in line["chips"]] for line in lines] == [
        list(free.tokens),
        list(output.tokens),
    ]
    for line, path in zip(lines, (free, output), strict=True):
        assert f"{path.total:.2f}".replace("-", "−") in line["name"]
    row = drawn(at)[1]
    assert row["forced"] and row["parts"][row["chosen"]]["prob"] == pytest.approx(
        probs[1, token], abs=1e-4
    )
    left, probs = sent(at, "data")["data"]["left"], taught(base, free)
    assert [one["token"] for one in left] == list(free.tokens)
    assert [one["prob"] for one in left] == pytest.approx(
        probs[np.arange(len(free.ids)), free.ids], abs=1e-4
    )
    at.button(key="greedy_release").click().run()
    assert "greedy_force" not in at.query_params
    assert sent(at, "data")["data"]["left"] is None
    assert not any(row["forced"] for row in drawn(at))


def test_a_token_is_typed(page: Open, base: Translation) -> None:
    at = page(greedy_step=2)
    token = other_token(base, 1)
    at.text_input(key="greedy_typed").set_value(model().tokenizer.token(token)).run()
    assert at.query_params["greedy_force"] in (f"2-{token}", [f"2-{token}"])
    assert not at.warning
    own = model().tokenizer.token(forced_search(base).ids[1])
    at.text_input(key="greedy_typed").set_value(own).run()  # greedy's own choice: free again
    assert "greedy_force" not in at.query_params


def test_cells_counts_and_bytes_of_the_cache(page: Open, base: Translation) -> None:
    """By hand for the small model: d 32, F 64, two layers, V 300."""
    at = page("cost", greedy_step=3)
    count = len(forced_search(base).ids)
    states = np.reshape(tables(at, OWN)["cells"]["s"], (6, count))
    begun = [[0, 0, 2], [1, 1, 2], [1, 1, 2], *[[2, 2, 2]] * 3]
    assert states.tolist() == [[*row, *[0] * (count - 3)] for row in begun]
    source = len(base.source)
    assert tables(at, CROSS)["cells"]["s"] == [1] * 2 * source + [2] * 2 * source
    assert set(tables(page("cost", greedy_step=1), CROSS)["cells"]["s"]) == {2}
    each = 6 * 32**2 + 2 * 32 * 64 + 2 * 32 * (3 + source)
    fast = 2 * each + 32 * 300
    slow = 2 * 3 * each + 2 * 2 * source * 32**2 + 32 * 300
    shown = [m.value for m in at.metric[:4]]
    size = f"{4 * 2 * 2 * 32 * (3 + source) / 1024:,.1f} KiB"
    assert shown == [f"{fast:,}", f"{slow:,}", f"{slow / fast:.2f}", size]
    formulas = " ".join(latex_of(at))
    assert all(f"{n:,}".replace(",", "{,}") in formulas for n in (each, fast, slow))
    growth = tables(at, GROWTH)
    lines = growth["lines"]
    assert growth["rules"]["at"] == [2]
    without, cached = np.reshape(lines["y"], (2, -1))
    assert without[2] - without[1] == slow and cached[2] - cached[1] == fast


def test_what_another_token_leads_to_is_told_after_it_was_asked(page: Open) -> None:
    """The prediction asks about it, so it is not on the page before."""
    at = page()
    assert len(maps(at, "layout")[0]["rows"]) == 1
    at = at.button(key="greedy_walk").click().run()
    assert not at.exception and len(maps(at, "layout")[0]["rows"]) == 2
