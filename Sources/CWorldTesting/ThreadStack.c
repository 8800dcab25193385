// SPDX-License-Identifier: MIT

// Reads where another thread is, by a signal that interrupts it. Dispatch's threads block most other signals.

#define _GNU_SOURCE
#include "CWorldTesting.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>

enum { limit = 64 };
static uintptr_t addresses[limit];
static int count;
// The bounds of the thread's stack.
static uintptr_t low, high;

// Follows the frame pointers, which Swift's code keeps. An unwinder may fail in asynchronous functions.
static void read_stack(int number, siginfo_t *info, void *context) {
  const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  uintptr_t address = (uintptr_t)registers->gregs[REG_RIP], frame = (uintptr_t)registers->gregs[REG_RBP];
#else
  uintptr_t address = registers->pc, frame = registers->regs[29];
#endif
  int found = 0;
  // All are return addresses, which come after the call.
  addresses[found++] = address + 1;
  while (found < limit) {
    // A bit marks the frame of an asynchronous function.
    frame &= ~((uintptr_t)1 << 60);
    if (frame < low || frame > high - 2 * sizeof(uintptr_t) || frame % sizeof(uintptr_t)) break;
    const uintptr_t *words = (const uintptr_t *)frame;
    if (words[1]) addresses[found++] = words[1];
    if ((words[0] & ~((uintptr_t)1 << 60)) <= frame) break;
    frame = words[0];
  }
  __atomic_store_n(&count, found, __ATOMIC_RELEASE);
}

int world_testing_stack(uintptr_t thread, void **buffer, int capacity) {
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np((pthread_t)thread, &attributes) != 0) return 0;
  int error = pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  if (error) return 0;
  low = (uintptr_t)start, high = low + size;
  struct sigaction action = {.sa_sigaction = read_stack, .sa_flags = SA_RESTART | SA_SIGINFO}, before;
  sigemptyset(&action.sa_mask);
  __atomic_store_n(&count, 0, __ATOMIC_RELEASE);
  if (sigaction(SIGPROF, &action, &before) != 0) return 0;
  // The program may use the signal itself.
  bool isOther = before.sa_handler != SIG_DFL && before.sa_sigaction != read_stack;
  if (isOther || pthread_kill((pthread_t)thread, SIGPROF) != 0) {
    sigaction(SIGPROF, &before, NULL);
    return 0;
  }
  int found = 0;
  for (int i = 0; i < 3000 && !found; i++) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    found = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
  }
  // Without an answer the handler stays, since the signal may still come, and would end the process.
  if (!found) return 0;
  sigaction(SIGPROF, &before, NULL);
  int copied = found < capacity ? found : capacity;
  for (int i = 0; i < copied; i++) buffer[i] = (void *)addresses[i];
  return copied;
}
#else
int world_testing_stack(uintptr_t thread, void **buffer, int capacity) { return 0; }
#endif
