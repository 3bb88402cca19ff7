"""The beam page on the Korean-English model, against the model's own logits; its drawing."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.analysis.beam_tree import Tree, beam_tree, paths_of
from explainer.chapters.beam import state
from explainer.chapters.beam.page import said_of_alpha, said_of_lead
from explainer.chapters.beam.tree import blank, tree_data
from explainer.chapters.beam.view import dispatch_choice
from explainer.data.samples import default_sentence
from explainer.decoding import BOS, EOS, DecodeOptions, Hypothesis, decode, length_penalty, rerank
from explainer.engine import Translation
from explainer.frame.params import DEFAULTS
from explainer.runs import beam as beam_runs
from explainer.runs import resources
from explainer.runs.resources import Request
from explainer.text import Text
from explainer.text.numbers import decimal
from tests.apptest import Open, use_models
from tests.chapters.chapter import Chapter, drawn, rows, said, tables
from tests.decoding.toy import Toy

EN = Text("en")
MODEL = "ko-en"
SENTENCE = "아이들은 편지를 읽고 친구에게 전화를 걸었다."
SHOWS_IT = "아버지는 친구에게 줄 꽃을 가게에서 샀다."
CHAPTER = Chapter("beam", SENTENCE, model=MODEL)
OPTIONS = DEFAULTS.options()


@pytest.fixture(scope="session")
def models(ko_en_folder: Path) -> Path:
    return ko_en_folder.parent


def table(at: AppTest, column: str) -> Any:
    return next(t.value for t in at.dataframe if column in t.value.columns)


def model_log_probs(base: Translation, ids: tuple[int, ...]) -> np.ndarray:
    """log p of each token of a path from one teacher-forced pass, in float64."""
    logits = resources.experiment(MODEL, base.source.ids, (BOS, *ids[:-1]))["logits"]
    exact = logits.astype(np.float64)
    exact -= exact.max(axis=1, keepdims=True)
    return exact[range(len(ids)), ids] - np.log(np.exp(exact).sum(axis=1))


def test_searches_that_hit_the_length_limit_are_shown(page, tiny_model_folder, monkeypatch):
    use_models(tiny_model_folder.parent, monkeypatch)
    monkeypatch.setattr("explainer.chapters.beam.mistake.FEW", (1, 2))
    at = page("ko", model="tiny", beam_step=96)
    assert not at.error and not at.warning and not at.info
    tree = drawn(at, "nodes")
    assert (96, "cut") in zip(tree["nodes"]["step"], tree["nodes"]["verdict"], strict=True)
    assert tree["search"]["limit"] == 96


def test_every_total_of_the_tree_is_the_models_in_double(page: Open, base: Translation) -> None:
    pools = beam_runs.candidate_pools(base, OPTIONS)[:6]
    found = beam_runs.search_hypotheses(base, OPTIONS)
    tree = beam_tree(pools, winner=found[0].ids, greedy=())
    leaves = set(range(len(tree.nodes))) - {node.parent for node in tree.nodes}
    assert len(leaves) > 10
    for leaf in leaves:
        again = np.cumsum(model_log_probs(base, tree.path(leaf)))
        index = leaf
        while index >= 0:
            node = tree.nodes[index]
            assert node.total == pytest.approx(again[node.step - 1], abs=1e-4)
            index = node.parent


def test_sliders_ask_no_model(page, base, monkeypatch):
    at = page()
    found = beam_runs.search_hypotheses(base, OPTIONS)

    def refuse(*_: Any) -> None:
        raise AssertionError("a forward pass")

    for name in ("search_from", "experiment", "greedy_output"):
        monkeypatch.setattr(f"explainer.runs.resources.{name}", refuse)
    assert all(h.finished for h in found)
    for alpha in (0.0, 1.2):
        at.session_state["beam_alpha"] = alpha
        at.run()
        assert not at.exception
        best = max(found, key=lambda h: h.total / length_penalty(len(h.ids), alpha))
        tree = drawn(at, "nodes")
        assert tree["alpha"] == alpha
        assert tree["ends"][0]["total"] == pytest.approx(best.total, abs=1e-4)
    at.session_state["beam_step"] = 2
    at.button_group(key="beam_show").set_value("p").run()
    assert not at.exception


def test_the_ranking_drawn_is_what_the_search_found(page: Open, base: Translation) -> None:
    tree = drawn(page(beam_alpha=1.5), "nodes")
    order = rerank(beam_runs.search_hypotheses(base, OPTIONS), 1.5)
    assert len(tree["ends"]) == len(order) > 3
    for end, h in zip(tree["ends"], order, strict=True):
        ids, at = [], end["node"]
        while at >= 0:
            ids.append(tree["nodes"]["token"][at])
            at = tree["nodes"]["parent"][at]
        assert ids[::-1] == list(beam_runs.tokens(base, h.ids))
        assert (end["total"], end["length"]) == (pytest.approx(h.total, abs=1e-4), len(h.ids))
        words = (*beam_runs.path_texts(base, [h.ids]), EN("beam.nothing"))[not h.ids[:-1]]
        assert (end["words"], end["finished"]) == (words, h.finished)


def test_every_cut_candidate_is_listed_with_its_rank(page: Open, base: Translation) -> None:
    """From the logits alone: the 2 x width best tokens of each row, ranked by their sums."""
    step, width = 3, OPTIONS.width
    sums = []
    for ids in paths_of(beam_runs.candidate_pools(base, OPTIONS))[step - 1]:
        totals = model_log_probs(base, ids).sum()
        logits = resources.experiment(MODEL, base.source.ids, (BOS, *ids))["logits"][-1]
        exact = logits.astype(np.float64)
        log_p = exact - exact.max() - np.log(np.exp(exact - exact.max()).sum())
        sums += sorted(totals + np.delete(log_p, [0, 1, BOS]))[::-1][: 2 * width]
    listed = page(beam_step=step).selectbox(key=state.RESCUE.name).options[1:]
    cut = np.sort(sums)[::-1][width:]
    assert len(listed) == len(cut)
    for rank, (line, total) in enumerate(zip(listed, cut, strict=True), start=width + 1):
        assert line.startswith(f"rank {rank}: ") and line.endswith(f"({decimal(total, 2)})")


def test_a_rescued_branch_is_continued_beside_the_winner(page: Open, base: Translation) -> None:
    pools = beam_runs.candidate_pools(base, OPTIONS)
    cut = next(c for c in pools[1] if c.verdict == "pruned")
    path = (*paths_of(beam_runs.candidate_pools(base, OPTIONS))[1][cut.parent], cut.id)
    at = page(beam_rescue=state.format_path(path))
    compared = table(at, "who")
    best = resources.search_from(MODEL, base.source.ids, OPTIONS, path).hypotheses[0][0]
    assert best.ids[:2] == path
    total = model_log_probs(base, best.ids).sum()
    score = total / length_penalty(len(best.ids), OPTIONS.alpha)
    shown = compared.iloc[1][["total", "score"]].tolist()
    assert shown == pytest.approx([total, score], abs=1e-3)
    winner = beam_runs.search_hypotheses(base, OPTIONS)[0]
    assert best.ids[-1] == EOS
    told = "\n".join(said(at))
    assert ("**a loss**" in told) == (best.score > winner.score)
    assert ("**no loss**" in told) == (best.score <= winner.score)
    at.selectbox(key=state.RESCUE.name).set_value("none").run()
    assert state.RESCUE.name not in at.query_params
    assert "who" not in [name for t in at.dataframe for name in t.value.columns]


def test_width_one_is_greedy_and_others_are_searched(page: Open, base: Translation) -> None:
    at = page(beam_width=1)
    assert EN("beam.greedy_same") in said(at)
    greedy = resources.search_from(MODEL, base.source.ids, DecodeOptions(method="greedy"))
    (end,) = drawn(at, "nodes")["ends"]
    assert end["total"] == pytest.approx(greedy.hypotheses[0][0].total, abs=1e-4)
    nodes = drawn(page(beam_width=2, beam_step=2), "nodes")["nodes"]
    placed = zip(nodes["step"], nodes["verdict"], nodes["rank"], strict=True)
    assert [rank for step, verdict, rank in placed if (step, verdict) == (2, "kept")] == [1, 2]


@pytest.mark.parametrize("sentence", [SENTENCE, default_sentence("ko"), SHOWS_IT])
def test_the_mistake_shows_the_likeliest_of_each_width(page: Open, sentence: str) -> None:
    """On the reader's sentence, or where every width gives the same on an example that loses the
    store."""
    at = page(sentence=sentence)
    marks, given = said(at), rows(at, 0, "points")
    is_example = EN("beam.wrong_example") in marks
    assert is_example == (SHOWS_IT in [line.value for line in at.text])
    assert is_example == (sentence == default_sentence("ko"))
    base = resources.translate(Request(MODEL, SHOWS_IT if is_example else sentence, OPTIONS))
    places, counts = tables(at)["words_places"]["place"], []
    for width, place, row in zip((1, 2, 4, 8), places, given, strict=True):
        options = beam_runs.search_options(base, width)
        best = max(beam_runs.search_hypotheses(base, options), key=lambda h: h.total)
        counts.append(len(best.ids))
        assert row["y"] == pytest.approx(best.total)
        assert place == row["name"] == f"{width} ({EN('beam.beamtree.count', count=counts[-1])})"
    if sentence != SENTENCE:
        assert given[-1]["y"] > given[0]["y"] and counts[-1] < counts[0]
        assert EN("beam.wrong_shorter", first=counts[0], last=counts[-1]) in marks


def test_a_press_in_the_drawing_moves_the_controls(page: Open, base: Translation) -> None:
    pools = beam_runs.candidate_pools(base, OPTIONS)
    found = beam_runs.search_hypotheses(base, OPTIONS)
    tree = beam_tree(pools, winner=found[0].ids, greedy=())
    ranking = state.Ranking(0.6, 0, found, "")
    pressed: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "session_state", pressed)
        dispatch_choice({"step": 3}, tree, ranking)
        assert pressed == {state.STEP: 3}
        cut = next(i for i, node in enumerate(tree.nodes) if node.verdict == "pruned")
        step = tree.nodes[cut].step
        dispatch_choice({"node": cut, "step": step}, tree, ranking)
        assert state.parse_path(pressed[state.RESCUE.name]) == tree.path(cut)
        assert pressed[state.STEP] == step
        dispatch_choice({"alpha": 1.4}, tree, ranking)
        assert pressed[state.ALPHA.name] == 1.4
        for width in (2, 9, 0, True, "4"):
            dispatch_choice({"width": width}, tree, ranking)
            assert pressed[state.WIDTH.name] == 2
        ends = [i for i, node in enumerate(tree.nodes) if node.verdict == "finished"]
        for end in ends:
            dispatch_choice({"node": end}, tree, ranking)
            assert found[int(pressed[state.CHOSEN.name]) - 1].ids == tree.path(end)


ALPHA_HERE = f"{np.log(2.3 / 2.0) / np.log(17 / 11):.2f}"  # where both scores are equal


@pytest.mark.parametrize(
    ("ends", "greedy", "key", "told"),
    [
        ([(-2.0, 10), (-2.5, 9)], 0, "none", {}),
        ([(-2.0, 6), (-2.3, 12)], 0, "jump", {"first": 6, "last": 12, "alpha": ALPHA_HERE}),
        ([(-2.0, 6), (-2.3, 12)], 1, "greedy", {"first": 6, "last": 12, "alpha": ALPHA_HERE}),
    ],
)
def test_the_beat_of_alpha_tells_what_it_changes_here(ends, greedy, key, told):
    found = [
        Hypothesis(
            tuple(range(9 * at, 9 * at + length)), (total / length,) * length, True, total, 0.0
        )
        for at, (total, length) in enumerate(ends)
    ]
    beam = cast(Any, SimpleNamespace(hypotheses=found, greedy=found[greedy]))
    assert said_of_alpha(EN, beam) == EN(f"beam.alpha_{key}", **told)


def test_the_beat_of_four_tells_where_the_winner_overtakes() -> None:
    def written(*steps: tuple[int, float]) -> Hypothesis:
        ids, logs = zip(*steps, strict=True)
        return Hypothesis(ids, logs, True, sum(logs), 0.0)

    greedy = written((5, -0.1), (6, -0.5), (7, -2.0), (8, -2.0))
    late = written((5, -0.1), (9, -1.5), (7, -0.5), (7, -0.2))
    assert said_of_lead(EN, late, greedy) == EN("beam.four_over", step=2, behind="1.00", over=3)
    never = written((9, -0.6), (2, -0.3))
    assert said_of_lead(EN, never, greedy) == EN("beam.four_left", step=1, behind="0.50")
    assert said_of_lead(EN, greedy, greedy) == EN("beam.four_same")


ENDS: list[dict[str, Any]] = [
    {"node": 0, "total": -2.0, "length": 4, "words": "short", "finished": True},
    {"node": 1, "total": -2.4, "length": 8, "words": "long", "finished": True},
    {"node": 2, "total": -0.1, "length": 8, "words": "not finished", "finished": False},
]


def tree(width: int = 4, max_length: int = 8, n_vocab: int = 12) -> Tree:
    options = DecodeOptions(width=width, n_best=width, max_length=max_length, min_length=max_length)
    result = decode(Toy(1, n_vocab).step, 1, options, keep=True)
    pools = [step.pool(0) for step in result.steps]
    return beam_tree(pools, winner=result.hypotheses[0][0].ids, greedy=pools[0][0:0])  # type: ignore[arg-type]


def data_of(found: Tree) -> dict[str, Any]:
    return tree_data(found, [f"▁{node.id}" for node in found.nodes], ENDS, 2.0, (-0.5, -1.0))


def test_the_numbers_drawn_are_the_trees_and_while_it_asks_nothing_says_what_is_kept() -> None:
    found = tree()
    nodes = data_of(found)["nodes"]
    for name in ("step", "parent", "line", "rank", "verdict", "greedy", "rescued"):
        assert nodes[name] == [getattr(node, name) for node in found.nodes]
    assert nodes["total"] == pytest.approx([node.total for node in found.nodes], abs=1e-5)
    for at, parent in enumerate(nodes["parent"]):
        before = nodes["total"][parent] if parent >= 0 else 0.0
        assert nodes["total"][at] - before == pytest.approx(nodes["log_prob"][at], abs=1e-5)
    hidden = blank(data_of(found), 2)
    nodes = hidden["nodes"]
    assert (
        max(nodes["step"]) == 2 and hidden["ends"] == hidden["jumps"] == hidden["greedy_sums"] == []
    )
    assert set(nodes["verdict"]) == {"kept"} and not any(nodes["total"])
    assert not any(mark is not False for mark in (*nodes["greedy"], *nodes["rescued"]))
    last = [at for at, step in enumerate(nodes["step"]) if step == 2]
    assert hidden["offers"][last[0]].endswith(f" … {nodes['token'][last[0]]}")


def test_while_it_asks_what_continues_a_node_stands_at_it_in_neutral_order() -> None:
    found = tree()
    step = 4
    hidden = blank(data_of(found), step)
    nodes = hidden["nodes"]
    rows = list(zip(nodes["parent"], nodes["step"], nodes["line"], nodes["token"], strict=True))
    last = [line for _, at, line, _ in rows if at == step]
    assert len(last) == sum(node.step == step for node in found.nodes)
    assert sorted(last) == [*range(hidden["n_lines"])] and hidden["n_columns"] == step
    for index, (_, at, line, _) in enumerate([(-1, 0, 0, ""), *rows], start=-1):
        children = sorted((row[2], row[3]) for row in rows if row[0] == index)
        assert children or at == step  # nothing stands there that leads to no candidate
        assert not children or children[0][0] == line
        assert [token for _, token in children] == sorted(token for _, token in children)
    for at in range(1, step):  # between a node and the next of its column are its own alone
        column = sorted((row[2], index) for index, row in enumerate(rows) if row[1] == at)
        for (line, index), (end, _) in zip(
            column, [*column[1:], (hidden["n_lines"], -1)], strict=True
        ):
            inside = {row[0] for row in rows if row[1] == at + 1 and line <= row[2] < end}
            assert inside == {index}


def test_the_longest_output_stays_small_enough_to_send_at_every_change() -> None:
    found = tree(width=8, max_length=96, n_vocab=40)
    assert found.n_steps == 96 and len(found.nodes) > 96 * 8
    assert len(json.dumps(data_of(found))) < 150 * 1024


def test_where_the_lead_changes_is_sent() -> None:
    """What is not finished never wins."""
    (alpha,) = data_of(tree())["jumps"]
    sums = [end["total"] / ((5 + end["length"]) / 6) ** alpha for end in ENDS[:2]]
    assert sums[0] == pytest.approx(sums[1], abs=1e-4)


def test_while_it_asks_one_path_is_that_path_alone() -> None:
    nodes = blank(data_of(tree(width=1)), 3)["nodes"]
    assert (nodes["step"], nodes["parent"]) == ([1, 2, 3], [-1, 0, 1])
