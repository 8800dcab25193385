// SPDX-License-Identifier: MIT

// Reports a trap, a bad access or `abort` before the process ends.
//
// A signal handler may call few functions, because its thread may hold the allocator's lock, or another. So a separate
// thread reports, and the handler waits for it, for two seconds at most. Then the previous handler gets the signal: the
// system's, a sanitizer's, or the one of Swift's backtraces.

#include "CWorldTesting.h"
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV};
enum { count = sizeof(signals) / sizeof(signals[0]) };

static struct sigaction before[count];
// The pipes that the handler writes to, and reads from.
static int requests[2], answers[2];
static int is_reported;
static world_testing_crash_report report;

static void handle(int number, siginfo_t *info, void *context) {
  for (int i = 0; i < count; i++) sigaction(signals[i], &before[i], 0);
  if (__atomic_exchange_n(&is_reported, 1, __ATOMIC_SEQ_CST)) return;
  uintptr_t thread = world_testing_thread();
  if (write(requests[1], &thread, sizeof(thread)) == sizeof(thread)) {
    struct pollfd answer = {.fd = answers[0], .events = POLLIN};
    poll(&answer, 1, 2000);
  }
  // A trap or a bad access happens again when the handler returns. What a program sends itself, by `raise` or `abort`, doesn't.
  if (number == SIGABRT || info->si_code <= 0) raise(number);
}

static void *wait_for_crash(void *unused) {
  uintptr_t thread;
  while (read(requests[0], &thread, sizeof(thread)) != sizeof(thread)) {
  }
  report(thread);
  char done = 1;
  if (write(answers[1], &done, 1) != 1) return 0;
  return 0;
}

void world_testing_on_crash(world_testing_crash_report function) {
  report = function;
  pthread_t thread;
  if (pipe(requests) != 0 || pipe(answers) != 0 || pthread_create(&thread, 0, wait_for_crash, 0) != 0) return;
  pthread_detach(thread);
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < count; i++) sigaction(signals[i], &action, &before[i]);
}
