"""Score many hands, one a line: a file as tasks for this process, other processes or machines.

``lines`` cuts a stream into lines, ``job`` scores one line and ``block`` many, ``tasks`` cuts a
file into ranges and does one, ``workers`` has them done by any ``concurrent.futures.Executor``,
``cluster`` is such an executor on many machines. ``output`` writes files that get their name when
they are complete, ``note`` records how far a run has come, ``run_files`` lists every file of a run.
"""
