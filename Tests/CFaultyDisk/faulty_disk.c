#include "faulty_disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { maximum_disks = 256, maximum_files = 1024, longest_path = 1024 };

/// What stood where something was written since the last sync.
typedef struct change {
    struct change *before;
    sqlite3_int64 offset, size_before;
    int length;
    unsigned char old[];
} change;

typedef struct open_file {
    char path[longest_path];
    change *changes;
} open_file;

struct faulty_disk {
    char folder[longest_path];
    int failing_syncs, failing_writes, write_result, is_held, held_count, lies;
    int64_t sync_count;
    open_file *files[maximum_files];
};

/// As SQLite has it in its memory; the file of the system's VFS lies behind it.
typedef struct {
    sqlite3_file base;
    faulty_disk *disk;
    open_file *state;
} shim;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sqlite3_vfs *system_vfs, own_vfs;
static faulty_disk *disks[maximum_disks];

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((shim *)file + 1); }

/// The disk that a path is on; NULL for another one. The lock is held.
static faulty_disk *disk_of(const char *path) {
    for (int i = 0; path && i < maximum_disks && disks[i]; i++) {
        size_t length = strlen(disks[i]->folder);
        if (strncmp(path, disks[i]->folder, length) == 0 && path[length] == '/') return disks[i];
    }
    return NULL;
}

/// What is known of a file, which several connections may have open. The lock is held.
static open_file *state_of(faulty_disk *disk, const char *path) {
    for (int i = 0; i < maximum_files; i++) {
        if (!disk->files[i]) {
            disk->files[i] = calloc(1, sizeof(open_file));
            if (disk->files[i]) snprintf(disk->files[i]->path, longest_path, "%s", path);
            return disk->files[i];
        }
        if (strcmp(disk->files[i]->path, path) == 0) return disk->files[i];
    }
    return NULL;
}

static void forget(open_file *state) {
    while (state->changes) {
        change *last = state->changes;
        state->changes = last->before;
        free(last);
    }
}

/// Remembers what stands at a place. The lock is held.
static int remember(shim *file, sqlite3_int64 offset, int length) {
    sqlite3_int64 size = 0;
    int result = real(&file->base)->pMethods->xFileSize(real(&file->base), &size);
    if (result != SQLITE_OK) return result;
    int there = offset >= size ? 0 : size - offset < length ? (int)(size - offset) : length;
    change *next = malloc(sizeof(change) + (size_t)there);
    if (!next) return SQLITE_NOMEM;
    *next = (change){.before = file->state->changes, .offset = offset, .size_before = size, .length = there};
    if (there > 0) result = real(&file->base)->pMethods->xRead(real(&file->base), next->old, there, offset);
    if (result != SQLITE_OK) {
        free(next);
        return result;
    }
    file->state->changes = next;
    return SQLITE_OK;
}

/// Brings back what was there at the last sync. The lock is held.
static void lose(shim *file) {
    sqlite3_file *inner = real(&file->base);
    for (change *last = file->state->changes; last; last = last->before) {
        if (last->length > 0) inner->pMethods->xWrite(inner, last->old, last->length, last->offset);
        inner->pMethods->xTruncate(inner, last->size_before);
    }
    forget(file->state);
}

static int shim_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int shim_read(sqlite3_file *file, void *into, int length, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), into, length, offset);
}

