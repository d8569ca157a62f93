"""A hand to its readings, and its best reading's fans: where search and rules meet."""
