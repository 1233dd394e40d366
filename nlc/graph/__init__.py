"""Graph algorithms on NumPy arrays: components, forests, cycles, faces, contraction."""
