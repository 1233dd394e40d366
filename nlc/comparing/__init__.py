"""Comparisons of encodings, solvers and engines: pairs, suites, sets of boards, CNFs."""
