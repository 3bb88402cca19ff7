"""The tree of a beam search for drawing: each hypothesis' parent, verdict and position.

Works on the pools of a search, so it needs no model. A pool holds the candidates of one step, best
first (`BeamStep.pool`). Totals are sums of natural log-probabilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

CHOSEN: Final = ("kept", "finished", "cut", "stopped")  # verdicts that took a place in the beam
MOST_PRUNED: Final = 2  # pruned candidates drawn at each step
CROSSING: Final = 4  # layout cost of a crossing, in lines: a branch may hang this much lower
RESCUED: Final = "rescued"  # verdict of a token that is only in the reader's branch
RESCUED_END: Final = "rescued_end"  # the same for the branch's last token

Ids = tuple[int, ...]


class Candidate(Protocol):
    """The fields of a decoding candidate that this module reads."""

    @property
    def parent(self) -> int: ...
    @property
    def id(self) -> int: ...
    @property
    def log_prob(self) -> float: ...
    @property
    def total(self) -> float: ...
    @property
    def rank(self) -> int: ...
    @property
    def verdict(self) -> str: ...
    @property
    def row(self) -> int | None: ...


Pools = Sequence[Sequence[Candidate]]


@dataclass(frozen=True)
class Branch:
    """A pruned path of `start` tokens that the reader resumed, continued to `ids`."""

    ids: Ids
    log_probs: tuple[float, ...]
    start: int


@dataclass(frozen=True)
class Node:
    """One token of the tree.

    Fields:
        step: the column, 1 for the first token.
        parent: index of the node it continues, -1 for the start.
        rank: rank in its step's pool; 0 if only the rescued branch contains it.
        line: the row of the drawing; the winner is on line 0.
    """

    step: int
    parent: int
    id: int
    log_prob: float
    total: float
    rank: int
    verdict: str
    winner: bool = False
    greedy: bool = False
    rescued: bool = False
    line: int = 0


@dataclass(frozen=True)
class Tree:
    """`nodes` are sorted by step, parents before children."""

    nodes: tuple[Node, ...]
    n_steps: int  # of the search; a rescued branch may be longer
    n_columns: int
    n_lines: int

    def path(self, index: int) -> Ids:
        """Return the tokens from the root to a node, inclusive."""
        ids: list[int] = []
        while index >= 0:
            ids.append(self.nodes[index].id)
            index = self.nodes[index].parent
        return tuple(reversed(ids))

    def find(self, ids: Ids) -> int | None:
        """Return the index of the node at the end of a path."""
        for index, node in enumerate(self.nodes):
            if node.step == len(ids) and node.id == ids[-1] and self.path(index) == ids:
                return index
        return None


def paths_of(pools: Pools) -> list[list[Ids]]:
    """Return the token path of each beam row before every step, and after the last one."""
    rows: list[list[Ids]] = [[()]]
    for pool in pools:
        kept = sorted((c for c in pool if c.row is not None), key=lambda c: c.row or 0)
        rows.append([(*rows[-1][c.parent], c.id) for c in kept])
    return rows


def find_candidate(pools: Pools, ids: Ids) -> Candidate | None:
    """Return the candidate whose path is `ids`, or None if the search did not consider it."""
    row: int | None = 0
    candidate: Candidate | None = None
    for step, token in enumerate(ids):
        if row is None or step >= len(pools):
            return None
        candidate = next((c for c in pools[step] if c.parent == row and c.id == token), None)
        if candidate is None:
            return None
        row = candidate.row
    return candidate


def last_candidate(pools: Pools, ids: Ids) -> Candidate | None:
    """Return the last candidate along `ids`: where the search dropped this path, or its end."""
    for length in range(len(ids), 0, -1):
        candidate = find_candidate(pools, ids[:length])
        if candidate is not None:
            return candidate
    return None


def parting_step(winner: Ids, greedy: Ids) -> int:
    """Return the step, from 1, at which the winner leaves greedy search's path, 1 if none."""
    pairs = enumerate(zip(winner, greedy, strict=False), start=1)
    return next((step for step, (one, other) in pairs if one != other), 1)


def beam_tree(
    pools: Pools,
    *,
    winner: Ids,
    greedy: Ids,
    branch: Branch | None = None,
    most_pruned: int = MOST_PRUNED,
) -> Tree:
    """Build the tree of what the beam kept, its best pruned candidates, and a rescued branch.

    Args:
        winner: ids of the hypothesis drawn as the trunk.
        greedy: ids of greedy search's output, marked as far as the search followed it.
        branch: the path the reader resumed; ignored unless the search considered its start.
        most_pruned: pruned candidates drawn at each step, in addition to those on the paths above
            and the best one of every branch that ends there.
    """
    nodes, paths = _grow_tree(pools, winner, greedy, branch, most_pruned)
    if branch is not None and branch.ids[: branch.start] in paths:
        _continue(nodes, paths.index(branch.ids[: branch.start]), branch)
    lines = _Layout(nodes).lines()
    placed = tuple(replace(n, line=line) for n, line in zip(nodes, lines, strict=True))
    columns = max((node.step for node in placed), default=0)
    return Tree(placed, len(pools), columns, max(lines, default=0) + 1)


