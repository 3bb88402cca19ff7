"""The beam page's figure: the tree, greedy search's path in it, a rescued branch."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from explainer.analysis.beam_tree import (
    RESCUED_END,
    Branch,
    Tree,
    beam_tree,
    find_candidate,
    last_candidate,
    paths_of,
)
from explainer.chapters.beam.state import (
    ALPHA,
    CHOSEN,
    RESCUE,
    STEP,
    WIDTH,
    Beam,
    Ranking,
    best_of,
    format_path,
    read_rescue,
)
from explainer.chapters.beam.tree import blank, tree_data
from explainer.chapters.beam.widths import FEW
from explainer.decoding import BOS, EOS, DecodeOptions, Hypothesis, length_penalty
from explainer.drawings import DIGITS, Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.params import MAX_ALPHA, MAX_WIDTH, real
from explainer.frame.pickers import move
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import beam as beam_runs
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.translation import Translation

if TYPE_CHECKING:
    from explainer.engine import Translator

LISTED: Final = 40  # cut branches of a step that can be chosen in the list


def hypothesis_texts(
    text: Text, translation: Translation, hypotheses: Iterable[Hypothesis | Branch]
) -> list[str]:
    """Decode hypotheses to text, with a placeholder for an empty one."""
    nothing = text("beam.nothing")
    return [
        words or nothing for words in beam_runs.path_texts(translation, (h.ids for h in hypotheses))
    ]


def verdict_text(text: Text, beam: Beam, verdict: str, rank: int) -> str:
    """Explain why a candidate was kept, pruned or finished."""
    told = "rescued" if verdict == RESCUED_END else verdict
    return text(f"beam.beamtree.{told}", **search_of(beam), rank=rank)


def search_of(beam: Beam) -> dict[str, int]:
    """Return the facts of the search that the drawing shows."""
    return {
        "width": beam.options.width,
        "steps": len(beam.pools),
        "limit": beam.searched.max_length,
        "min": beam.searched.min_length,
    }


def draw_tree(view: View, beam: Beam, ranking: Ranking, step: int, show: str) -> None:
    """Draw the tree; a click selects a step, a hypothesis, or a pruned branch to rescue."""
    text, translation = view.text, view.translation
    place = st.container()
    rescued = read_rescue(text, beam, step, _cut_at(text, translation, beam, step))
    branch = beam_runs.best_continuation(translation, beam.options, rescued) if rescued else None
    ids = translation.source.ids
    tree = _tree(translation.model, ids, beam.options, rescued or (), beam, branch)
    with place:
        _draw(view, beam, ranking, tree, step, show)
        st.caption(_greedy_line(text, beam, ranking))
    if branch is not None and rescued is not None:
        _compare(view, beam, ranking, branch)
    else:
        st.caption(text("beam.rescue_hint"))
    _table(text, translation, beam, tree)


@by_model(computed(max_entries=24))
def _tree(
    model: Translator,
    source: Ids,
    options: DecodeOptions,
    rescued: Ids,
    _beam: Beam,
    _branch: Branch | None,
) -> Tree:
    return beam_tree(
        _beam.pools,
        winner=best_of(_beam).ids,  # it keeps its line while alpha moves the trunk
        greedy=_beam.greedy.ids,
        branch=_branch,
        most_pruned=1,
    )


def _draw(
    view: View,
    beam: Beam,
    ranking: Ranking,
    tree: Tree,
    step: int,
    show: str,
) -> None:
    text, translation = view.text, view.translation
    tokens = beam_runs.tokens(translation, (BOS, *(node.id for node in tree.nodes)))
    ends = ranked_ends(text, translation, tree, ranking)
    drawing(
        "beam/beamtree",
        {
            **tree_data(tree, tokens[1:], ends, MAX_ALPHA, beam.greedy.log_probs),
            "start": tokens[0],
            "show": show,
            "search": search_of(beam),
            "widths": sorted({*FEW, beam.options.width}),
        },
        words=text.section("beam.beamtree"),
        key="beam_tree",
        chosen={"step": step, "alpha": ranking.alpha, "width": beam.options.width},
        on_choice=lambda choice: dispatch_choice(choice, tree, ranking),
        blank=partial(blank, step=step),
        computed=("width",),
    )


def ranked_ends(
    text: Text, translation: Translation, tree: Tree, ranking: Ranking
) -> list[dict[str, Any]]:
    """Return the ranked hypotheses with the tree node at which each ends."""
    texts = hypothesis_texts(text, translation, ranking.order)
    return [
        {
            "node": place,
            "total": round(h.total, DIGITS),
            "length": len(h.ids),
            "words": words,
            "finished": h.finished,
        }
        for h, words in zip(ranking.order, texts, strict=True)
        if (place := tree.find(h.ids)) is not None
    ]


def dispatch_choice(choice: Choice, tree: Tree, ranking: Ranking) -> None:
    """Write a click in the drawing to the controls' state."""
    step, alpha = place_in(choice, "step", tree.n_steps + 1), choice.get("alpha")
    if step:
        move(STEP, step - 1)
    if isinstance(alpha, int | float) and real(0.0, MAX_ALPHA)(str(alpha)):
        st.session_state[ALPHA.name] = float(alpha)
    if width := place_in(choice, "width", MAX_WIDTH + 1):
        st.session_state[WIDTH.name] = width
    index = place_in(choice, "node", len(tree.nodes))
    if index is None:
        return
    node, ids = tree.nodes[index], tree.path(index)
    if node.verdict in ("pruned", "stopped"):
        st.session_state[RESCUE.name] = format_path(ids)
    elif node.verdict == "finished":
        places = [h.ids for h in ranking.order]
        if ids in places:
            st.session_state[CHOSEN.name] = places.index(ids) + 1


