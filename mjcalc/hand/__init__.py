"""A hand: its tiles, melds and winning tile, one by one and in columns."""
