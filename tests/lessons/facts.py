"""Plain numbers that the lessons may ask about: no model has to be there."""

from __future__ import annotations

import math
from dataclasses import replace

from explainer.lessons import (
    bleu,
    cell,
    flow,
    heads,
    layers,
    masks,
    positions,
    search,
    tokens,
    training,
)

WAY = tokens.TokensFacts(
    words=("a", "bcd", "ef"),
    word_cuts=(1, 3, 2),
    tokens=("▁a", "▁b", "c", "d", "▁e", "f", "</s>"),
    vocabulary=300,
    ways=((-10.0, 6), (-12.0, 7)),
    missed=2,
    countable=3,
    best_text="x",
    letters_text="y",
    letters=9,
)
PLACES = positions.PositionsFacts(
    off=1e-7,
    on=2.0,
    order=(2, 1, 0),
    text="x",
    moved_text="y",
    d_model=32,
    sine=math.sin(1),
    norm=16.0,
    waves=(6.28, 1000.0),
    near=5.0,
    far=5.0,
    misprint=(0.8, 0.8, 0.8, 0.8),
)
CELL = cell.CellFacts(
    fed="▁I",
    written="▁saw",
    keys=("▁a", "▁b", "▁c", "</s>"),
    ordinary=(0, 1, 2),
    weights=(0.1, 0.6, 0.2, 0.1),
    column=1,
    layer=2,
    head=1,
    q=(1.0, -2.0),
    k=(3.0, 0.5),
    v=(0.25, 4.0),
    scores=(0.0, 1.0, 0.5, 0.1),
    numerator=math.e,
    denominator=10.0,
    dim=0,
    heads=4,
    row=4,
    last_layer=2,
    by_root=0.9,
    by_width=0.3,
)
MASKS = masks.MasksFacts(
    places=4,
    closed=6,
    first_weight=1.0,
    second=masks.TwoCells((3.0, 1.0), 0.75),
    after=masks.AfterRow(2, 2, 0, 1, 3.0, 9.0, 0.25),
    loss=0.2,
    loss_padded=0.2,
    loss_ahead=2.0,
    loss_unpadded=0.1,
)
TRIED = (
    search.Tried("x", "▁p", -1.0, -0.5, True),
    search.Tried("x", "▁q", -1.0, -1.0, True),
    search.Tried("y", "▁p", -2.0, -0.1, True),
    search.Tried("y", "▁q", -2.0, -0.9, False),
)
SEARCH = search.SearchFacts(
    step=2,
    before="x",
    top=(("▁p", 0.5), ("▁q", 0.25)),
    probs=(0.5, 0.5, 0.25),
    tokens=("▁p", "▁q", "▁r"),
    greedy="y",
    same=True,
    rows=3,
    pool=18,
    beam_step=2,
    tried=TRIED,
    alpha=1.0,
    best=search.Output("x", 7, -4.0),
    short=search.Output("x", 1, -3.0),
    long=search.Output("z", 7, -4.0),
)
COUNTED = bleu.Counted("a b", (6, 3, 2, 1), (8, 7, 6, 5), 8, 8, 1.0, 38.26)
BLEU = bleu.BleuFacts(
    references=("a b c",),
    a=COUNTED,
    b=replace(COUNTED, brevity=0.37, score=0.0),
    c=COUNTED,
    word="I",
    repeated=5,
    limit=1,
    bigrams=("a b", "b c"),
    matching=("b c",),
    tempting="a c",
    own=None,
    own_references="",
)
FLOW = flow.FlowFacts(
    source=("▁a", "▁b", "</s>"),
    written=("▁x", "▁y", "</s>"),
    width=32,
    step=1,
    weights=(0.25, 0.7, 0.05),
    top=(("▁y", 0.5), ("▁z", 0.25)),
)
HEADS = heads.HeadsFacts(
    fed="▁x",
    written="▁y",
    keys=("▁a", "▁b"),
    layer=2,
    row=1,
    weights=((0.9, 0.1), (0.2, 0.8), (0.4, 0.6), (0.7, 0.3)),
    one=0,
    other=1,
    d_model=32,
    parameters=(400, 400),
    texts=("x", "y"),
)
LAYERS = layers.LayersFacts(
    layers=(3, 2),
    step=1,
    written="▁y",
    channel=4,
    x=1.0,
    added=-2.5,
    total=-1.5,
    mean=0.5,
    deviation=4.0,
    units=128,
    active=20,
    lens=("▁q", "▁y"),
    texts=("x", "x"),
)
TRAINING = training.TrainingFacts(
    sentence=0,
    tokens=("▁x", "▁y", "</s>"),
    losses=(0.1, 2.0, 0.05),
    place=1,
    guess="▁z",
    sure=0.95,
    n_tokens=30,
    places=40,
    loss=0.8,
    vocabulary=1000,
    dropout=0.2,
)
FACTS = {
    "tokens": (tokens.ask, WAY),
    "positions": (positions.ask, PLACES),
    "cell": (cell.ask, CELL),
    "masks": (masks.ask, MASKS),
    "search": (search.ask, SEARCH),
    "bleu": (bleu.ask, BLEU),
    "flow": (flow.ask, FLOW),
    "heads": (heads.ask, HEADS),
    "layers": (layers.ask, LAYERS),
    "training": (training.ask, TRAINING),
}