static int shim_write(sqlite3_file *file, const void *from, int length, sqlite3_int64 offset) {
    shim *own = (shim *)file;
    pthread_mutex_lock(&lock);
    int result = SQLITE_OK;
    if (own->disk->failing_writes != 0) {
        if (own->disk->failing_writes > 0) own->disk->failing_writes--;
        result = own->disk->write_result;
    } else {
        result = remember(own, offset, length);
        if (result == SQLITE_OK) result = real(file)->pMethods->xWrite(real(file), from, length, offset);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int shim_truncate(sqlite3_file *file, sqlite3_int64 size) {
    shim *own = (shim *)file;
    pthread_mutex_lock(&lock);
    sqlite3_int64 before = 0;
    int result = real(file)->pMethods->xFileSize(real(file), &before);
    if (result == SQLITE_OK && before > size) result = remember(own, size, (int)(before - size));
    if (result == SQLITE_OK) result = real(file)->pMethods->xTruncate(real(file), size);
    pthread_mutex_unlock(&lock);
    return result;
}

static int shim_sync(sqlite3_file *file, int flags) {
    shim *own = (shim *)file;
    faulty_disk *disk = own->disk;
    pthread_mutex_lock(&lock);
    disk->sync_count++;
    disk->held_count++;
    while (disk->is_held) pthread_cond_wait(&released, &lock);
    disk->held_count--;
    int result = SQLITE_OK;
    if (disk->failing_syncs != 0) {
        if (disk->failing_syncs > 0) disk->failing_syncs--;
        lose(own);
        result = SQLITE_IOERR_FSYNC;
    } else if (!disk->lies) {
        // Not the system's: the platter is in this program's mind, and a real disk would only be slow.
        (void)flags;
        forget(own->state);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int shim_size(sqlite3_file *file, sqlite3_int64 *size) { return real(file)->pMethods->xFileSize(real(file), size); }
static int shim_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int shim_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int shim_reserved(sqlite3_file *file, int *out) {
    return real(file)->pMethods->xCheckReservedLock(real(file), out);
}
static int shim_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int shim_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
/// Those of the system's own: what is beside something that is written does not suffer by it. SQLite would else fill sectors
/// behind the last sync, which a sync that fails later takes away.
static int shim_characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int shim_map(sqlite3_file *file, int region, int size, int extend, void volatile **out) {
    return real(file)->pMethods->xShmMap(real(file), region, size, extend, out);
}
static int shim_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void shim_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int shim_unmap(sqlite3_file *file, int deletes) { return real(file)->pMethods->xShmUnmap(real(file), deletes); }

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_reserved,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector,
    .xDeviceCharacteristics = shim_characteristics,
    .xShmMap = shim_map,
    .xShmLock = shim_shared_lock,
    .xShmBarrier = shim_barrier,
    .xShmUnmap = shim_unmap,
};

static int own_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    faulty_disk *disk = disk_of(path);
    open_file *state = disk ? state_of(disk, path) : NULL;
    pthread_mutex_unlock(&lock);
    // Files of other disks are the system's own altogether.
    if (!state) return system_vfs->xOpen(system_vfs, path, file, flags, out);
    shim *own = (shim *)file;
    own->base.pMethods = NULL;
    int result = system_vfs->xOpen(system_vfs, path, real(file), flags, out);
    if (result != SQLITE_OK) return result;
    own->disk = disk;
    own->state = state;
    own->base.pMethods = &methods;
    return SQLITE_OK;
}

static int own_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    faulty_disk *disk = disk_of(path);
    if (disk) forget(state_of(disk, path));
    pthread_mutex_unlock(&lock);
    return system_vfs->xDelete(system_vfs, path, syncs);
}

static void install(void) {
    system_vfs = sqlite3_vfs_find(NULL);
    own_vfs = *system_vfs;
    own_vfs.pNext = NULL;
    own_vfs.zName = "faulty-disk";
    own_vfs.szOsFile = (int)sizeof(shim) + system_vfs->szOsFile;
    own_vfs.xOpen = own_open;
    own_vfs.xDelete = own_delete;
    sqlite3_vfs_register(&own_vfs, 1);
}

faulty_disk *faulty_disk_make(const char *folder) {
    pthread_once(&once, install);
    faulty_disk *disk = calloc(1, sizeof(faulty_disk));
    if (!disk) return NULL;
    snprintf(disk->folder, longest_path, "%s", folder);
    pthread_mutex_lock(&lock);
    int place = 0;
    while (place < maximum_disks && disks[place]) place++;
    if (place < maximum_disks) disks[place] = disk;
    pthread_mutex_unlock(&lock);
    if (place < maximum_disks) return disk;
    free(disk);
    return NULL;
}

void faulty_disk_heal(faulty_disk *disk) {
    pthread_mutex_lock(&lock);
    disk->failing_syncs = disk->failing_writes = disk->is_held = disk->lies = 0;
    pthread_cond_broadcast(&released);
    pthread_mutex_unlock(&lock);
}

void faulty_disk_fail_syncs(faulty_disk *disk, int count) {
    pthread_mutex_lock(&lock);
    disk->failing_syncs = count;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_fail_writes(faulty_disk *disk, int count, int result) {
    pthread_mutex_lock(&lock);
    disk->failing_writes = count;
    disk->write_result = result;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_hold_syncs(faulty_disk *disk, int is_held) {
    pthread_mutex_lock(&lock);
    disk->is_held = is_held;
    pthread_cond_broadcast(&released);
    pthread_mutex_unlock(&lock);
}

int faulty_disk_held_count(faulty_disk *disk) {
    pthread_mutex_lock(&lock);
    int count = disk->is_held ? disk->held_count : 0;
    pthread_mutex_unlock(&lock);
    return count;
}

void faulty_disk_lie(faulty_disk *disk, int lies) {
    pthread_mutex_lock(&lock);
    disk->lies = lies;
    pthread_mutex_unlock(&lock);
}

int64_t faulty_disk_sync_count(faulty_disk *disk) {
    pthread_mutex_lock(&lock);
    int64_t count = disk->sync_count;
    pthread_mutex_unlock(&lock);
    return count;
}

static int copied(const char *from, const char *to) {
    FILE *source = fopen(from, "rb"), *target = fopen(to, "wb");
    int result = source && target ? 0 : -1;
    static unsigned char buffer[65536];
    size_t count;
    while (result == 0 && (count = fread(buffer, 1, sizeof buffer, source)) > 0) {
        if (fwrite(buffer, 1, count, target) != count) result = -1;
    }
    if (source) fclose(source);
    if (target && fclose(target) != 0) result = -1;
    return result;
}

int faulty_disk_platter(faulty_disk *disk, const char *file, const char *copy) {
    pthread_mutex_lock(&lock);
    open_file *state = state_of(disk, file);
    int result = state ? copied(file, copy) : -1;
    FILE *target = result == 0 ? fopen(copy, "r+b") : NULL;
    if (!target) result = -1;
    for (change *last = state && result == 0 ? state->changes : NULL; last && result == 0; last = last->before) {
        if (fseek(target, (long)last->offset, SEEK_SET) != 0) result = -1;
        if (last->length > 0 && fwrite(last->old, 1, (size_t)last->length, target) != (size_t)last->length) result = -1;
        if (fflush(target) != 0 || ftruncate(fileno(target), (off_t)last->size_before) != 0) result = -1;
    }
    if (target && fclose(target) != 0) result = -1;
    pthread_mutex_unlock(&lock);
    return result;
}
