"""Child processes: limits, running a program, workers, and clearing away what they leave."""
