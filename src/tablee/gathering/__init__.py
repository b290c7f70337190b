"""A class, or an evening among friends: a code, the people who came in by it, and rounds. Memory only, never on disk.

A gathering sits above the table, and no table knows of it: `rounds.Rounds` opens ordinary tables in a table service, in
memory (`tablee.table.ids.is_in_memory`), and reads them. `service.GatheringService` is where to begin to read.
"""
