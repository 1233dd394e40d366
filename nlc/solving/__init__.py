"""From a program to verified solutions: solving, counting, uniqueness."""
