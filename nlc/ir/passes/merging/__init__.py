"""Common numbers, selectors and lines of several programs."""
