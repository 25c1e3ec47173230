#ifndef C_SIMULATED_DISK_H
#define C_SIMULATED_DISK_H

/// What is wrong with a disk of the simulator.
enum purser_disk_fault {
    /// Nothing.
    PURSER_DISK_FINE = 0,
    /// No more can be written.
    PURSER_DISK_FULL = 1,
    /// It became read-only, as after an error of the file system.
    PURSER_DISK_READ_ONLY = 2,
    /// What was written cannot be brought onto the disk.
    PURSER_DISK_SYNC_FAILS = 3,
    /// The machine is gone: nothing reaches the disk any more.
    PURSER_DISK_DEAD = 4,
};

/// Lets SQLite reach the files below `folder` through a disk that can fail; all other files it reaches as before.
///
/// Returns the number of the disk, or -1 if there are too many, the folder's name is too long, or SQLite refuses.
int purser_disk_attach(const char *folder);

/// From now on the disk has this fault, after so many more writes have gone well.
void purser_disk_set(int disk, enum purser_disk_fault fault, long long writes);

/// How many times something was brought onto the disk.
long long purser_disk_syncs(int disk);

/// The number is free again; no database of the folder may be open any more.
void purser_disk_detach(int disk);

#endif
