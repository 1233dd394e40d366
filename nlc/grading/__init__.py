"""How hard puzzles are for a person."""
