"""DIMACS CNF: clause arrays, the writer, the reader and the names in its comments."""
