"""Engines that solve a puzzle without nlc's encodings: searches of other kinds to compare with."""
