"""Who pays whom: the settlement of one deal."""
