"""One vector for any length: BLEU by sentence length with and without attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from explainer.charts.curves import Axis, Curve, curves
from explainer.data.recurrent import Bucket, Toy, Why, measurements, toys, why
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.recurrent import TRANSFORMER, model_names
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent

# The folder of every kind, as `data.recurrent.measurements` names them.
FOLDERS: Final = {
    "rnn": "ko-en-rnn",
    "gru": "ko-en-gru",
    "lstm": "ko-en-lstm",
    "gru-bahdanau": "ko-en-gru-bahdanau",
    "lstm-luong": "ko-en-lstm-luong",
    TRANSFORMER: "ko-en-transformer-small",
}
PAIRS: Final[Mapping[str, tuple[str, ...]]] = {
    "gru": ("gru", "gru-bahdanau"),
    "lstm": ("lstm", "lstm-luong"),
    "all": ("rnn", "gru", "lstm", "gru-bahdanau", "lstm-luong", "transformer"),
}
TONES: Final = {
    "rnn": "third",
    "gru": "source",
    "lstm": "k",
    "gru-bahdanau": "target",
    "lstm-luong": "q",
    TRANSFORMER: "weight",
}


PAIR = OneOf("rnn_pair", (*PAIRS,), usual="gru")
TASK = OneOf("rnn_task", ("copy", "reverse"), usual="reverse")


def draw_bottleneck(view: View) -> None:
    """Draw BLEU by sentence length, with and without attention."""
    text = view.text
    if not measurements():
        st.info(text("rnn.no_comparison"), icon=":material/info:")
    else:
        chosen = PAIR.draw(text)
        kinds = [kind for kind in PAIRS[chosen] if FOLDERS[kind] in measurements()]
        buckets = {kind: measurements()[FOLDERS[kind]].buckets for kind in kinds}
        line = text(
            "rnn.all_line" if chosen == "all" else "rnn.bottleneck_line", count=len(buckets)
        )
        with chapter.figure(text("rnn.bottleneck"), line):
            if buckets:
                _by_length(view, buckets)
        with chapter.figure(text("rnn.models"), text("rnn.models_line")):
            _models(text)
    if toys():
        _toys(view)


def _by_length(view: View, buckets: Mapping[str, Sequence[Bucket]]) -> None:
    text, names = view.text, model_names(view.text)
    groups = next(iter(buckets.values()))
    labels = [bucket_name(one) for one in groups]
    ends = ", ".join(
        text("rnn.bleu_end", model=names[kind], bleu=f"{row[-1].bleu:.1f}")
        for kind, row in buckets.items()
    )
    chapter.chart(
        curves(
            lines=[
                line
                for kind, row in buckets.items()
                for line in (
                    Curve(names[kind], [one.bleu for one in row], TONES[kind]),
                    _interval(TONES[kind], row),
                )
            ],
            x=Axis(text("rnn.length"), words=labels),
            y=Axis(text("rnn.bleu"), form="d"),
            name_title=text("rnn.model"),
            form=".1f",
            dark=view.dark,
            height=320,
        ),
        text("rnn.bottleneck_alt", ends=ends),
        "rnn_bottleneck",
    )
    best = max(buckets, key=lambda kind: buckets[kind][-1].bleu)
    st.caption(
        text(
            "rnn.bottleneck_said",
            apart=" ".join(
                lead_text(text, names[plain], buckets[plain], buckets[looking])
                for plain, looking in (PAIRS["gru"], PAIRS["lstm"])
                if {plain, looking} <= buckets.keys()
            ),
            count=f"{groups[-1].sentences:,}",
            length=labels[-1],
            model=names[best],
            bleu=f"{buckets[best][-1].bleu:.1f}",
        )
    )


def groups_apart(plain: Sequence[Bucket], looking: Sequence[Bucket]) -> list[int]:
    """Return the length groups whose intervals do not overlap, attention above."""
    pairs = enumerate(zip(plain, looking, strict=True))
    return [at for at, (without, with_) in pairs if with_.bleu_low > without.bleu_high]


def lead_text(text: Text, model: str, plain: Sequence[Bucket], looking: Sequence[Bucket]) -> str:
    """State at which lengths attention is significantly better."""
    apart, count = groups_apart(plain, looking), len(plain)
    if not apart:
        return text("rnn.apart_nowhere", model=model)
    if len(apart) == count:
        return text("rnn.apart_everywhere", model=model)
    if apart == list(range(apart[0], count)):
        low = plain[apart[0]].low
        return text("rnn.apart_from", model=model, low=low, last=len(apart), groups=count)
    groups = ", ".join(bucket_name(plain[at]) for at in apart)
    return text("rnn.apart_in", model=model, groups=groups)


def bucket_name(bucket: Bucket) -> str:
    """Name a length group."""
    return f"{bucket.low}+" if bucket.high is None else f"{bucket.low}–{bucket.high}"


def _interval(tone: str, buckets: Sequence[Bucket]) -> Curve:
    """Draw intervals as vertical strokes: one line with gaps."""
    x, y = [], []
    for at, one in enumerate(buckets):
        x += [float(at)] * 3
        y += [one.bleu_low, one.bleu_high, float("nan")]
    return Curve("", y, tone, x, pointed=False)


def _models(text: Text) -> None:
    """Draw a row per model in historical order."""
    names = model_names(text)
    shown = {k: measurements()[name] for k, name in FOLDERS.items() if name in measurements()}
    models = list(shown.values())
    show_table(
        text("rnn.models_alt", count=len(models)),
        {
            "model": Column(text("rnn.model"), [names[kind] for kind in shown]),
            "parameters": Column(
                text("rnn.col_parameters"), [one.parameters for one in models], "localized"
            ),
            "bleu": Column(text("rnn.col_bleu"), [one.bleu for one in models], "%.1f"),
            "interval": Column(
                text("rnn.col_interval"),
                [f"{one.bleu_low:.1f}…{one.bleu_high:.1f}" for one in models],
            ),
        },
    )
    st.caption(text("rnn.why_text"))


def _toys(view: View) -> None:
    """Draw toy accuracy (copy or reverse) by length."""
    text, names = view.text, model_names(view.text)
    with chapter.figure(text("rnn.toy"), text("rnn.toy_line")):
        task = TASK.draw(text)
        shown: list[Toy] = [toy for toy in toys() if toy.task == task]
        ends = ", ".join(
            text(
                "rnn.model_share",
                model=names[toy.model],
                share=percent(toy.accuracy[max(toy.accuracy)], 0),
            )
            for toy in shown
        )
        longest = max(max(toy.accuracy) for toy in shown)
        chapter.chart(
            curves(
                lines=[
                    Curve(
                        names[toy.model],
                        list(toy.accuracy.values()),
                        TONES[toy.model],
                        [float(length) for length in toy.accuracy],
                    )
                    for toy in shown
                ],
                x=Axis(text("rnn.length"), form="d"),
                y=Axis(text("rnn.accuracy"), span=(0, 1.02), form=".0%"),
                name_title=text("rnn.model"),
                form=".0%",
                dark=view.dark,
            ),
            text("rnn.toy_alt", task=TASK.names(text)[task], ends=ends),
            "rnn_toy",
        )
        sizes = ", ".join(f"{names[toy.model]} {toy.parameters:,}" for toy in shown)
        st.caption(text("rnn.toy_said", length=longest, ends=ends, sizes=sizes))
        reason = why()
        if reason and reason.task == task:
            st.markdown(
                failure_text(text, reason, next(t for t in shown if t.model == reason.model))
            )


def failure_text(text: Text, reason: Why, toy: Toy) -> str:
    """Explain where the Transformer fails on the toy task, and that more steps help."""
    longest = max(toy.accuracy)
    return text(
        "rnn.toy_why",
        model=model_names(text)[toy.model],
        beside=percent(reason.beside, 0),
        fewer=f"{toy.steps:,}",
        steps=f"{reason.longer.steps:,}",
        before=percent(toy.accuracy[longest], 0),
        after=percent(reason.longer.accuracy[longest], 0),
    )
