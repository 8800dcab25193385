// SPDX-License-Identifier: MIT

// Makes the system's clocks show the time of a test's world in the test's steps.
//
// This depends on the caller. `ContinuousClock.now`, `SuspendingClock.now`, `Date()` and `ProcessInfo.systemUptime`
// call `clock_gettime` from Swift's concurrency library and from FoundationEssentials, and get the world's time. All
// other callers get the system's time: Dispatch, Swift Testing, sanitizers, and a program's own calls of the C library,
// whose deadlines the system compares with its own clocks.
//
// Foundation's waits until a date get dates of the test's world. They compare these with `gettimeofday`, which shows
// that world's time, and goes on from there in real time while a step waits; deadlines of `pthread_cond_timedwait` and
// `pthread_mutex_timedlock` are converted to the system's time. So a wait is as long as elsewhere, counted from the
// last `Date()`: if a run loop runs code meanwhile that asks for the date, the wait begins anew.
//
// This code may run in a signal handler: it only reads and writes words of the thread and of a shared table, except where a step asks
// for `Date()` at a place that the table lacks.

#define _GNU_SOURCE
#include "CWorldTesting.h"

#if defined(__linux__)
#include "Callers.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

// A sanitizer's library calls some of these while a thread has no sanitizer state yet, or no longer.
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

// A sanitizer's definitions are weak, so these override them. Otherwise, these are weak, and another library's may
// override them.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INTERPOSED
#else
#define INTERPOSED __attribute__((weak))
#endif

