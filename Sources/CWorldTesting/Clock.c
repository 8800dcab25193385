// The monotonic clocks, as Swift's concurrency library reads them in a step of a test: they show the test's time, so that a
// sleep, whose end is an instant of a clock, is as long as it was asked for. All other callers get the system's.
//
// What is done here may be done in a handler of a signal: two words of the thread are read.

#define _GNU_SOURCE
#include "CWorldTesting.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#include <time.h>

typedef int (*GetTime)(clockid_t, struct timespec *);

static GetTime get_time;
// Where the library's code is.
static uintptr_t first, last;
static _Thread_local struct timespec step_time;

static int find_library(struct dl_phdr_info *info, size_t size, void *address) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, end = start + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    if ((uintptr_t)address < start || (uintptr_t)address >= end) continue;
    first = start;
    last = end;
    return 1;
  }
  return 0;
}

__attribute__((constructor)) static void find_clock(void) {
  get_time = (GetTime)dlsym(RTLD_NEXT, "clock_gettime");
  void *function = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  if (function) dl_iterate_phdr(find_library, function);
}

void world_testing_set_time(int64_t seconds, int64_t nanoseconds) {
  if (world_testing_omits(world_testing_clock)) return;
  step_time = (struct timespec){.tv_sec = seconds, .tv_nsec = nanoseconds};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (step_time.tv_sec && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME) &&
      first <= caller && caller < last) {
    *time = step_time;
    return 0;
  }
  if (!get_time) find_clock();
  return get_time(clock, time);
}
#else
void world_testing_set_time(int64_t seconds, int64_t nanoseconds) {}
#endif
