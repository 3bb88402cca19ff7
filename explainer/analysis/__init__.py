"""What is computed from a trace: plain numpy in, plain numpy and frozen results out."""
