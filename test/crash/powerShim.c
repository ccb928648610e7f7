/*
 * Preloaded into the child (LD_PRELOAD): writes down, in their order, every change that the process
 * makes below one folder, and every request to flush. Nothing is held back: `durableDisk.ts` plays
 * the record and works out what a power cut would have left.
 *
 * A file that is new is also linked into another folder (WAYBILL_RECORD_FILES) under its inode, so
 * that a name which only seems to be gone can be put back on the very same file.
 *
 * The record (WAYBILL_RECORD) is a sequence of lines; W and K are followed by so many bytes:
 *   C <inode> <path>        a file that is new in its folder
 *   M <path>                a new folder
 *   W <inode> <at> <bytes>  written there
 *   T <inode> <bytes>       cut off or lengthened to
 *   S <inode>               the file is flushed
 *   D <path>                the folder is flushed: names in it
 *   R <path>\t<path>        renamed
 *   U <path>                a name is gone
 *   P <path>                mapped for shared writing: what is changed that way is not seen here
 *   K <descriptor> <bytes>  written to the diary or the list of places
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FDS = 4096, DIARY = 3, PLACES = 4 };

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -1;
static char root[PATH_MAX];
static const char *files;
static size_t root_length;
/* What each descriptor below the folder was opened as; never freed, others may be reading. */
struct opened {
  dev_t device;
  ino_t inode;
  char path[];
};
static struct opened *_Atomic open_files[FDS];

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);
static int (*real_rmdir)(const char *);
static int (*real_mkdir)(const char *, mode_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

static void must(int fine, const char *what) {
  if (fine) return;
  dprintf(2, "powerShim: %s\n", what);
  abort();
}

__attribute__((constructor)) static void begin(void) {
#define REAL(name) real_##name = dlsym(RTLD_NEXT, #name)
  REAL(open), REAL(openat), REAL(write), REAL(pwrite), REAL(writev), REAL(pwritev);
  REAL(ftruncate), REAL(fsync), REAL(fdatasync), REAL(rename), REAL(unlink), REAL(rmdir);
  REAL(mkdir), REAL(mmap);
  const char *file = getenv("WAYBILL_RECORD");
  const char *folder = getenv("WAYBILL_RECORD_ROOT");
  files = getenv("WAYBILL_RECORD_FILES");
  if (file == NULL || folder == NULL || files == NULL) return;
  must(realpath(folder, root) != NULL, "the folder is not there");
  root_length = strlen(root);
  int fd = real_open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  must(fd >= 0, "the record can't be opened");
  record_fd = fcntl(fd, F_DUPFD_CLOEXEC, FDS);
  must(record_fd >= 0, "too many open files");
  close(fd);
}

static void put(const char *line, const void *bytes, size_t count) {
  struct iovec parts[2] = {{(void *)line, strlen(line)}, {(void *)bytes, count}};
  ssize_t done = real_writev(record_fd, parts, count > 0 ? 2 : 1);
  must(done == (ssize_t)(strlen(line) + count), "the record is incomplete");
}

#define LINE(...)                                                                                  \
  char line[2 * PATH_MAX + 64];                                                                    \
  snprintf(line, sizeof line, __VA_ARGS__)

static int is_below(const char *path) {
  return record_fd >= 0 && strncmp(path, root, root_length) == 0 &&
         (path[root_length] == '/' || path[root_length] == '\0');
}

/* Absolute without dots and links; the last part need not be there yet. */
static int whole_path(const char *path, char out[PATH_MAX]) {
  char folder[PATH_MAX], resolved[PATH_MAX];
  if (record_fd < 0 || strlen(path) >= PATH_MAX) return 0;
  if (realpath(path, out) != NULL) return is_below(out);
  strcpy(folder, path);
  char *slash = strrchr(folder, '/');
  if (slash == NULL || slash == folder) return 0;
  *slash = '\0';
  if (realpath(folder, resolved) == NULL) return 0;
  snprintf(out, PATH_MAX, "%.2000s/%.2000s", resolved, slash + 1);
  return is_below(out);
}

/* Closing is not always seen here (libuv asks the kernel itself): the file must still be the same. */
static const char *path_of(int fd) {
  if (fd < 0 || fd >= FDS) return NULL;
  struct opened *file = open_files[fd];
  struct stat about;
  if (file == NULL || fstat(fd, &about) != 0) return NULL;
  return file->device == about.st_dev && file->inode == about.st_ino ? file->path : NULL;
}

static unsigned long long inode_of(int fd) {
  struct stat about;
  must(fstat(fd, &about) == 0, "fstat failed");
  return (unsigned long long)about.st_ino;
}

static void note_open(int fd, const char *path, int flags, int was_there) {
  if (fd < 0) return;
  must(fd < FDS, "too many open files");
  struct stat about;
  must(fstat(fd, &about) == 0, "fstat failed");
  struct opened *file = malloc(sizeof *file + strlen(path) + 1);
  must(file != NULL, "no memory");
  file->device = about.st_dev;
  file->inode = about.st_ino;
  strcpy(file->path, path);
  open_files[fd] = file;
  if (!S_ISREG(about.st_mode)) return;
  if (!was_there) {
    char kept[PATH_MAX];
    snprintf(kept, sizeof kept, "%s/%llu", files, (unsigned long long)about.st_ino);
    must(link(path, kept) == 0, "a new file can't be linked");
    LINE("C %llu %s\n", (unsigned long long)about.st_ino, path);
    put(line, NULL, 0);
  } else if (flags & O_TRUNC) {
    LINE("T %llu 0\n", (unsigned long long)about.st_ino);
    put(line, NULL, 0);
  }
}

static int opened(const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  if (!whole_path(path, full)) return real_open(path, flags, mode);
  pthread_mutex_lock(&order);
  int was_there = access(full, F_OK) == 0;
  int fd = real_open(path, flags, mode);
  int error = errno;
  note_open(fd, full, flags, was_there);
  pthread_mutex_unlock(&order);
  errno = error;
  return fd;
}

#define MODE                                                                                       \
  mode_t mode = 0;                                                                                 \
  if (flags & (O_CREAT | O_TMPFILE)) {                                                             \
    va_list more;                                                                                  \
    va_start(more, flags);                                                                         \
    mode = va_arg(more, mode_t);                                                                   \
    va_end(more);                                                                                  \
  }

int open(const char *path, int flags, ...) {
  MODE return opened(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE return opened(path, flags, mode);
}
int openat(int at, const char *path, int flags, ...) {
  MODE if (at == AT_FDCWD || path[0] == '/') return opened(path, flags, mode);
  must(path_of(at) == NULL, "openat below the folder is not recorded");
  return real_openat(at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
  MODE return openat(at, path, flags, mode);
}

/* Calls `act` and notes what it wrote at `at`, or at the file's position for -1. */
#define WRITTEN(fd, act, at, bytes)                                                                \
  int is_mark = record_fd >= 0 && (fd == DIARY || fd == PLACES);                                   \
  if (!is_mark && path_of(fd) == NULL) return act;                                                 \
  pthread_mutex_lock(&order);                                                                      \
  ssize_t done = act;                                                                              \
  int error = errno;                                                                               \
  if (done > 0 && is_mark) {                                                                       \
    LINE("K %d %zd\n", fd, done);                                                                  \
    put(line, bytes, (size_t)done);                                                                \
  } else if (done > 0) {                                                                           \
    long long from = (at) >= 0 ? (long long)(at) : (long long)lseek(fd, 0, SEEK_CUR) - done;       \
    LINE("W %llu %lld %zd\n", inode_of(fd), from, done);                                           \
    put(line, bytes, (size_t)done);                                                                \
  }                                                                                                \
  pthread_mutex_unlock(&order);                                                                    \
  errno = error;                                                                                   \
  return done

ssize_t write(int fd, const void *bytes, size_t count) {
  if (real_write == NULL) real_write = dlsym(RTLD_NEXT, "write");
  WRITTEN(fd, real_write(fd, bytes, count), (off_t)-1, bytes);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  WRITTEN(fd, real_pwrite(fd, bytes, count, at), at, bytes);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  WRITTEN(fd, real_pwrite(fd, bytes, count, at), at, bytes);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  must(path_of(fd) == NULL, "writev below the folder is not recorded");
  return real_writev(fd, parts, count);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  must(path_of(fd) == NULL, "pwritev below the folder is not recorded");
  return real_pwritev(fd, parts, count, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  return pwritev(fd, parts, count, at);
}

int ftruncate(int fd, off_t length) {
  if (path_of(fd) == NULL) return real_ftruncate(fd, length);
  pthread_mutex_lock(&order);
  int result = real_ftruncate(fd, length);
  int error = errno;
  if (result == 0) {
    LINE("T %llu %lld\n", inode_of(fd), (long long)length);
    put(line, NULL, 0);
  }
  pthread_mutex_unlock(&order);
  errno = error;
  return result;
}
int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

static int flushed(int fd, int (*flush)(int)) {
  const char *path = path_of(fd);
  if (path == NULL) return flush(fd);
  /* The disk itself is not asked: the record says what it was asked for, and that is the point. */
  pthread_mutex_lock(&order);
  struct stat about;
  must(fstat(fd, &about) == 0, "fstat failed");
  if (S_ISDIR(about.st_mode)) {
    LINE("D %s\n", path);
    put(line, NULL, 0);
  } else {
    LINE("S %llu\n", (unsigned long long)about.st_ino);
    put(line, NULL, 0);
  }
  pthread_mutex_unlock(&order);
  return 0;
}
int fsync(int fd) { return flushed(fd, real_fsync); }
int fdatasync(int fd) { return flushed(fd, real_fdatasync); }

int rename(const char *from, const char *to) {
  char whole_from[PATH_MAX], whole_to[PATH_MAX];
  int below = whole_path(from, whole_from) && whole_path(to, whole_to);
  pthread_mutex_lock(&order);
  int result = real_rename(from, to);
  int error = errno;
  if (result == 0 && below) {
    LINE("R %s\t%s\n", whole_from, whole_to);
    put(line, NULL, 0);
  }
  pthread_mutex_unlock(&order);
  errno = error;
  return result;
}

static int changed_name(const char *path, int (*act)(const char *)) {
  char full[PATH_MAX];
  int below = whole_path(path, full);
  pthread_mutex_lock(&order);
  int result = act(path);
  int error = errno;
  if (result == 0 && below) {
    LINE("U %s\n", full);
    put(line, NULL, 0);
  }
  pthread_mutex_unlock(&order);
  errno = error;
  return result;
}
int unlink(const char *path) { return changed_name(path, real_unlink); }
int rmdir(const char *path) { return changed_name(path, real_rmdir); }

int mkdir(const char *path, mode_t mode) {
  char full[PATH_MAX];
  int below = whole_path(path, full);
  pthread_mutex_lock(&order);
  int result = real_mkdir(path, mode);
  int error = errno;
  if (result == 0 && below) {
    LINE("M %s\n", full);
    put(line, NULL, 0);
  }
  pthread_mutex_unlock(&order);
  errno = error;
  return result;
}

void *mmap(void *where, size_t length, int protection, int flags, int fd, off_t at) {
  if (real_mmap == NULL) real_mmap = dlsym(RTLD_NEXT, "mmap");
  const char *path = (protection & PROT_WRITE) && (flags & MAP_SHARED) ? path_of(fd) : NULL;
  if (path != NULL) {
    pthread_mutex_lock(&order);
    LINE("P %s\n", path);
    put(line, NULL, 0);
    pthread_mutex_unlock(&order);
  }
  return real_mmap(where, length, protection, flags, fd, at);
}
void *mmap64(void *where, size_t length, int protection, int flags, int fd, off64_t at) {
  return mmap(where, length, protection, flags, fd, at);
}
