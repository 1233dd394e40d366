"""Makes puzzles: boards with a planted solution, proved unique where that is wished."""
