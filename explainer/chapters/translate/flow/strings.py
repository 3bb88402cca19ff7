"""The words of the drawing, from the text catalogue, for its script.

Templates keep their holes: `text("flow.step", step="{step}", ...)` puts each hole's own name back
in, and the script fills it with the number or the piece of the moment, coloured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explainer.text import Text


def flow_words(text: Text, *, vocabulary: int, width: int, scale: float) -> dict[str, str]:
    """All strings of the drawing by their short name. `scale`: what the darkest shade means."""
    return {
        **_regions(text, vocabulary),
        **_labels(text),
        **_controls(text),
        **_key(text, width, scale),
        **_captions(text),
        **_spoken(text),
        **_table(text),
    }


def _regions(text: Text, vocabulary: int) -> dict[str, str]:
    return {
        "tokens": text("flow.tokens"),
        "tokens_line": text("flow.tokens_line"),
        "encoder": text("flow.encoder"),
        "encoder_line": text("flow.encoder_line"),
        "memory": text("flow.memory"),
        "memory_line": text("flow.memory_line"),
        "cross_attention": text("flow.cross_attention"),
        "cross_attention_line": text("flow.cross_attention_line"),
        "decoder": text("flow.decoder"),
        "decoder_line": text("flow.decoder_line"),
        "output": text("flow.output"),
        "output_line": text("flow.output_line", vocabulary=f"{vocabulary:,}"),
        "open": text("flow.open", region="{region}"),
    }


def _labels(text: Text) -> dict[str, str]:
    return {
        "input": text("flow.input"),
        "next": text("flow.next"),
        "self": text("flow.self"),
        "cross_short": text("flow.cross_short"),
        "later": text("flow.later"),
        "feedback": text("flow.feedback"),
        "rest": text("flow.rest"),
        "layer": text("flow.layer", layer="{layer}"),
        "layer_short": text("flow.layer_short", layer="{layer}"),
        "head": text("flow.head", head="{head}"),
        "mean": text("flow.mean", heads="{heads}"),
        "mean_short": text("flow.mean_short"),
        "blank": text("flow.blank"),
    }


def _controls(text: Text) -> dict[str, str]:
    return {
        "play": text("flow.play"),
        "pause": text("flow.pause"),
        "previous": text("flow.previous"),
        "following": text("flow.following"),
        "scrubber": text("flow.scrubber"),
        "step": text("flow.step", step="{step}", total="{total}"),
        "pick": text("flow.pick"),
        "pick_line": text("flow.pick_line"),
        "pick_long": text("flow.pick_long"),
    }


def _key(text: Text, width: int, scale: float) -> dict[str, str]:
    return {
        "key_width": text("flow.key_width"),
        "key_weight": text("flow.key_weight"),
        "key_source": text("flow.key_source"),
        "key_target": text("flow.key_target"),
        "key_residual": text("flow.key_residual"),
        "key_vector": text("flow.key_vector", width=width, scale=f"{scale:.1f}"),
    }


def _captions(text: Text) -> dict[str, str]:
    return {
        "caption_row": text(
            "flow.caption_row",
            input="{input}",
            memory="{memory}",
            weight="{weight}",
            layer="{layer}",
            head="{head}",
            output="{output}",
            probability="{probability}",
        ),
        "caption_row_ranked": text(
            "flow.caption_row_ranked",
            input="{input}",
            memory="{memory}",
            weight="{weight}",
            layer="{layer}",
            head="{head}",
            output="{output}",
            probability="{probability}",
            rank="{rank}",
        ),
        "caption_source": text(
            "flow.caption_source",
            piece="{piece}",
            layer="{layer}",
            reader="{reader}",
            weight="{weight}",
            share="{share}",
        ),
        "caption_source_alone": text("flow.caption_source_alone", piece="{piece}", share="{share}"),
    }


def _spoken(text: Text) -> dict[str, str]:
    return {
        "figure": text("flow.figure", source="{source}", target="{target}"),
        "group_pieces": text("flow.group_pieces"),
        "group_memory": text("flow.group_memory"),
        "group_rows": text("flow.group_rows"),
        "piece_label": text("flow.piece_label", piece="{piece}"),
        "memory_label": text(
            "flow.memory_label",
            piece="{piece}",
            weight="{weight}",
            layer="{layer}",
            head="{head}",
        ),
        "row_label": text(
            "flow.row_label",
            step="{step}",
            input="{input}",
            output="{output}",
            probability="{probability}",
        ),
    }


def _table(text: Text) -> dict[str, str]:
    return {
        "table": text("flow.table"),
        "table_cross": text("flow.table_cross", step="{step}", head="{head}"),
        "table_piece": text("flow.table_piece"),
        "table_output": text("flow.table_output", step="{step}"),
        "table_candidate": text("flow.table_candidate"),
        "table_rank": text("flow.table_rank"),
        "table_probability": text("flow.table_probability"),
    }
