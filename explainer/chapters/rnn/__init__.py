"""The RNN encoder-decoder: one state overwritten token by token, and its bottleneck."""

from explainer.frame.course import Chapter

CHAPTER = Chapter("rnn", ":material/linear_scale:", needs=("translate",), magnifies="recurrent")
