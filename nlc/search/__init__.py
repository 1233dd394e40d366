"""Search without a solver and without an encoding."""
