// SPDX-License-Identifier: MIT

// What WorldTesting can't do in Swift, such as running code when it is loaded.

#include "CWorldTesting.h"
#if !defined(_WIN32)
#include <sys/resource.h>
#include <sys/wait.h>
#endif

// Defined in WorldTesting.
extern void world_testing_was_loaded(void);

__attribute__((constructor)) static void announce(void) { world_testing_was_loaded(); }

bool world_testing_has_child(void) {
#if defined(_WIN32)
  return false;
#else
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
#endif
}

uint64_t world_testing_child_use(void) {
#if defined(_WIN32)
  return 0;
#else
  struct rusage use;
  // Every process has page faults when it begins.
  return getrusage(RUSAGE_CHILDREN, &use) == 0 ? (uint64_t)use.ru_minflt : 0;
#endif
}
