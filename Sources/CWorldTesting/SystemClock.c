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
// This code may run in a signal handler: it only reads and writes words of the thread and of a shared table, except where a step
// asks for `Date()` at a place that the table lacks.

#define _GNU_SOURCE
#include "CWorldTesting.h"

#if defined(__linux__)
#include "Callers.h"
#include "Replacements.h"
#include <pthread.h>
#include <sys/time.h>

// A sanitizer's library calls some of these while a thread has no sanitizer state yet, or no longer.
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

// A sanitizer's definitions are weak, so these override them.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEAK
#else
#define WEAK __attribute__((weak))
#endif

// The header's declaration differs between libraries.
int get_time_of_day(struct timeval *time, void *zone) NAMED("gettimeofday");

ORIGINAL(clock_gettime, dlsym(RTLD_NEXT, "clock_gettime"))
ORIGINAL(get_time_of_day, dlsym(RTLD_NEXT, "gettimeofday"))
#if __has_feature(thread_sanitizer)
// The sanitizer tracks the locks that these take and release.
extern __typeof__(pthread_cond_timedwait) __interceptor_pthread_cond_timedwait;
extern __typeof__(pthread_mutex_timedlock) __interceptor_pthread_mutex_timedlock;
ORIGINAL(pthread_cond_timedwait, __interceptor_pthread_cond_timedwait)
ORIGINAL(pthread_mutex_timedlock, __interceptor_pthread_mutex_timedlock)
#else
// Without a version it may be the function of 2001, for which a `pthread_cond_t` has other fields.
#if defined(__GLIBC__) && defined(__x86_64__)
ORIGINAL(pthread_cond_timedwait, dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2"))
#else
ORIGINAL(pthread_cond_timedwait, dlsym(RTLD_NEXT, "pthread_cond_timedwait"))
#endif
ORIGINAL(pthread_mutex_timedlock, dlsym(RTLD_NEXT, "pthread_mutex_timedlock"))
#endif

// What the calling thread's step shows. `date_read` is the real time, of a monotonic clock, when the date was last
// read, or when a wait began before any read.
static _Thread_local world_testing_time shown;
static _Thread_local struct timespec date_read;
static _Thread_local bool has_start;
// Another thread may read it while a step runs.
static _Thread_local bool has_read_date;

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

static struct timespec system_time(clockid_t clock) {
  struct timespec time;
  original_clock_gettime()(clock, &time);
  return time;
}

// The date of the world, plus the real time since the step read it.
static struct timespec date_in_wait(void) {
  struct timespec now = system_time(CLOCK_MONOTONIC);
  if (!has_start) date_read = now, has_start = true;
  return add(shown.date, add(now, date_read, -1), 1);
}

// Defined in WorldTesting: notes a place at which the date is asked for, sometimes again.
extern void world_testing_note_date(uintptr_t caller);

static void note_date(const uintptr_t *frame) {
  // The place that was noted last, for each hash.
  static uintptr_t places[256];
  uintptr_t place = caller_outside(Essentials, frame), *known = &places[place / 4 % 256];
  // A timer of Foundation asks for itself.
  if (is_in(Foundation, place)) return;
  __atomic_store_n(&has_read_date, true, __ATOMIC_RELAXED);
  if (!place || __atomic_exchange_n(known, place, __ATOMIC_RELAXED) == place) return;
  world_testing_note_date(place);
}

WEAK int clock_gettime(clockid_t clock, struct timespec *time) {
  if (shown.has_monotonic) {
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    // Not `CLOCK_MONOTONIC_RAW`, from which FoundationEssentials makes unique strings.
    bool is_monotonic = clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME;
    bool is_foundation = shown.has_date && is_in(Essentials, caller);
    if (is_monotonic && (is_foundation || is_in(Concurrency, caller))) {
      *time = shown.monotonic;
      return 0;
    }
    if (clock == CLOCK_REALTIME && is_foundation) {
      *time = shown.date;
      note_date(__builtin_frame_address(0));
      date_read = system_time(CLOCK_MONOTONIC), has_start = true;
      return 0;
    }
  }
  return original_clock_gettime()(clock, time);
}

static bool is_wait(const void *caller) { return shown.has_date && is_in(Foundation, (uintptr_t)caller); }

WEAK int get_time_of_day(struct timeval *time, void *zone) {
  if (!time || !is_wait(__builtin_return_address(0))) return original_get_time_of_day()(time, zone);
  struct timespec date = date_in_wait();
  *time = (struct timeval){.tv_sec = date.tv_sec, .tv_usec = date.tv_nsec / 1000};
  return 0;
}

// The system's time of a deadline.
static struct timespec real(struct timespec deadline, const void *caller) {
  if (!is_wait(caller)) return deadline;
  return add(system_time(CLOCK_REALTIME), add(deadline, date_in_wait(), -1), 1);
}

WEAK int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  struct timespec time = real(*deadline, __builtin_return_address(0));
  return original_pthread_cond_timedwait()(condition, mutex, &time);
}

WEAK int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline) {
  struct timespec time = real(*deadline, __builtin_return_address(0));
  return original_pthread_mutex_timedlock()(mutex, &time);
}
#pragma clang attribute pop
#else
bool world_testing_show_time(world_testing_time time) { return false; }
const bool *world_testing_date_use(void) { return NULL; }
bool world_testing_has_read_date(const bool *use) { return false; }
#endif
