"""The solvers of PySAT: one driver, an incremental interface, and search strategies over it."""
