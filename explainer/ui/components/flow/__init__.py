"""The live drawing of the whole encoder-decoder model, the centre of the first page."""

from explainer.ui.components.flow.mount import Cell, FlowState, flow
from explainer.ui.components.flow.payload import flow_payload

__all__ = ["Cell", "FlowState", "flow", "flow_payload"]
