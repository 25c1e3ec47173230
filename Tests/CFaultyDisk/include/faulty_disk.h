/// A disk under SQLite that fails, stalls, lies and loses power when a test says so: a VFS around the system's own.
///
/// It takes the place of SQLite's usual one for the whole process, passes everything through, and has its whims only for files
/// of disks that a test has made. Of what was written since the last sync it knows what was there before: that is what a
/// failed sync loses, and what is not on the platter when the power fails.
#ifndef PURSER_FAULTY_DISK_H
#define PURSER_FAULTY_DISK_H

#include <stdint.h>

typedef struct faulty_disk faulty_disk;

/// A disk for all files in a folder that are opened from now on; NULL if there are too many.
faulty_disk *faulty_disk_make(const char *folder);

/// From now on the disk is as any other; the memory stays, since files may be open.
void faulty_disk_heal(faulty_disk *disk);

/// The next syncs fail (-1: all), and what was written since the sync before is lost, as Linux drops pages that it could not
/// write.
void faulty_disk_fail_syncs(faulty_disk *disk, int count);

/// The next writes fail (-1: all) with a result of SQLite such as SQLITE_FULL or SQLITE_IOERR_WRITE.
void faulty_disk_fail_writes(faulty_disk *disk, int count, int result);

/// Syncs wait (1) until they may go on (0).
void faulty_disk_hold_syncs(faulty_disk *disk, int is_held);

/// How many syncs wait.
int faulty_disk_held_count(faulty_disk *disk);

/// Syncs say that they were done and do nothing (1), or are done again (0).
void faulty_disk_lie(faulty_disk *disk, int lies);

/// How many syncs there were, failed ones too.
int64_t faulty_disk_sync_count(faulty_disk *disk);

/// Writes what would be left of a file if the power failed now.
///
/// @return 0, or -1 if it cannot be read or written.
int faulty_disk_platter(faulty_disk *disk, const char *file, const char *copy);

#endif
