"""What a reader is asked: how alike two positions are that stand as far apart as two others."""

from __future__ import annotations

from explainer.analysis.positions import table
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.text.numbers import decimal

NEAR, FAR, GAP = 1, 20, 3
SAME = 1e-6


def question(_: View) -> Holes:
    return {"near": NEAR, "near_too": NEAR + GAP, "far": FAR, "far_too": FAR + GAP}


def answer(view: View) -> Prediction:
    """Dot products of rows of the table, as wide as the model."""
    width = int(view.card["model"]["d_model"])
    rows = table(FAR + GAP + 1, width)
    near, far, off = (
        float(rows[a] @ rows[b])
        for a, b in ((NEAR, NEAR + GAP), (FAR, FAR + GAP), (NEAR, FAR + GAP))
    )
    right = "same" if abs(near - far) < SAME else "larger" if far > near else "smaller"
    told = {"near": near, "far": far, "off": off, "itself": float(rows[NEAR] @ rows[NEAR])}
    return Prediction(
        right,
        {
            **{f"dot_{name}": decimal(value, 3) for name, value in told.items()},
            "gap": GAP,
            "wide": FAR + GAP - NEAR,
            "pairs": width // 2,
        },
    )


PREDICT = Predict(("smaller", "same", "larger"), answer, question)
