"""Solves puzzles: plans, their execution, and answers with checked boards."""
