"""What is known to be wrong, by kind and door: to be mended."""

KNOWN = frozenset(
    """
graph: cell -> condition; cell -> from 0? over two sets x steps
graph: cell -> from 0; cell -> negative fixed x hint
graph: cell -> from 0; cell -> negative fixed x steps
graph: link -> name; cell -> listed shown x steps
hexagons: line -> name?; border -> beyond? fixed x steps
hexagons: link -> condition; link -> negative over a set x hint
hexagons: link -> condition; link -> negative over a set x steps
squares: border -> list; border -> from 0 fixed x steps
squares: cell -> condition; link -> listed shown x hint
squares: cell -> condition; link -> listed shown x steps
squares: cell -> name; cell -> element shown x steps
squares: cell -> name; vertex -> from 0 over a set x steps
squares: cell -> negative; cell -> element fixed x hint
squares: cell -> negative; cell -> element fixed x steps
squares: cell -> side; border -> listed over two sets x steps
squares: cell -> side; line -> element shown x steps
squares: cell -> side; link -> negative fixed x steps
squares: cell -> side; vertex -> beyond over a set x steps
squares: line -> condition; vertex -> element fixed x steps
squares: line -> listed; line -> listed fixed x steps
squares: link -> condition; line -> beyond over a set x steps
squares: vertex -> list; vertex -> beyond fixed x steps
squares: vertex -> name; link -> negative over two sets x steps
""".strip().splitlines()
)
