"""Training: `python -m explainer.training RECIPE`."""
