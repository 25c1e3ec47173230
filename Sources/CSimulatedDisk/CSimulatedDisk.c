// A layer between SQLite and its files that fails when it is told to: sqlite3_vfs, as SQLite's documentation describes it.
//
// It is registered once and becomes the standard layer. A file that belongs to no simulated disk is opened by the layer
// below, which then is asked directly: nothing changes for the other databases of the process.
#include "CSimulatedDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

enum { MAXIMUM_DISKS = 2048, MAXIMUM_PATH = 1024 };

static struct {
    char folder[MAXIMUM_PATH];
    int is_used;
    enum purser_disk_fault fault;
    long long writes;
    long long syncs;
} disks[MAXIMUM_DISKS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *below;
static sqlite3_vfs layer;
static sqlite3_io_methods methods;

/// A file of a simulated disk; the file of the layer below follows it in memory.
typedef struct {
    sqlite3_file base;
    int disk;
} simulated_file;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((simulated_file *)file + 1); }

static int disk_of(const char *path) {
    if (!path) return -1;
    int found = -1;
    pthread_mutex_lock(&lock);
    for (int disk = 0; disk < MAXIMUM_DISKS && found < 0; disk++) {
        size_t length = strlen(disks[disk].folder);
        if (disks[disk].is_used && !strncmp(path, disks[disk].folder, length) && path[length] == '/') found = disk;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/// What comes of something that would change the disk.
static int outcome(int disk, int is_sync) {
    int result = SQLITE_OK;
    pthread_mutex_lock(&lock);
    if (disks[disk].fault != PURSER_DISK_FINE && disks[disk].writes > 0 && !is_sync) {
        disks[disk].writes--;
    } else if (disks[disk].writes == 0) {
        switch (disks[disk].fault) {
        case PURSER_DISK_FINE: break;
        case PURSER_DISK_FULL: result = is_sync ? SQLITE_OK : SQLITE_FULL; break;
        case PURSER_DISK_READ_ONLY: result = is_sync ? SQLITE_OK : SQLITE_READONLY; break;
        case PURSER_DISK_SYNC_FAILS: result = is_sync ? SQLITE_IOERR_FSYNC : SQLITE_OK; break;
        case PURSER_DISK_DEAD: result = is_sync ? SQLITE_IOERR_FSYNC : SQLITE_IOERR_WRITE; break;
        }
    }
    if (is_sync && result == SQLITE_OK) disks[disk].syncs++;
    pthread_mutex_unlock(&lock);
    return result;
}

// MARK: Files

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int result = outcome(((simulated_file *)file)->disk, 0);
    return result ? result : real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int result = outcome(((simulated_file *)file)->disk, 0);
    if (result == SQLITE_FULL) result = SQLITE_OK;
    return result ? SQLITE_IOERR_TRUNCATE : real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
    int result = outcome(((simulated_file *)file)->disk, 1);
    return result ? result : real(file)->pMethods->xSync(real(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }

static int file_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }

static int file_check_reserved(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int file_characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int file_shm_unmap(sqlite3_file *file, int delete) {
    return real(file)->pMethods->xShmUnmap(real(file), delete);
}

// MARK: The layer

static int layer_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
    (void)vfs;
    int disk = disk_of(path);
    if (disk < 0) return below->xOpen(below, path, file, flags, out_flags);
    int result = below->xOpen(below, path, real(file), flags, out_flags);
    ((simulated_file *)file)->disk = disk;
    file->pMethods = real(file)->pMethods ? &methods : 0;
    return result;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    int disk = disk_of(path);
    int result = disk < 0 ? SQLITE_OK : outcome(disk, 0);
    if (result && result != SQLITE_FULL) return SQLITE_IOERR_DELETE;
    return below->xDelete(below, path, sync);
}

static int layer_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    return below->xAccess(below, path, flags, result);
}

static int layer_full_path(sqlite3_vfs *vfs, const char *path, int count, char *out) {
    (void)vfs;
    return below->xFullPathname(below, path, count, out);
}

static void *layer_dl_open(sqlite3_vfs *vfs, const char *path) {
    (void)vfs;
    return below->xDlOpen(below, path);
}

static void layer_dl_error(sqlite3_vfs *vfs, int count, char *message) {
    (void)vfs;
    below->xDlError(below, count, message);
}

static void (*layer_dl_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
    (void)vfs;
    return below->xDlSym(below, library, name);
}

static void layer_dl_close(sqlite3_vfs *vfs, void *library) {
    (void)vfs;
    below->xDlClose(below, library);
}

static int layer_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    return below->xRandomness(below, count, bytes);
}

