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
    scored = [entry for entry in installed.usable().values() if entry.bleu is not None]
    if not scored:
        chapter.wrong(text, text("results.mistake_empty", big=f"{big:g}"))
        return
    best = max(scored, key=lambda entry: entry.bleu or 0.0)
    chapter.wrong(
        text,
        text(
            "results.mistake",
            model=best.name,
            bleu=f"{best.bleu:.1f}",
            parameters=f"{best.card['parameters'] / 1e6:.1f}",
            big=f"{big:g}",
            sentences=f"{best.card['test']['beam']['sentences']:,}",
        ),
    )
