"""The drawing of one attention cell, from x and m to the sub-layer's output."""

from __future__ import annotations

from explainer.chapters.cell.cellsteps.mount import FOLDER, cellsteps, picks
from explainer.chapters.cell.cellsteps.payload import CellPlace, Crumb, StageLine, cell_payload

__all__ = ["FOLDER", "CellPlace", "Crumb", "StageLine", "cell_payload", "cellsteps", "picks"]
