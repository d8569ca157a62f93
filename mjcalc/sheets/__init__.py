"""Game sheets: the text of an evening's deals, read, scored and settled."""
