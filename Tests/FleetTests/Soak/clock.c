// A machine's own clocks, for LD_PRELOAD: libfaketime knows no timers of the kind that the daemon and the agent use.
//
// SOAK_CLOCK names a file of struct clocks, which the soak changes: for each clock the real moment at which the rate began
// and the false moment then, so that a change of the rate is no step. A timer is armed for the real moment of its false one;
// one that is armed already is not moved.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// The real and the false beginning of each clock, in nanoseconds: wall, monotonic, boot. The generation is odd during a
// change.
struct clocks { volatile int64_t generation; int64_t begin[3], shown[3]; double rate; };

static volatile struct clocks *clocks;
static int8_t kinds[65536];

__attribute__((constructor)) static void map(void) {
  const char *path = getenv("SOAK_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) abort();
  clocks = mmap(0, sizeof *clocks, PROT_READ, MAP_SHARED, file, 0);
  if (clocks == MAP_FAILED) abort();
  close(file);
}

static int kind(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_REALTIME_ALARM: return 0;
  case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE: return 1;
  case CLOCK_BOOTTIME: case CLOCK_BOOTTIME_ALARM: return 2;
  default: return -1;
  }
}

static int64_t nanoseconds(struct timespec t) { return t.tv_sec * 1000000000LL + t.tv_nsec; }
static struct timespec spec(int64_t n) { return (struct timespec){n / 1000000000, n % 1000000000}; }

static struct clocks now(void) {
  struct clocks copy;
  do {
    copy.generation = clocks->generation;
    for (int i = 0; i < 3; i++) { copy.begin[i] = clocks->begin[i]; copy.shown[i] = clocks->shown[i]; }
    copy.rate = clocks->rate;
  } while (copy.generation % 2 || copy.generation != clocks->generation);
  return copy;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  if (syscall(SYS_clock_gettime, clock, t)) return -1;
  int k = kind(clock);
  if (k < 0 || !clocks) return 0;
  struct clocks c = now();
  *t = spec(c.shown[k] + (int64_t)((nanoseconds(*t) - c.begin[k]) * c.rate));
  return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
  struct timespec s;
  clock_gettime(CLOCK_REALTIME, &s);
  *t = (struct timeval){s.tv_sec, s.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *t) {
  struct timespec s;
  clock_gettime(CLOCK_REALTIME, &s);
  if (t) *t = s.tv_sec;
  return s.tv_sec;
}

int timerfd_create(int clock, int flags) {
  int file = syscall(SYS_timerfd_create, clock, flags);
  if (file >= 0 && file < 65536) kinds[file] = kind(clock);
  return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
  struct itimerspec real = *new;
  int k = file < 65536 ? kinds[file] : -1;
  // A timer that is disarmed, or armed for the end of time, means no moment.
  if (k >= 0 && clocks && (new->it_value.tv_sec || new->it_value.tv_nsec) && new->it_value.tv_sec < 1LL << 32) {
    struct clocks c = now();
    int64_t value = nanoseconds(new->it_value);
    value = flags & TFD_TIMER_ABSTIME ? c.begin[k] + (int64_t)((value - c.shown[k]) / c.rate) : (int64_t)(value / c.rate);
    real.it_value = spec(value > 0 ? value : 1);
    real.it_interval = spec((int64_t)(nanoseconds(new->it_interval) / c.rate));
  }
  return syscall(SYS_timerfd_settime, file, flags, &real, old);
}
