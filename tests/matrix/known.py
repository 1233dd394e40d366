"""What is known to be wrong, by kind and door: to be mended."""

KNOWN: frozenset[str] = frozenset()
