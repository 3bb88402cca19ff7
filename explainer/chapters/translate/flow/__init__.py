"""The live drawing of the whole encoder-decoder model, the centre of the first page."""

from explainer.chapters.translate.flow.mount import Cell, FlowState, flow
from explainer.chapters.translate.flow.payload import flow_payload

__all__ = ["Cell", "FlowState", "flow", "flow_payload"]
