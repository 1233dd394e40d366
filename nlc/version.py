"""The version of nlc."""

__version__ = "0.1.0"
