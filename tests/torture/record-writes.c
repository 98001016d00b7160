/*
 * Loaded into the server (LD_PRELOAD), notes every write, cut, sync and removal of the SQLite database below POWER_FOLDER in
 * POWER_JOURNAL, in the order in which they happened: `power.ts` replays them as after a power cut.
 * An entry: operation (w, t, s, u), file (0 database, 1 its log, 2 its rollback journal), 6 bytes nothing, offset and size as 64-bit
 * numbers, then the bytes of a write.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FDS 4096
#define NOT_OURS -1

static signed char kinds[MOST_FDS];
static int journal = -1;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  memset(kinds, NOT_OURS, sizeof kinds);
  const char *path = getenv("POWER_JOURNAL");
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  if (path) journal = real(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static int kind_of(const char *path) {
  const char *folder = getenv("POWER_FOLDER");
  if (!folder || strncmp(path, folder, strlen(folder)) != 0) return NOT_OURS;
  const char *name = strrchr(path, '/');
  if (!name || strncmp(name, "/blog-cms.sqlite", 16) != 0) return NOT_OURS;
  const char *suffix = name + 16;
  if (*suffix == 0) return 0;
  if (strcmp(suffix, "-wal") == 0) return 1;
  return strcmp(suffix, "-journal") == 0 ? 2 : NOT_OURS;
}

static void note(char operation, int kind, uint64_t offset, const void *bytes, uint64_t size) {
  if (journal < 0) return;
  char head[24] = {operation, (char)kind};
  memcpy(head + 8, &offset, 8);
  memcpy(head + 16, &size, 8);
  struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, operation == 'w' ? size : 0}};
  if (writev(journal, parts, 2) < 0) abort();
}

static int opened(int fd, const char *path) {
  if (fd >= 0 && fd < MOST_FDS) kinds[fd] = (signed char)kind_of(path);
  return fd;
}

int open64(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  if (!real) real = dlsym(RTLD_NEXT, "open64");
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return opened(real(path, flags, mode), path);
}

int open(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  if (!real) real = dlsym(RTLD_NEXT, "open");
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return opened(real(path, flags, mode), path);
}

int close(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "close");
  if (fd >= 0 && fd < MOST_FDS) kinds[fd] = NOT_OURS;
  return real(fd);
}

static int ours(int fd) {
  return fd >= 0 && fd < MOST_FDS ? kinds[fd] : NOT_OURS;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  if (ours(fd) == NOT_OURS) return real(fd, bytes, size, offset);
  pthread_mutex_lock(&one);
  ssize_t done = real(fd, bytes, size, offset);
  if (done > 0) note('w', ours(fd), (uint64_t)offset, bytes, (uint64_t)done);
  pthread_mutex_unlock(&one);
  return done;
}

int ftruncate64(int fd, off64_t size) {
  static int (*real)(int, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
  pthread_mutex_lock(&one);
  int done = real(fd, size);
  if (done == 0 && ours(fd) != NOT_OURS) note('t', ours(fd), (uint64_t)size, NULL, 0);
  pthread_mutex_unlock(&one);
  return done;
}

static int synced(int fd, int done) {
  if (done == 0 && ours(fd) != NOT_OURS) {
    pthread_mutex_lock(&one);
    note('s', ours(fd), 0, NULL, 0);
    pthread_mutex_unlock(&one);
  }
  return done;
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  return synced(fd, real(fd));
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  return synced(fd, real(fd));
}

int unlink(const char *path) {
  static int (*real)(const char *);
  if (!real) real = dlsym(RTLD_NEXT, "unlink");
  int done = real(path);
  int kind = kind_of(path);
  if (done == 0 && kind != NOT_OURS) {
    pthread_mutex_lock(&one);
    note('u', kind, 0, NULL, 0);
    pthread_mutex_unlock(&one);
  }
  return done;
}
