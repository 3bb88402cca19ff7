"""The drawing of a beam search: a tree of hypotheses to look through and to choose from."""

from __future__ import annotations

from explainer.ui.components.beamtree.mount import FOLDER, Pick, beamtree, picked, script
from explainer.ui.components.beamtree.payload import TreeWords, tree_payload

__all__ = ["FOLDER", "Pick", "TreeWords", "beamtree", "picked", "script", "tree_payload"]
