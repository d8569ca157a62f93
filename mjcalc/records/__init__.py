"""Game records: formats of other programs, played act by act and compared."""
