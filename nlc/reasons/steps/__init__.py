"""What follows next on a board, from what, and how a person would say it."""
