"""The drawing of a beam search: a tree of hypotheses to look through and to choose from."""

from __future__ import annotations

from explainer.chapters.beam.beamtree.mount import FOLDER, SCRIPTS, beamtree
from explainer.chapters.beam.beamtree.payload import End, TreeWords, tree_payload

__all__ = ["FOLDER", "SCRIPTS", "End", "TreeWords", "beamtree", "tree_payload"]
