"""Our decoding beside Hugging Face Marian and CTranslate2: equal weights, equal steps."""

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray

from explainer.decoding import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.model.store import Checkpoint
from tests.benchmarks.ctranslate import CTranslate2
from tests.benchmarks.marian import Marian
from tests.benchmarks.shape import (
    ALPHA,
    CASES,
    SHAPE,
    SOURCE_TOKENS,
    STEPS,
    Case,
    Rows,
    checkpoint,
    sentences,
)
from tests.benchmarks.timing import Plan, Times, goal, table, take_turns

# At most this many times the seconds of the other, by case.
BESIDE_CTRANSLATE2 = {
    "batch 1, greedy": 1.5,
    "batch 32, greedy": 1.3,
    "batch 1, beam 4": 1.5,
    "batch 32, beam 4": 1.5,
}
BESIDE_HUGGING_FACE = {"batch 1, greedy": 0.35}
TRACED = 1.25
KEPT = 2.0
KEPT_WIDTH, KEPT_STEPS = 8, 40
# Of one program with itself, both on one thread: nothing has to fall asleep.
IN_PAIRS = Plan(rounds=30, calls=1, pause=0.0)


class Ours:
    name = "ours"

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.translator = Translator("benchmark", checkpoint, torch.device("cpu"))

    def search(self, rows: Rows, case: Case) -> Callable[[], list[list[int]]]:
        """Ids in, best ids out, encoder included, nothing recorded."""
        options = case.options()

        def run() -> list[list[int]]:
            found = self.translator.search(rows, options)
            return [list(hypotheses[0].ids) for hypotheses in found.hypotheses]

        return run

    def translate(self, text: str, case: Case, trace: bool) -> Callable[[], Translation]:
        """Text in, Translation out, as a page asks for it; with `trace` every tensor is kept."""
        options = case.options()
        return lambda: self.translator.translate(text, options, trace=trace)


Candidates = tuple[Ours, Marian, CTranslate2]


def candidates(threads: int) -> Candidates:
    made = checkpoint()
    ours = Ours(made)
    tokens = [ours.translator.tokenizer.token(i) for i in range(SHAPE.vocab_size)]
    marian = Marian(made.model)
    return ours, marian, CTranslate2(marian.model, tokens, threads)


def source_rows(ours: Ours, case: Case) -> list[list[int]]:
    rows = [list(ours.translator.tokenizer.encode(text).ids) for text in sentences(case.batch)]
    if any(len(row) != SOURCE_TOKENS for row in rows):
        raise RuntimeError(f"sentences of {sorted({len(r) for r in rows})} tokens")
    return rows


def agreement(case: Case, outputs: dict[str, list[list[int]]]) -> str:
    """How many sentences came out the same as ours; raises where the work was not the same.

    Rounding decides between nearly equal tokens of a random model, and beam searches end and rank
    by rules of their own, so not every sentence has to agree. Its length has to.
    """
    lengths = {name: {len(row) for row in rows} for name, rows in outputs.items()}
    if any(found != {STEPS} for found in lengths.values()):
        raise RuntimeError(f"{case.name}: not {STEPS} steps each: {lengths}")
    ours = outputs[Ours.name]
    same = {
        name: sum(a == b for a, b in zip(ours, rows, strict=True))
        for name, rows in outputs.items()
        if name != Ours.name
    }
    return ", ".join(f"{name} {count}/{len(ours)}" for name, count in same.items())


def compare(case: Case, programs: Candidates, plan: Plan) -> tuple[Times, str]:
    rows = source_rows(programs[0], case)
    runs = {program.name: program.search(rows, case) for program in programs}
    same = agreement(case, {name: run() for name, run in runs.items()})
    return take_turns(runs, plan), same


def cells(ms: NDArray[np.float64]) -> tuple[str, str]:
    low, middle, high = np.quantile(ms, (0.25, 0.5, 0.75))
    return f"{middle:.2f}", f"{low:.2f}-{high:.2f}"


def print_cases(programs: Candidates, plan: Plan) -> None:
    timed, ratios = [], []
    for case in CASES:
        times, same = compare(case, programs, plan)
        timed += [(case.name, name, *cells(found)) for name, found in times.items()]
        print(f"same output as ours, {case.name}: {same}", flush=True)
        for other, goals in ((CTranslate2, BESIDE_CTRANSLATE2), (Marian, BESIDE_HUGGING_FACE)):
            ratios.append(ratio(case.name, times, Ours.name, other.name, goals.get(case.name)))
    print("\n" + table(("case", "program", "median ms", "quartiles ms"), timed))
    print("\n" + table(("ratio", "found", "goal"), ratios))


def ratio(case: str, times: Times, one: str, other: str, limit: float | None) -> tuple[str, ...]:
    found = float(np.median(times[one]) / np.median(times[other]))
    return f"{case}: {one} / {other}", f"{found:.2f}", goal(found, limit) if limit else ""


def print_ratio(case: str, runs: dict[str, Callable[[], object]], limit: float) -> None:
    """How much longer the second takes than the first."""
    times = take_turns(runs, IN_PAIRS)
    rows = [(case, name, *cells(found)) for name, found in times.items()]
    first, second = times
    print("\n" + table(("case", "call", "median ms", "quartiles ms"), rows))
    print("\n" + table(("ratio", "found", "goal"), [ratio(case, times, second, first, limit)]))


def print_traced(ours: Ours) -> None:
    """The whole way of a page, from text to Translation, with and without the trace."""
    case, text = CASES[0], sentences(1)[0]
    runs: dict[str, Callable[[], object]] = {
        "untraced": ours.translate(text, case, trace=False),
        "full trace": ours.translate(text, case, trace=True),
    }
    print_ratio(f"{case.name}, translate()", runs, TRACED)


def print_kept(ours: Ours) -> None:
    """A wide beam with every candidate of every step built, as the page of the tree needs it."""
    options = DecodeOptions(
        width=KEPT_WIDTH,
        n_best=KEPT_WIDTH,
        alpha=ALPHA,
        min_length=KEPT_STEPS,
        max_length=KEPT_STEPS,
    )
    rows = source_rows(ours, CASES[0])

    def kept() -> int:
        found = ours.translator.search(rows, options, keep=True)
        return sum(len(step.candidates) for step in found.steps)

    # The first step has one row, every other one KEPT_WIDTH; a row proposes 2 x width tokens.
    expected = 2 * KEPT_WIDTH * (1 + KEPT_WIDTH * (KEPT_STEPS - 1))
    if kept() != expected:
        raise RuntimeError(f"{kept()} candidates, not {expected}")
    runs: dict[str, Callable[[], object]] = {
        "plain": lambda: ours.translator.search(rows, options),
        "every candidate kept": kept,
    }
    print_ratio(f"batch 1, beam {KEPT_WIDTH}, {KEPT_STEPS} steps", runs, KEPT)


def run(plan: Plan, threads: int) -> None:
    torch.set_num_threads(threads)
    print(
        f"Decoding: d_model {SHAPE.d_model}, {SHAPE.n_heads} heads, d_ff {SHAPE.d_ff}, "
        f"{SHAPE.n_encoder_layers}+{SHAPE.n_decoder_layers} layers, vocabulary "
        f"{SHAPE.vocab_size}, {SOURCE_TOKENS} source tokens, {STEPS} steps, float32, "
        f"{threads} threads, {plan.rounds} x {plan.calls} calls each\n"
    )
    programs = candidates(threads)
    print_cases(programs, plan)
    print_traced(programs[0])
    print_kept(programs[0])
