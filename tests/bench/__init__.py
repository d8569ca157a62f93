"""Benchmarks: scripts that print, never tests that time."""
