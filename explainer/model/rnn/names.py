"""Registry of a recurrent network's traced tensors: name, axes, formula and parents.

Axes: B sentences, S source, T target, D d_embed, N d_hidden, M width of an encoder state (2 N if
bidirectional), A d_attention, V vocabulary. `formula` is LaTeX. A tensor along S or T stacks all
steps; editing it affects what is computed from the whole stack, not the steps themselves.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from explainer.model.names import FORMULAS, TensorName
from explainer.model.rnn.cells import GATES, STATE_PARTS
from explainer.model.rnn.config import Cell, RecurrentConfig

SIGMOID: Final = r"\sigma(W_{%s} x_t + U_{%s} h_{t-1} + b_{%s})"
CELLS: Final[dict[Cell, dict[str, str]]] = {
    "rnn": {"state": r"h_t = \tanh(W x_t + U h_{t-1} + b)"},
    "gru": {
        "reset": rf"r_t = {SIGMOID % ('r', 'r', 'r')}",
        "update": rf"z_t = {SIGMOID % ('z', 'z', 'z')}",
        "new": r"n_t = \tanh(W_n x_t + b_n + r_t \odot (U_n h_{t-1} + c_n))",
        "state": r"h_t = (1 - z_t) \odot n_t + z_t \odot h_{t-1}",
    },
    "lstm": {
        "input": rf"i_t = {SIGMOID % ('i', 'i', 'i')}",
        "forget": rf"f_t = {SIGMOID % ('f', 'f', 'f')}",
        "new": r"g_t = \tanh(W_g x_t + U_g h_{t-1} + b_g)",
        "output": rf"o_t = {SIGMOID % ('o', 'o', 'o')}",
        "cell": r"c_t = f_t \odot c_{t-1} + i_t \odot g_t",
        "state": r"h_t = o_t \odot \tanh(c_t)",
    },
}
MADE_FROM: Final[dict[Cell, dict[str, tuple[str, ...]]]] = {
    "rnn": {},
    "gru": {"new": ("reset",), "state": ("update", "new")},
    "lstm": {"cell": ("input", "forget", "new"), "state": ("output", "cell")},
}
EMBED: Final = r"\sqrt{d}\, E_{id}"
PLACE: Final = r"p_t = S\, \sigma(v^{\top} \tanh(W_p s_t))"
BELL: Final = r"b_{tj} = \exp(-(j - p_t)^2 / 2 \sigma^2)"
LOCAL_SCORES: Final = ("decoder.scores", "decoder.place")
CONTEXT: Final = r"c_t = \textstyle\sum_j w_{tj} h_j"


def cell_names(config: RecurrentConfig, prefix: str, axes: str, *read: str) -> list[TensorName]:
    """List the gates of one cell along a sequence; `read` are its inputs besides its own state."""
    formulas, made = CELLS[config.cell], MADE_FROM[config.cell]
    return [
        TensorName(
            f"{prefix}.{name}",
            axes,
            formulas[name],
            (
                *(f"{prefix}.{other}" for other in made.get(name, ())),
                *(() if name in made else read),
            ),
        )
        for name in GATES[config.cell]
    ]


def encoder_names(config: RecurrentConfig) -> list[TensorName]:
    """List the encoder's tensors."""
    ways = ("forward", "backward") if config.bidirectional else ("forward",)
    names = [TensorName("encoder.embed", "BSD", EMBED, ("src_ids",))]
    for way in ways:
        names += cell_names(config, f"encoder.{way}", "BSN", "encoder.embed")
    states = tuple(f"encoder.{way}.state" for way in ways)
    formula = r"[\overrightarrow{h}_j; \overleftarrow{h}_j]" if config.bidirectional else "h_j"
    names.append(TensorName("memory", "BSM", formula, states))
    last = {"state": states[-1], "cell": "encoder.forward.cell"}
    end = r"\overleftarrow{h}_1" if config.bidirectional else "h_S"
    for name in STATE_PARTS[config.cell]:
        names.append(TensorName(f"last_{name}", "BN", end, (last[name],)))
    if config.feeds_context and not config.attention:
        names.append(TensorName("context", "BN", r"c = h_S", ("last_state",)))
    start = {
        "rnn": r"s_0 = 0",
        "gru": rf"s_0 = \tanh(W_s {end} + b_s)",
        "lstm": r"s_0 = h_S",
    }[config.cell]
    for name in STATE_PARTS[config.cell]:
        parents = () if config.cell == "rnn" else (f"last_{name}",)
        names.append(TensorName(f"start_{name}", "BN", start, parents))
    return names


