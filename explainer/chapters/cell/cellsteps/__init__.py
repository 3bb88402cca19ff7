"""The drawing of one attention cell, from q and k to the sub-layer's output."""

from __future__ import annotations

from explainer.chapters.cell.cellsteps.mount import FOLDER, cellsteps
from explainer.chapters.cell.cellsteps.payload import CellWords, StageLine, cell_payload

__all__ = ["FOLDER", "CellWords", "StageLine", "cell_payload", "cellsteps"]
