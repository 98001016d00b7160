/*
 * Loaded into a process (LD_PRELOAD), counts its calls of rename, link, unlink, mkdir, rmdir, fsync and fdatasync on what lies below
 * STEPS_FOLDER, and kills the process right before the call of number STEPS_KILL. With STEPS_SOCKETS it also counts
 * writes to sockets, such as those to a database. Counting begins once the file STEPS_BEGIN exists, or at once where none is named.
 * STEPS_COUNT is a file that gets one byte a counted call. `steps.ts` reads it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *folder, *begin_file;
static long kill_at;
static int count_file = -1, counts_sockets;
static long counted;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("STEPS_FOLDER");
  begin_file = getenv("STEPS_BEGIN");
  counts_sockets = getenv("STEPS_SOCKETS") != NULL;
  if (getenv("STEPS_KILL")) kill_at = atol(getenv("STEPS_KILL"));
  const char *path = getenv("STEPS_COUNT");
  if (path) count_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  /* What this process starts is not counted. */
  unsetenv("LD_PRELOAD");
}

static void step(char what) {
  if (!folder || (begin_file && access(begin_file, F_OK) != 0)) return;
  long number = __atomic_add_fetch(&counted, 1, __ATOMIC_SEQ_CST);
  if (number == kill_at) kill(getpid(), SIGKILL);
  if (count_file >= 0 && write(count_file, &what, 1) < 0) abort();
}

static int is_ours(const char *path) {
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_open_on_ours(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  return is_ours(path);
}

#define NEXT(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int rename(const char *from, const char *to) {
  NEXT(rename);
  if (is_ours(from) || is_ours(to)) step('r');
  return real(from, to);
}

int renameat(int a, const char *from, int b, const char *to) {
  NEXT(renameat);
  if (is_ours(from) || is_ours(to)) step('r');
  return real(a, from, b, to);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned int flags) {
  NEXT(renameat2);
  if (is_ours(from) || is_ours(to)) step('r');
  return real(a, from, b, to, flags);
}

int link(const char *from, const char *to) {
  NEXT(link);
  if (is_ours(from) || is_ours(to)) step('l');
  return real(from, to);
}

int unlink(const char *path) {
  NEXT(unlink);
  if (is_ours(path)) step('u');
  return real(path);
}

int mkdir(const char *path, mode_t mode) {
  NEXT(mkdir);
  if (is_ours(path)) step('m');
  return real(path, mode);
}

int rmdir(const char *path) {
  NEXT(rmdir);
  if (is_ours(path)) step('d');
  return real(path);
}

int fsync(int fd) {
  NEXT(fsync);
  if (is_open_on_ours(fd)) step('s');
  return real(fd);
}

int fdatasync(int fd) {
  NEXT(fdatasync);
  if (is_open_on_ours(fd)) step('s');
  return real(fd);
}

static void socket_step(int fd) {
  struct stat found;
  if (counts_sockets && fstat(fd, &found) == 0 && S_ISSOCK(found.st_mode)) step('w');
}

ssize_t write(int fd, const void *bytes, size_t size) {
  NEXT(write);
  socket_step(fd);
  return real(fd, bytes, size);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  NEXT(writev);
  socket_step(fd);
  return real(fd, parts, count);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  NEXT(sendmsg);
  socket_step(fd);
  return real(fd, message, flags);
}
