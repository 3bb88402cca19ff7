"""The drawn tree is the search's, and what it can answer without another search, it answers."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from explainer import decoding
from explainer.analysis import beam_rerank
from explainer.analysis.beam_tree import (
    CHOSEN,
    Branch,
    Pools,
    Tree,
    beam_tree,
    find_candidate,
    last_candidate,
    parting_step,
    paths_of,
)
from tests.decoding.toy import Toy

Search = tuple[Toy, decoding.DecodeResult, Pools, decoding.Hypothesis]


def searched(seed: int, width: int, n_vocab: int = 12, **options: int) -> Search:
    """Toy, search, pools, and greedy search's output."""
    toy = Toy(seed, n_vocab)
    settings = decoding.DecodeOptions(width=width, n_best=width, max_length=9, **options)  # type: ignore[arg-type]
    result = decoding.decode(toy.step, 1, settings, keep=True)
    greedy = decoding.decode(toy.fresh().step, 1, replace(settings, method="greedy")).hypotheses[0][
        0
    ]
    return toy, result, [step.pool(0) for step in result.steps], greedy


def drawn(
    pools: Pools, result: decoding.DecodeResult, greedy: decoding.Hypothesis, **options: object
) -> Tree:
    winner = result.hypotheses[0][0].ids
    return beam_tree(pools, winner=winner, greedy=greedy.ids, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("width", [1, 3, 8])
def test_every_total_is_the_models_along_the_path(seed: int, width: int) -> None:
    toy, result, pools, greedy = searched(seed, width, min_length=2)
    tree = drawn(pools, result, greedy)
    chosen = [c for pool in pools for c in pool if c.verdict in CHOSEN]
    assert sum(node.verdict in CHOSEN for node in tree.nodes) == len(chosen)
    for index, node in enumerate(tree.nodes):
        path = tree.path(index)
        assert len(path) == node.step
        assert node.total == pytest.approx(toy.total(0, path), abs=1e-12)
        assert node.log_prob == toy.table(0, path[:-1])[node.id]
        assert node.greedy == (path == greedy.ids[: node.step])
        assert tree.find(path) == index


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("width", [1, 4, 8])
def test_the_drawing_has_room_for_everything(seed: int, width: int) -> None:
    _, result, pools, greedy = searched(seed, width)
    tree = drawn(pools, result, greedy)
    places = Counter((node.line, node.step) for node in tree.nodes)
    assert max(places.values()) == 1
    winner = [node for node in tree.nodes if node.winner]
    assert [node.step for node in winner] == list(range(1, len(result.hypotheses[0][0].ids) + 1))
    assert {node.line for node in winner} == {0}
    assert max(node.line for node in tree.nodes) == tree.n_lines - 1
    for node in tree.nodes:
        above = tree.nodes[node.parent].line if node.parent >= 0 else 0
        assert node.line >= above, "branches hang below"
        # A level ribbon passes nothing: it leads to the very next column.
        assert node.step == (tree.nodes[node.parent].step if node.parent >= 0 else 0) + 1


def crossings(tree: Tree) -> int:
    """How often what leads down to a token passes a ribbon that goes straight on."""
    above = [tree.nodes[node.parent].line if node.parent >= 0 else 0 for node in tree.nodes]
    level = {
        (node.step, node.line)
        for node, line in zip(tree.nodes, above, strict=True)
        if node.line == line
    }
    return sum(
        (node.step, line) in level
        for node, top in zip(tree.nodes, above, strict=True)
        for line in range(top + 1, node.line)
    )


def test_branches_avoid_each_other_and_stay_close(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for price in (0, 4):
        monkeypatch.setattr("explainer.analysis.beam_tree.CROSSING", price)
        runs = [searched(seed, 4) for seed in range(12)]
        trees = [drawn(pools, result, greedy) for _, result, pools, greedy in runs]
        found.append(sum(map(crossings, trees)))
        for tree in trees:
            assert {node.line for node in tree.nodes} == set(range(tree.n_lines)), "no empty line"
    assert found[1] < 0.7 * found[0]


def test_the_refused_are_the_best_ones_and_those_that_matter() -> None:
    _, result, pools, greedy = searched(3, 4)
    tree = drawn(pools, result, greedy, most_pruned=1)
    for step, pool in enumerate(pools, start=1):
        refused = [c for c in pool if c.verdict not in CHOSEN]
        shown = {n.rank for n in tree.nodes if n.step == step and n.verdict not in CHOSEN}
        alive = {c.parent for c in pool if c.verdict in CHOSEN}
        dying = {c.parent for c in pool} - alive
        best = {refused[0].rank} | {
            next(c.rank for c in refused if c.parent == parent) for parent in dying
        }
        on_greedy = {n.rank for n in tree.nodes if n.step == step and n.greedy} & {
            c.rank for c in refused
        }
        assert shown == best | on_greedy


def test_paths_are_those_of_the_search() -> None:
    _, result, pools, greedy = searched(5, 3)
    for step, rows in zip(result.steps, paths_of(pools), strict=False):
        assert [step.prefix(0, row) for row in range(len(rows))] == rows  # type: ignore[union-attr]
    for number, pool in enumerate(pools):
        for c in pool:
            ids = (*paths_of(pools)[number][c.parent], c.id)
            assert find_candidate(pools, ids) is c
    assert find_candidate(pools, ()) is None
    assert find_candidate(pools, (*greedy.ids, 4)) is None


def test_greedys_path_is_left_where_it_was_pruned() -> None:
    pruned = 0
    for seed in range(30):
        _, result, pools, greedy = searched(seed, 2)
        left = last_candidate(pools, greedy.ids)
        assert left is not None
        if left.verdict == "pruned":
            pruned += 1
            steps = [node.step for node in drawn(pools, result, greedy).nodes if node.greedy]
            assert max(steps) < len(greedy.ids)
        else:
            assert left.verdict in CHOSEN
    assert pruned > 0


@pytest.mark.parametrize("seed", range(6))
def test_a_rescued_branch_hangs_on_its_cut_token(seed: int) -> None:
    toy, result, pools, greedy = searched(seed, 3)
    step = min(3, len(pools))
    cut = next(c for c in pools[step - 1] if c.verdict == "pruned")
    start = (*paths_of(pools)[step - 1][cut.parent], cut.id)
    options = decoding.DecodeOptions(width=3, n_best=3, max_length=9)
    best = decoding.decode(decoding.Forced(toy.fresh().step, start), 1, options).hypotheses[0][0]
    tree = drawn(pools, result, greedy, branch=Branch(best.ids, best.log_probs, len(start)))
    end = tree.find(best.ids)
    assert end is not None and tree.path(end) == best.ids
    assert tree.nodes[end].total == pytest.approx(toy.total(0, best.ids), abs=1e-12)
    assert [n.step for n in tree.nodes if n.rescued] == list(range(1, len(best.ids) + 1))
    assert len({(n.line, n.step) for n in tree.nodes}) == len(tree.nodes)
    other = drawn(pools, result, greedy, branch=Branch((4, 4, 4, 4, 4, 4, 4), (0.0,) * 7, 7))
    assert not any(node.rank == 0 for node in other.nodes), "a path nobody looked at is not drawn"


def test_the_winner_parts_from_greedy_search_where_their_tokens_differ() -> None:
    cases = [((4, 5), (4, 6)), ((4, 5), (4, 5)), ((7,), (4, 5)), ((), ())]
    assert [parting_step(*one) for one in cases] == [2, 1, 1, 1]


def reason(
    result: decoding.DecodeResult, options: decoding.DecodeOptions, alpha: float, min_length: int
) -> str:
    pools = [step.pool(0) for step in result.steps]
    finished = [(h.total, len(h.ids)) for h in result.finished(0)]
    run = beam_rerank.SearchSettings(
        options.width, options.n_best, options.max_length, options.alpha, options.min_length
    )
    return beam_rerank.why_missing(pools, finished, run, alpha, min_length)


def test_no_gap_means_a_new_search_finds_the_same() -> None:
    """And every reason occurs, and is right at least once."""
    told, right = Counter[str](), Counter[str]()
    for seed in range(16):
        rng = np.random.default_rng(seed)
        width = int(rng.integers(1, 5))
        options = decoding.DecodeOptions(
            width=width,
            n_best=int(rng.integers(1, width + 1)),
            alpha=float(rng.choice([0, 0.6])),
            min_length=int(rng.choice([0, 3])),
            max_length=12,
        )
        toy = Toy(seed, int(rng.integers(5, 9)))
        result = decoding.decode(toy.step, 1, options, keep=True)
        for alpha in (0.0, 0.6, 3.0):
            for min_length in (0, 3, 5):
                why = reason(result, options, alpha, min_length)
                again = replace(options, alpha=alpha, min_length=min_length)
                new = decoding.decode(toy.fresh().step, 1, again).hypotheses[0]
                fresh = [h.ids for h in new if h.finished]
                stored = [h.ids for h in decoding.rerank(result.finished(0), alpha, min_length)]
                told[why] += 1
                right[why] += stored[: len(fresh)] != fresh
    assert set(told) == {"", "alpha", "longer", "shorter"}
    assert right[""] == 0
    assert all(right[why] > 0 for why in ("alpha", "longer", "shorter"))


def test_a_lower_penalty_never_needs_a_new_search() -> None:
    for seed in range(20):
        options = decoding.DecodeOptions(width=3, n_best=3, alpha=1.0, max_length=16)
        result = decoding.decode(Toy(seed, 8).step, 1, options, keep=True)
        assert {reason(result, options, alpha, 0) for alpha in (0.0, 0.3, 1.0)} == {""}


def test_the_penalty_is_the_searchs() -> None:
    for length in (1, 7, 40):
        for alpha in (0.0, 0.6, 2.0):
            assert beam_rerank.penalty(length, alpha) == pytest.approx(
                decoding.length_penalty(length, alpha)
            )


@pytest.mark.parametrize("seed", range(20))
def test_the_lead_changes_where_a_fine_sweep_of_alpha_finds_another_winner(seed: int) -> None:
    draw = np.random.default_rng(seed)
    lengths = draw.integers(1, 20, 12)
    totals = -draw.gamma(2.0, 0.3, 12) * (1 + lengths)
    found = beam_rerank.winners_by_alpha(
        list(zip(totals.tolist(), lengths.tolist(), strict=True)), 2.0
    )
    for alpha in np.linspace(0, 2, 400):
        if min(abs(alpha - start) for start, _ in found[1:] or [(9.0, 0)]) < 1e-6:
            continue
        best = int((totals / beam_rerank.penalty(lengths, alpha)).argmax())
        assert [i for start, i in found if start <= alpha][-1] == best
    assert beam_rerank.winners_by_alpha([], 2.0) == []


def test_log_probs_are_the_softmax_in_double() -> None:
    logits = np.random.default_rng(0).normal(0, 30, (4, 9)).astype(np.float32)
    ids = [3, 0, 8, 3]
    exact = np.exp(logits.astype(np.float64))
    expected = np.log(exact[range(4), ids] / exact.sum(axis=1))
    assert beam_rerank.log_probs_of(logits, ids) == pytest.approx(expected, abs=1e-12)


def test_no_step_at_all() -> None:
    tree = beam_tree([], winner=(), greedy=())
    assert (tree.nodes, tree.n_columns, tree.n_lines) == ((), 0, 1)
    one = decoding.Candidate(0, 0, 3, -0.1, -0.1, 1, "finished")
    assert beam_tree([[one]], winner=(3,), greedy=(3,)).nodes[0].winner
