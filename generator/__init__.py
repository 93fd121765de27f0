"""Failwhere: static dataset-and-leaderboard sites with step-level truth."""

__version__ = "0.1.0"
