// SPDX-License-Identifier: MIT

// What the system knows of this process: its threads, and the processes that it starts. And where WorldTesting begins: Swift
// code can't run when it is loaded.

#define _GNU_SOURCE
#include "CWorldTesting.h"
#if defined(__linux__)
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>

// Defined in WorldTesting.
extern void world_testing_was_loaded(void);

static uintptr_t main_thread;

__attribute__((constructor)) static void load(void) {
  main_thread = world_testing_thread();
  world_testing_was_loaded();
}

uintptr_t world_testing_thread(void) { return (uintptr_t)pthread_self(); }

bool world_testing_is_main_thread(uintptr_t thread) { return thread == main_thread; }

bool world_testing_has_child(void) {
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

uint64_t world_testing_child_use(void) {
  struct rusage use;
  // Every process has page faults when it begins.
  return getrusage(RUSAGE_CHILDREN, &use) == 0 ? (uint64_t)use.ru_minflt : 0;
}

#if defined(__linux__)
int world_testing_thread_number(void) { return (int)syscall(SYS_gettid); }

bool world_testing_can_run(int thread_number) {
  char path[64], text[128];
  snprintf(path, sizeof(path), "/proc/self/task/%d/stat", thread_number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  text[size > 0 ? size : 0] = 0;
  // `number (name) state`. The name may contain parentheses.
  const char *end = strrchr(text, ')');
  return end && end[1] && end[2] == 'R';
}
#else
int world_testing_thread_number(void) { return 0; }
bool world_testing_can_run(int thread_number) { return false; }
#endif
