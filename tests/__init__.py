"""Tests of mjcalc."""
