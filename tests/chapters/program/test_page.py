"""The page of the whole program: its lines show the tensors of the engine's own trace."""

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from explainer.analysis import one_file as program
from explainer.analysis.one_file_faults import outcome, steps
from explainer.engine import Translation
from explainer.frame import downloads
from explainer.text import Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter, said, sent

SENTENCE = "어제 산 책을 오늘 다 읽었다."
CHAPTER = Chapter("program", SENTENCE)
EN = Text("en")
NOT = {"−∞": -np.inf, "∞": np.inf, "NaN": np.nan}  # numbers that JSON has not


def rows(at: AppTest) -> list[dict[str, Any]]:
    """The lines of the listing, as they are sent to the browser."""
    return list(sent(at, "data")["data"]["lines"])


def corner(value: dict[str, Any]) -> NDArray[np.float32]:
    numbers = [NOT.get(number, number) for number in value["numbers"]]
    return np.array(numbers, dtype=np.float32).reshape(value["size"])


@pytest.mark.parametrize("part", ["embedding", "training", "beam"])
def test_the_listing_is_the_file_with_a_value_beside_its_lines(page: Open, part: str) -> None:
    at, lines = page("lines", program_part=part), program.part_of(part)
    shown = ["".join(words for _, words in row["spans"]) for row in rows(at)]
    assert shown == program.source().splitlines()[lines.first - 1 : lines.last]
    assert sum(bool(row["values"]) for row in rows(at)) >= 4
    same = EN("program.same", difference="0", torch="@").partition("@")[0]
    assert any(line.startswith(same) for line in said(at))
    (button,) = at.get("link_button")
    file = downloads.offered(button.proto.url.rpartition("/")[2])
    assert file is not None and file.make() == program.source()


def test_beside_the_lines_of_attention_stands_the_trace(page: Open, base: Translation) -> None:
    """Run 2 x 2 + 2 = the cross-attention of the first decoder layer, counted from 1. A line names
    those whose values it uses, and the tokens its rows and columns stand for.
    """
    at = page("lines", program_part="attention", program_attention_turn=4)
    made = {value["name"]: (row, value) for row in rows(at) for value in row["values"]}
    for name in ("q", "k", "v", "scores", "weights", "heads"):
        tensor, value = base.trace[f"decoder.0.cross_attn.{name}"], made[name][1]
        assert [size for _, size in value["axes"]] == [1, *tensor.shape]
        drawn = corner(value)
        assert_allclose(drawn, tensor[0, : drawn.shape[0], : drawn.shape[1]], atol=1e-5)
    links = [(link["line"], link["part"]) for link in made["heads"][0]["reads"]]
    weights, heads = made["weights"], made["heads"]
    assert links == [(weights[0]["n"], "row"), (made["v"][0]["n"], "column")]
    assert made["q"][0]["reads"][0]["line"] == made["q_proj.weight"][0]["n"]
    assert not made["q_proj.weight"][0]["reads"] and made["concat"][0]["reads"][0]["part"] == ""
    row, column = (corner(value)[one] for value, one in ((weights[1], 3), (made["v"][1], (..., 5))))
    assert corner(heads[1])[3, 5] == pytest.approx(row @ column, abs=1e-4)
    labels = sent(at, "data")["data"]["labels"]
    assert weights[1]["names"] == ["T", "S"]  # the decoder asks, the source is looked at
    assert labels["S"] == list(base.source.tokens)
    assert labels["T"] == list(base.fed_tokens)


@pytest.mark.parametrize("fault", ["swapped", "list"])
def test_a_mistake_is_run_with_the_weights(page, base, tiny, fault):
    at, done = page("faults", program_fault=fault), base
    right = outcome(program.with_weights(tiny.model), done.source.ids, done.predicted)
    given = sent(at, "data", "chosen")
    assert given["chosen"]["asks"] and EN(f"program.why_{fault}") not in said(at)
    shown = [one[what] for one in given["data"]["programs"] for what in ("loss", "parameters")]
    assert shown[:2] == [pytest.approx(right.loss, abs=1e-6), tiny.card["parameters"]]
    assert shown[2] != shown[0]
    assert (shown[3] != shown[1]) == (fault == "list")


def test_a_mistake_is_told_once_its_lines_are_struck(page, base, tiny):
    """The page opens with the right program, whose lines nobody has struck."""
    opened = page()
    assert sent(opened, "data", "chosen")["chosen"]["asks"]
    assert EN("program.why_cross") not in said(opened)
    at = page("faults", program_fault="width", session={"program_opened": ["width"]})
    data, done = sent(at, "data", "chosen")["data"], base
    assert EN("program.why_width") in said(at)
    found = steps(tiny.model, "width", done.source.ids, done.predicted)
    assert [one["difference"] for one in data["steps"]] == [one.difference for one in found]
    assert [one["name"] for one in data["steps"] if one["difference"]][0] == "scores"
