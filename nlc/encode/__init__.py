"""Encodings: lowerings of the IR to CNF, each in a file of its own."""
