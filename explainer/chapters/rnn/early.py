"""One wrong early token: every model is made to begin with it, and goes on greedily."""

from __future__ import annotations

from typing import Final

from explainer.decoding import DecodeOptions
from explainer.frame import chapter
from explainer.frame.pickers import Picker
from explainer.frame.recurrent import TRANSFORMER, Subject, model_names, subject
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import recurrent, registry, resources
from explainer.tokenizer import BOS, EOS, PAD, UNK

WRONG: Final = "rnn_wrong"  # counts from 1, in the address too
OFFERED: Final = 6  # of the most probable first tokens
SPECIAL: Final = (PAD, UNK, BOS, EOS)  # nothing that a sentence begins with
GREEDY: Final = DecodeOptions(method="greedy", n_best=1, max_length=recurrent.MOST_STEPS)


def draw_early(view: View) -> None:
    text = view.text
    seen = subject(view, "rnn")
    if seen is None:
        return
    translation = seen.translation
    first = translation.predicted[0]
    offered = [
        (int(id), piece)
        for id, piece in zip(translation.top_ids[0], translation.top_pieces[0], strict=True)
        if int(id) not in {first, *SPECIAL}
    ][:OFFERED]
    pick = Picker(text, (seen.source, translation.predicted))
    chosen = pick.select(WRONG, text("rnn.wrong_token"), [piece for _, piece in offered], 0)
    token, piece = offered[chosen]
    title = text("rnn.early", piece=piece)
    with chapter.figure(title, text("rnn.early_line", first=translation.predicted_pieces[0])):
        _table(view, seen, token)
    chapter.code(text, "explainer.chapters.rnn.early", "goes_on")


def goes_on(model: str, source: resources.Ids, token: int | None) -> str:
    """What a model writes greedily, begun with a token. Raises Busy."""
    prefix = () if token is None else (token,)
    ids = resources.search_from(model, source, GREEDY, prefix).hypotheses[0][0].ids
    engine = registry.model_of(model)
    return (engine.tokenizer.decode(ids) or " ".join(engine.pieces(ids))) + resources.open_end(ids)


def _table(view: View, seen: Subject, token: int) -> None:
    text, names = view.text, model_names(view.text)
    folders = {str(kind): name for kind, name in recurrent.models().items()}
    folders[TRANSFORMER] = seen.translation.model
    kinds = [kind for kind in (*recurrent.KINDS, TRANSFORMER) if kind in folders]
    show_table(
        text("rnn.early_alt", count=len(kinds)),
        {
            "model": Column(text("rnn.model"), [names[kind] for kind in kinds], width=110),
            "own": Column(
                text("rnn.early_own"), [goes_on(folders[kind], seen.source, None) for kind in kinds]
            ),
            "forced": Column(
                text("rnn.early_forced"),
                [goes_on(folders[kind], seen.source, token) for kind in kinds],
            ),
        },
    )