typedef int (*GetTime)(clockid_t, struct timespec *);
typedef int (*GetTimeOfDay)(struct timeval *, void *);
typedef int (*TimedWait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
typedef int (*TimedLock)(pthread_mutex_t *, const struct timespec *);

static int get_time_first(clockid_t clock, struct timespec *time);

static GetTime get_time = get_time_first;
static GetTimeOfDay get_time_of_day;
static TimedWait timed_wait;
static TimedLock timed_lock;

// What the calling thread's step shows. `date_read` is the real time, of a monotonic clock, when the date was last
// read, or when a wait began before any read.
static _Thread_local world_testing_time shown;
static _Thread_local struct timespec date_read;
static _Thread_local bool has_start;
// Another thread may read it while a step runs.
static _Thread_local bool has_read_date;

#if __has_feature(thread_sanitizer)
extern int __interceptor_pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
extern int __interceptor_pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
#endif

static void find_functions(void) {
  get_time = (GetTime)dlsym(RTLD_NEXT, "clock_gettime");
  if (!get_time) abort();
  get_time_of_day = (GetTimeOfDay)dlsym(RTLD_NEXT, "gettimeofday");
#if __has_feature(thread_sanitizer)
  // The sanitizer tracks the locks that these take and release.
  timed_wait = __interceptor_pthread_cond_timedwait;
  timed_lock = __interceptor_pthread_mutex_timedlock;
#elif defined(__GLIBC__) && defined(__x86_64__)
  // Without a version it may be the function of 2001, for which a `pthread_cond_t` has other fields.
  timed_wait = (TimedWait)dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
#endif
  if (!timed_wait) timed_wait = (TimedWait)dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  if (!timed_lock) timed_lock = (TimedLock)dlsym(RTLD_NEXT, "pthread_mutex_timedlock");
}

__attribute__((constructor)) static void find_clock(void) { find_functions(); }

// Used until the functions are found: another library's code may run before.
static int get_time_first(clockid_t clock, struct timespec *time) {
  find_functions();
  return get_time(clock, time);
}

bool world_testing_show_time(world_testing_time time) {
  if (world_testing_omits(world_testing_clock)) time = (world_testing_time){0};
  bool had_read_date = has_read_date;
  shown = time;
  has_start = false;
  __atomic_store_n(&has_read_date, false, __ATOMIC_RELAXED);
  return had_read_date;
}

const bool *world_testing_date_use(void) { return &has_read_date; }

bool world_testing_has_read_date(const bool *use) { return use && __atomic_load_n(use, __ATOMIC_RELAXED); }

static struct timespec add(struct timespec a, struct timespec b, int sign) {
  struct timespec sum = {.tv_sec = a.tv_sec + sign * b.tv_sec, .tv_nsec = a.tv_nsec + sign * b.tv_nsec};
  if (sum.tv_nsec >= 1000000000) sum.tv_nsec -= 1000000000, sum.tv_sec++;
  if (sum.tv_nsec < 0) sum.tv_nsec += 1000000000, sum.tv_sec--;
  return sum;
}

// The date of the world, plus the real time since the step read it.
static struct timespec date_in_wait(void) {
  struct timespec now, date = {.tv_sec = shown.date_seconds, .tv_nsec = shown.date_nanoseconds};
  get_time(CLOCK_MONOTONIC, &now);
  if (!has_start) date_read = now, has_start = true;
  return add(date, add(now, date_read, -1), 1);
}

// Defined in WorldTesting: notes a place at which the date is asked for, sometimes again.
extern void world_testing_note_date(uintptr_t caller);

static void note_date(const uintptr_t *frame) {
  // Places that were noted, as far as there is room.
  static uintptr_t places[256];
  uintptr_t place = caller_outside(Essentials, frame), *known = &places[place / 4 % 256];
  // A timer of Foundation asks for itself.
  if (is_in(Foundation, place)) return;
  __atomic_store_n(&has_read_date, true, __ATOMIC_RELAXED);
  if (!place || __atomic_exchange_n(known, place, __ATOMIC_RELAXED) == place) return;
  world_testing_note_date(place);
}

INTERPOSED int clock_gettime(clockid_t clock, struct timespec *time) {
  if (shown.has_monotonic) {
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    // Not `CLOCK_MONOTONIC_RAW`, from which FoundationEssentials makes unique strings.
    bool is_monotonic = clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME;
    bool is_foundation = shown.has_date && is_in(Essentials, caller);
    if (is_monotonic && (is_foundation || is_in(Concurrency, caller))) {
      *time = (struct timespec){.tv_sec = shown.monotonic_seconds, .tv_nsec = shown.monotonic_nanoseconds};
      return 0;
    }
    if (clock == CLOCK_REALTIME && is_foundation) {
      *time = (struct timespec){.tv_sec = shown.date_seconds, .tv_nsec = shown.date_nanoseconds};
      has_start = true;
      note_date(__builtin_frame_address(0));
      return get_time(CLOCK_MONOTONIC, &date_read);
    }
  }
  return get_time(clock, time);
}

// The header's declaration differs between libraries.
int world_testing_get_time_of_day(struct timeval *time, void *zone) __asm__("gettimeofday");

INTERPOSED int world_testing_get_time_of_day(struct timeval *time, void *zone) {
  if (!get_time_of_day) find_functions();
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (shown.has_date && time && is_in(Foundation, caller)) {
    struct timespec now = date_in_wait();
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
  }
  return get_time_of_day(time, zone);
}

static struct timespec in_system_time(const struct timespec *deadline) {
  struct timespec now;
  get_time(CLOCK_REALTIME, &now);
  return add(now, add(*deadline, date_in_wait(), -1), 1);
}

INTERPOSED int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  if (!timed_wait) find_functions();
  if (shown.has_date && is_in(Foundation, (uintptr_t)__builtin_return_address(0))) {
    struct timespec real = in_system_time(deadline);
    return timed_wait(condition, mutex, &real);
  }
  return timed_wait(condition, mutex, deadline);
}

INTERPOSED int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline) {
  if (!timed_lock) find_functions();
  if (shown.has_date && is_in(Foundation, (uintptr_t)__builtin_return_address(0))) {
    struct timespec real = in_system_time(deadline);
    return timed_lock(mutex, &real);
  }
  return timed_lock(mutex, deadline);
}
#pragma clang attribute pop
#else
bool world_testing_show_time(world_testing_time time) { return false; }
const bool *world_testing_date_use(void) { return NULL; }
bool world_testing_has_read_date(const bool *use) { return false; }
#endif
