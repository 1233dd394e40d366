"""nlc: an encoding compiler from puzzle rules over drawn boards to DIMACS CNF."""

__version__ = "0.1.0"
