"""What is held against solvers, encodings and rules to find mistakes."""
