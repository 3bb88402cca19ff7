"""The words of the drawing, from the text catalogue, for its script.

Templates keep their holes: the script fills them with the number or the piece of the moment,
coloured.
"""

from __future__ import annotations

from explainer.text import Text


def flow_words(
    text: Text, *, vocabulary: int, width: int, scale: float, probabilities: bool = True
) -> dict[str, str]:
    """All strings of the drawing by their short name. `scale`: what the darkest shade means."""
    words = {
        **_regions(text, vocabulary),
        **_labels(text),
        **_controls(text),
        **_key(text, width, scale),
        **_captions(text),
        **_screen_reader_words(text),
        **_table(text),
    }
    return words if probabilities else {**words, **_without_probabilities(text)}


def _without_probabilities(text: Text) -> dict[str, str]:
    """What is said otherwise where a teacher hides them."""
    names = ("input", "memory", "weight", "layer", "head", "output")
    return {
        "output_line": "",
        "caption_row": text("flow.caption_row_bare", **{name: f"{{{name}}}" for name in names}),
        "row_label": text.template("flow.row_label_bare"),
    }


def _regions(text: Text, vocabulary: int) -> dict[str, str]:
    return {
        **text.each(
            "flow.*",
            "tokens",
            "tokens_line",
            "encoder",
            "encoder_line",
            "memory",
            "memory_line",
            "cross_attention",
            "cross_attention_line",
            "decoder",
            "decoder_line",
            "output",
        ),
        "output_line": text("flow.output_line", vocabulary=f"{vocabulary:,}"),
        "open": text.template("flow.open"),
    }


def _labels(text: Text) -> dict[str, str]:
    return {
        **text.each(
            "flow.*",
            "input",
            "next",
            "self",
            "cross_short",
            "later",
            "feedback",
            "rest",
            "mean_short",
            "blank",
        ),
        "layer": text.template("flow.layer"),
        "layer_short": text.template("flow.layer_short"),
        "head": text.template("flow.head"),
        "mean": text.template("flow.mean"),
    }


def _controls(text: Text) -> dict[str, str]:
    return {
        **text.each(
            "flow.*",
            "result",
            "skip",
            "again",
            "play",
            "pause",
            "previous",
            "following",
            "scrubber",
            "pick",
            "pick_line",
            "pick_long",
        ),
        **text.each("chapter.*", "copy", "copied"),
        "step": text.template("flow.step"),
    }


def _key(text: Text, width: int, scale: float) -> dict[str, str]:
    return {
        **text.each(
            "flow.*", "key_width", "key_weight", "key_source", "key_target", "key_residual", "hint"
        ),
        "key_vector": text("flow.key_vector", width=width, scale=f"{scale:.1f}"),
    }


def _captions(text: Text) -> dict[str, str]:
    return {
        "caption_row": text.template("flow.caption_row"),
        "caption_row_ranked": text.template("flow.caption_row_ranked"),
        "caption_source": text.template("flow.caption_source"),
        "caption_source_alone": text.template("flow.caption_source_alone"),
    }


def _screen_reader_words(text: Text) -> dict[str, str]:
    return {
        **text.each("flow.*", "group_pieces", "group_memory", "group_rows"),
        "figure": text.template("flow.figure"),
        "piece_label": text.template("flow.piece_label"),
        "memory_label": text.template("flow.memory_label"),
        "row_label": text.template("flow.row_label"),
    }


def _table(text: Text) -> dict[str, str]:
    return {
        **text.each(
            "flow.*", "table", "table_piece", "table_candidate", "table_rank", "table_probability"
        ),
        "table_cross": text.template("flow.table_cross"),
        "table_output": text.template("flow.table_output"),
    }
