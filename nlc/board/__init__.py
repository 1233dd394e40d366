"""Boards: tilings, the planar cell complex derived from them, and drawn boards."""