static int layer_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return below->xSleep(below, microseconds);
}

static int layer_time(sqlite3_vfs *vfs, double *time) {
    (void)vfs;
    return below->xCurrentTime(below, time);
}

static int layer_last_error(sqlite3_vfs *vfs, int count, char *message) {
    (void)vfs;
    return below->xGetLastError ? below->xGetLastError(below, count, message) : 0;
}

static int layer_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    (void)vfs;
    return below->xCurrentTimeInt64(below, time);
}

/// To be called with the lock held.
static int install(void) {
    if (below) return SQLITE_OK;
    if (sqlite3_initialize() != SQLITE_OK) return SQLITE_ERROR;
    sqlite3_vfs *found = sqlite3_vfs_find(0);
    if (!found || found->iVersion < 2) return SQLITE_ERROR;
    methods = (sqlite3_io_methods){
        .iVersion = 2, .xClose = file_close, .xRead = file_read, .xWrite = file_write,
        .xTruncate = file_truncate, .xSync = file_sync, .xFileSize = file_size, .xLock = file_lock,
        .xUnlock = file_unlock, .xCheckReservedLock = file_check_reserved, .xFileControl = file_control,
        .xSectorSize = file_sector_size, .xDeviceCharacteristics = file_characteristics,
        .xShmMap = file_shm_map, .xShmLock = file_shm_lock, .xShmBarrier = file_shm_barrier,
        .xShmUnmap = file_shm_unmap,
    };
    layer = (sqlite3_vfs){
        .iVersion = 2, .szOsFile = (int)sizeof(simulated_file) + found->szOsFile,
        .mxPathname = found->mxPathname, .zName = "purser-simulated-disk", .xOpen = layer_open,
        .xDelete = layer_delete, .xAccess = layer_access, .xFullPathname = layer_full_path,
        .xDlOpen = layer_dl_open, .xDlError = layer_dl_error, .xDlSym = layer_dl_symbol,
        .xDlClose = layer_dl_close, .xRandomness = layer_randomness, .xSleep = layer_sleep,
        .xCurrentTime = layer_time, .xGetLastError = layer_last_error, .xCurrentTimeInt64 = layer_time_int64,
    };
    below = found;
    return sqlite3_vfs_register(&layer, 1);
}

int purser_disk_attach(const char *folder) {
    size_t length = strlen(folder);
    if (length == 0 || length >= MAXIMUM_PATH) return -1;
    int found = -1;
    pthread_mutex_lock(&lock);
    if (install() == SQLITE_OK) {
        for (int disk = 0; disk < MAXIMUM_DISKS && found < 0; disk++) {
            if (!disks[disk].is_used) found = disk;
        }
    }
    if (found >= 0) {
        memcpy(disks[found].folder, folder, length + 1);
        disks[found].is_used = 1;
        disks[found].fault = PURSER_DISK_FINE;
        disks[found].writes = 0;
        disks[found].syncs = 0;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void purser_disk_set(int disk, enum purser_disk_fault fault, long long writes) {
    if (disk < 0 || disk >= MAXIMUM_DISKS) return;
    pthread_mutex_lock(&lock);
    disks[disk].fault = fault;
    disks[disk].writes = writes;
    pthread_mutex_unlock(&lock);
}

long long purser_disk_syncs(int disk) {
    if (disk < 0 || disk >= MAXIMUM_DISKS) return 0;
    pthread_mutex_lock(&lock);
    long long syncs = disks[disk].syncs;
    pthread_mutex_unlock(&lock);
    return syncs;
}

void purser_disk_detach(int disk) {
    if (disk < 0 || disk >= MAXIMUM_DISKS) return;
    pthread_mutex_lock(&lock);
    disks[disk].is_used = 0;
    pthread_mutex_unlock(&lock);
}