def _grow_tree(
    pools: Pools, winner: Ids, greedy: Ids, branch: Branch | None, most_pruned: int
) -> tuple[list[Node], list[Ids]]:
    """Return the nodes of the search and their paths."""
    rescued = branch.ids[: branch.start] if branch else ()
    wanted = {ids[:length] for ids in (winner, greedy, rescued) for length in range(len(ids) + 1)}
    nodes: list[Node] = []
    paths: list[Ids] = []
    rows = {0: -1}  # row of the beam -> its node
    for step, pool in enumerate(pools, start=1):
        above, rows, n_cut = rows, {}, 0
        continued = {c.parent for c in pool if c.verdict in CHOSEN}  # need no pruned child drawn
        for c in pool:
            before = paths[above[c.parent]] if above[c.parent] >= 0 else ()
            path = (*before, c.id)
            if c.verdict not in CHOSEN:
                n_cut += 1
                if n_cut > most_pruned and c.parent in continued and path not in wanted:
                    continue
                continued.add(c.parent)
            if c.row is not None:
                rows[c.row] = len(nodes)
            nodes.append(
                Node(
                    step,
                    above[c.parent],
                    c.id,
                    c.log_prob,
                    c.total,
                    c.rank,
                    c.verdict,
                    winner=path == winner[:step],
                    greedy=path == greedy[:step],
                    rescued=path == rescued[:step],
                )
            )
            paths.append(path)
    return nodes, paths


def _continue(nodes: list[Node], index: int, branch: Branch) -> None:
    """Append the rest of the rescued branch to the node where it was pruned."""
    total = nodes[index].total
    for step in range(branch.start + 1, len(branch.ids) + 1):
        value = branch.log_probs[step - 1]
        total += value
        verdict = RESCUED_END if step == len(branch.ids) else RESCUED
        nodes.append(
            Node(step, index, branch.ids[step - 1], value, total, 0, verdict, rescued=True)
        )
        index = len(nodes) - 1


@dataclass
class _Layout:
    """Assign lines to nodes so that each branch hangs in the cheapest free line below its parent.

    A chain is a node, its main child, and so on to the end. It occupies the cells of its columns
    in one line and the gaps before them; its connector passes one gap of every line in between.
    Each line farther down costs 1, each crossing CROSSING. Branches are placed from right to left,
    so that later ones stay closer.
    """

    nodes: list[Node]
    busy: list[set[int]] = field(default_factory=list)  # occupied cells of each line
    ways: list[Counter[int]] = field(default_factory=list)  # connectors through each gap
    children: list[list[int]] = field(default_factory=list)
    reach: list[int] = field(default_factory=list)  # the last column below a node

    def lines(self) -> list[int]:
        self.children = [[] for _ in self.nodes]
        self.reach = [node.step for node in self.nodes]
        first = []
        for index in reversed(range(len(self.nodes))):
            parent = self.nodes[index].parent
            if parent < 0:
                first.append(index)
                continue
            self.children[parent].append(index)
            self.reach[parent] = max(self.reach[parent], self.reach[index])
        lines = [0] * len(self.nodes)
        waiting = [(index, 0) for index in self._order(first)[::-1]]
        while waiting:
            head, above = waiting.pop()
            chain = self._chain(head)
            line = self._hang(chain, above)
            for index in chain:
                lines[index] = line
            # A stack: the rightmost node's branches are placed next, its main ones first.
            for index in chain:
                others = self._order(self.children[index])[1:]
                waiting += [(other, line + 1) for other in reversed(others)]
        return lines

    def _order(self, siblings: list[int]) -> list[int]:
        """Sort siblings: the winner first, then the rescued one, then the one reaching farthest."""

        def weight(index: int) -> tuple[bool, bool, int, float]:
            node = self.nodes[index]
            return node.winner, node.rescued, self.reach[index], node.total

        return sorted(siblings, key=weight, reverse=True)

    def _chain(self, head: int) -> list[int]:
        chain = [head]
        while self.children[chain[-1]]:
            chain.append(self._order(self.children[chain[-1]])[0])
        return chain

    def _hang(self, chain: list[int], above: int) -> int:
        """Place a chain in the cheapest free line at or below `above` and return the line."""
        start = 2 * self.nodes[chain[0]].step - 1
        cells = range(start, 2 * self.nodes[chain[-1]].step + 1)
        crossed, line = 0, above
        best: tuple[int, int] | None = None
        while best is None or line - above + CROSSING * crossed < best[0]:
            while len(self.busy) <= line:
                self.busy.append(set())
                self.ways.append(Counter())
            if not any(cell in self.busy[line] for cell in cells):
                met = sum(self.ways[line][cell] for cell in cells[1:])
                cost = line - above + CROSSING * (crossed + met)
                best = min(best or (cost, line), (cost, line))
            crossed += start in self.busy[line]
            line += 1
        for passed in range(above, best[1]):
            self.ways[passed][start] += 1
        self.busy[best[1]].update(cells)
        return best[1]
