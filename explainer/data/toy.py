"""Where the recorded trainings of the toy lie, one file a preset.

Made by `python -m explainer.training.toy_records`, see there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("toy")
