#ifndef C_SQLITE_MEMORY_H
#define C_SQLITE_MEMORY_H

/// Lets SQLite no longer count what it has allocated, in this process: else every allocation takes a lock that all connections
/// share. Nothing here asks for these numbers, and no limit of memory is set.
///
/// SQLite takes settings only before it is used for the first time; afterwards this does nothing, and if another thread uses it
/// for the first time just then, no more can go wrong than these numbers. Swift cannot call `sqlite3_config`, which takes as many
/// arguments as the setting wants.
///
/// Returns SQLite's code: `SQLITE_OK`, or `SQLITE_MISUSE` if it came too late.
int purser_sqlite_count_no_memory(void);

#endif
