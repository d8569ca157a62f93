"""Many hands, one a line: a file in tasks, done by this process, by others, or by other machines.

``lines`` cuts streams, ``job`` scores blocks, ``tasks`` cuts files into ranges, ``crew`` has the
tasks done by any ``concurrent.futures.Executor`` and gives the answers in order, ``cluster`` is
such an executor on many machines, ``output`` writes files that have their name when they are whole,
``note`` records how far a run has come, and ``names`` lists every file that a run may touch.
"""
