"""The drawing of one row of an attention: what each of its heads looks at."""

from __future__ import annotations

from explainer.chapters.heads.headfan.mount import FOLDER, SCRIPTS, headfan
from explainer.chapters.heads.headfan.payload import FanWords, fan_payload

__all__ = ["FOLDER", "SCRIPTS", "FanWords", "fan_payload", "headfan"]
