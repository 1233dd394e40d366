"""The solvers of PySAT: one driver, and the strategies that ask a solver again and again."""
