"""Cost against score with a line to drag: what a machine affords, and the best score it buys."""

from __future__ import annotations

from explainer.chapters.results.budget.mount import FOLDER, budget
from explainer.chapters.results.budget.payload import Model, budget_payload

__all__ = ["FOLDER", "Model", "budget", "budget_payload"]