def softmax_names() -> list[TensorName]:
    """List the tensors from masked scores to context."""
    return [
        TensorName("decoder.masked_scores", "BTS", FORMULAS["masked_scores"], ("decoder.scores",)),
        TensorName("decoder.weights", "BTS", FORMULAS["weights"], ("decoder.masked_scores",)),
        TensorName("decoder.context", "BTM", CONTEXT, ("decoder.weights", "memory")),
    ]


def local_names() -> list[TensorName]:
    """List local-p's tensors: window centre, softmax inside the window, Gaussian bell.

    The bell ignores padding; the softmax is 0 there.
    """
    return [
        TensorName("decoder.place", "BT", PLACE, ("decoder.state",)),
        TensorName("decoder.masked_scores", "BTS", FORMULAS["masked_scores"], LOCAL_SCORES),
        TensorName("decoder.aligned", "BTS", FORMULAS["weights"], ("decoder.masked_scores",)),
        TensorName("decoder.bell", "BTS", BELL, ("decoder.place",)),
        TensorName("decoder.weights", "BTS", r"a_{tj} b_{tj}", ("decoder.aligned", "decoder.bell")),
        TensorName("decoder.context", "BTM", CONTEXT, ("decoder.weights", "memory")),
    ]


def bahdanau_names(config: RecurrentConfig) -> list[TensorName]:
    """List Bahdanau's tensors; the query's parent is `state`, that of the previous step."""
    return [
        TensorName("decoder.keys", "BSA", r"U_a h_j", ("memory",)),
        TensorName("decoder.query", "BTA", r"W_a s_{t-1}", ("start_state", "decoder.state")),
        TensorName(
            "decoder.energies",
            "BTSA",
            r"\tanh(W_a s_{t-1} + U_a h_j)",
            ("decoder.query", "decoder.keys"),
        ),
        TensorName(
            "decoder.scores",
            "BTS",
            r"v^{\top} \tanh(W_a s_{t-1} + U_a h_j)",
            ("decoder.energies",),
        ),
        *softmax_names(),
        *cell_names(config, "decoder", "BTN", "decoder.embed", "decoder.context", "start_state"),
    ]


def luong_names(config: RecurrentConfig) -> list[TensorName]:
    """List Luong's tensors."""
    query = r"s_t" if config.score == "dot" else r"s_t W_a"
    return [
        *cell_names(config, "decoder", "BTN", "decoder.embed", "start_state"),
        TensorName("decoder.query", "BTM", query, ("decoder.state",)),
        TensorName("decoder.scores", "BTS", rf"{query} \cdot h_j", ("decoder.query", "memory")),
        *(local_names() if config.locality == "local-p" else softmax_names()),
    ]


def decoder_names(config: RecurrentConfig) -> list[TensorName]:
    """List the decoder's tensors."""
    names = [TensorName("decoder.embed", "BTD", EMBED, ("tgt_ids",))]
    if config.kind == "gru-bahdanau":
        return names + bahdanau_names(config)
    if config.kind == "lstm-luong":
        return names + luong_names(config)
    fed = ("context",) if config.feeds_context else ()
    return names + cell_names(config, "decoder", "BTN", "decoder.embed", *fed, "start_state")


OUTPUT: Final = {
    "rnn": (r"W_o s_t + b_o", ("decoder.state",)),
    "lstm": (r"W_o s_t + b_o", ("decoder.state",)),
    "gru": (
        r"\tanh(W_o [s_t; c; y_{t-1}] + b_o)",
        ("decoder.state", "context", "decoder.embed"),
    ),
    "gru-bahdanau": (
        r"\tanh(W_o [s_t; c_t; y_{t-1}] + b_o)",
        ("decoder.state", "decoder.context", "decoder.embed"),
    ),
    "lstm-luong": (
        r"\tilde{h}_t = \tanh(W_o [s_t; c_t] + b_o)",
        ("decoder.state", "decoder.context"),
    ),
}


@cache
def trace_names(config: RecurrentConfig) -> tuple[TensorName, ...]:
    """List all tensors of one traced forward pass in the order of recording."""
    formula, parents = OUTPUT[config.kind]
    return (
        *encoder_names(config),
        *decoder_names(config),
        TensorName("output", "BTD", formula, parents),
        TensorName("logits", "BTV", r"x E^{\top}", ("output",)),
        TensorName("log_probs", "BTV", FORMULAS["log_probs"], ("logits",)),
        TensorName("probs", "BTV", FORMULAS["probs"], ("log_probs",)),
    )