def _greedy_line(text: Text, beam: Beam, ranking: Ranking) -> str:
    """Describe how far this beam followed greedy search's path."""
    greedy, winner = beam.greedy, ranking.order[0]
    totals = {"greedy": decimal(greedy.total, 2), "winner": decimal(winner.total, 2)}
    if greedy.ids == winner.ids:
        return text("beam.greedy_same")
    places = [h.ids for h in ranking.order]
    if greedy.ids in places:
        return text("beam.greedy_place", place=places.index(greedy.ids) + 1, **totals)
    left = last_candidate(beam.pools, greedy.ids)
    if greedy.finished and len(greedy.ids) < ranking.min_length:
        return text("beam.greedy_short", tokens=len(greedy.ids), min=ranking.min_length)
    if left is None or left.verdict != "pruned":
        return text("beam.greedy_open", **totals)
    steps = next(
        length
        for length in range(1, len(greedy.ids) + 1)
        if find_candidate(beam.pools, greedy.ids[:length]) is left
    )
    return text("beam.greedy_cut", step=steps, rank=left.rank, width=beam.options.width, **totals)


def _cut_at(
    text: Text, translation: Translation, beam: Beam, step: int
) -> list[tuple[tuple[int, ...], str]]:
    """Return the branches pruned at a step, best first."""
    before = paths_of(beam.pools[: step - 1])[-1]
    cut = [c for c in beam.pools[step - 1] if c.verdict in ("pruned", "stopped")][:LISTED]
    paths = [(*before[c.parent], c.id) for c in cut]
    last = beam_runs.tokens(translation, tuple(c.id for c in cut))
    options = []
    for c, ids, words, token in zip(
        cut, paths, beam_runs.path_texts(translation, paths), last, strict=True
    ):
        end = f" {text('beam.rescue_end')}" if c.id == EOS else ""
        line = text(
            "beam.rescue_option",
            rank=c.rank,
            words=f"{words or token}{end}",
            total=decimal(c.total, 2),
        )
        options.append((ids, line))
    return options


def _compare(view: View, beam: Beam, ranking: Ranking, branch: Branch) -> None:
    """Compare the rescued branch with the winner, and tell whether pruning it was an error."""
    translation = view.translation
    text, winner = view.text, ranking.order[0]
    total, count = sum(branch.log_probs), len(branch.ids)
    score = total / length_penalty(count, ranking.alpha)
    best = winner.total / length_penalty(len(winner.ids), ranking.alpha)
    columns = {
        "who": Column(" ", [text("beam.who_winner"), text("beam.who_rescued")]),
        "words": Column(
            text("beam.translation"),
            hypothesis_texts(text, translation, (winner, branch)),
            width="large",
        ),
        "tokens": Column(text("beam.tokens"), [len(winner.ids), count]),
        "total": Column(text("beam.total"), [winner.total, total], digits=3),
        "score": Column(text("beam.score"), [best, score], digits=3),
    }
    show_table(text("beam.compare_alt"), columns, key="beam_compare")
    numbers = {
        "score": decimal(score, 3),
        "best": decimal(best, 3),
        "start": branch.start,
        "width": beam.options.width,
    }
    if branch.ids[-1:] != (EOS,):
        st.caption(text("beam.rescue_unfinished", **numbers))
    elif score > best:
        st.markdown(text("beam.rescue_loss", **numbers))
    else:
        st.markdown(text("beam.rescue_no_loss", **numbers))
    if branch.ids[-1:] == (EOS,) and (score > best) != (total > winner.total):
        st.caption(
            text("beam.rescue_totals", total=decimal(total, 3), winner=decimal(winner.total, 3))
        )


def _table(text: Text, translation: Translation, beam: Beam, tree: Tree) -> None:
    """Draw the tree as a table; sends nothing while it is closed."""
    place = chapter.table(text("beam.table"), "beam_table")
    if not place.open:
        return
    nodes = tree.nodes
    with place:
        show_table(
            text("beam.table"),
            {
                "step": Column(text("beam.step"), [node.step for node in nodes]),
                "words": Column(
                    text("beam.so_far"),
                    beam_runs.path_texts(translation, map(tree.path, range(len(nodes)))),
                    width="large",
                ),
                "token": Column(
                    text("beam.token"),
                    list(beam_runs.tokens(translation, tuple(node.id for node in nodes))),
                ),
                "log_p": Column(text("beam.log_p"), [node.log_prob for node in nodes], digits=3),
                "total": Column(text("beam.sum"), [node.total for node in nodes], digits=3),
                "verdict": Column(
                    text("beam.verdict"),
                    [verdict_text(text, beam, node.verdict, node.rank) for node in nodes],
                    width="medium",
                ),
            },
        )
