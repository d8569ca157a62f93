"""mjcalc: scores hands and games of Chinese mahjong."""
