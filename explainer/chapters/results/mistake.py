"""The paper's training cost as a formula, and the mistake of comparing BLEU across test sets."""

from __future__ import annotations

from explainer import installed
from explainer.analysis.training_cost import hardware_flops
from explainer.data.results import BASE, BIG, GPU, GPUS, SYSTEMS, TERAFLOPS, TRAININGS, Training
from explainer.frame import chapter
from explainer.frame.view import View


def draw_formula(view: View) -> None:
    """Draw training cost as time x GPUs x speed."""
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(view.text, [_equation(one) for one in TRAININGS])
    with code:
        chapter.code(view.text, "explainer.analysis.training_cost", "hardware_flops")


def _tex(value: float) -> str:
    mantissa, exponent = f"{value:.2e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"


def _equation(one: Training) -> str:
    found = hardware_flops(one.hours, GPUS, TERAFLOPS[GPU])
    return (
        rf"C_\mathrm{{{'base' if one is BASE else 'big'}}} = t \cdot n \cdot S = "
        rf"{one.hours:g} \cdot 3600 \cdot {GPUS} \cdot {TERAFLOPS[GPU]} \cdot 10^{{12}} = "
        rf"{_tex(found)}"
    )


def draw_mistake(view: View) -> None:
    """Show two BLEU scores of different test sets."""
    text = view.text
    big = next(one for one in SYSTEMS if one.name == BIG.name).bleu["en-de"]
    cards = [entry.card for entry in installed.usable().values() if entry.bleu is not None]
    if not cards:
        chapter.wrong(text, text("results.mistake_empty", big=f"{big:g}"))
        return
    best = max(cards, key=lambda card: float(card["test"]["beam"]["bleu"]))
    chapter.wrong(
        text,
        text(
            "results.mistake",
            bleu=f"{best['test']['beam']['bleu']:.1f}",
            parameters=f"{best['parameters'] / 1e6:.1f}",
            big=f"{big:g}",
            sentences=f"{best['test']['beam']['sentences']:,}",
        ),
    )
