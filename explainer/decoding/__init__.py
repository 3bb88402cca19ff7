"""Greedy search, beam search and sampling as generators of steps that know no model."""

from explainer.decoding.beam import beam_steps
from explainer.decoding.candidate import Candidate, StepFunction, Verdict
from explainer.decoding.forced import Forced
from explainer.decoding.greedy import greedy_steps
from explainer.decoding.hypothesis import Hypothesis, length_penalty, make_hypothesis, rerank
from explainer.decoding.options import BOS, EOS, FORBIDDEN, PAD, UNK, DecodeOptions, Method
from explainer.decoding.sampling import sample_steps
from explainer.decoding.search import DecodeResult, decode
from explainer.decoding.steps import BeamStep, GreedyStep, SampleStep, Step
from explainer.decoding.truncation import apply_temperature, filter_distribution

__all__ = [
    "BOS",
    "EOS",
    "FORBIDDEN",
    "PAD",
    "UNK",
    "BeamStep",
    "Candidate",
    "DecodeOptions",
    "DecodeResult",
    "Forced",
    "GreedyStep",
    "Hypothesis",
    "Method",
    "SampleStep",
    "Step",
    "StepFunction",
    "Verdict",
    "beam_steps",
    "decode",
    "filter_distribution",
    "greedy_steps",
    "length_penalty",
    "make_hypothesis",
    "rerank",
    "sample_steps",
    "apply_temperature",
]
