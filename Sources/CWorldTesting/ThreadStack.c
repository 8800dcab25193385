// SPDX-License-Identifier: MIT

// Reads where a thread is, and its callers. Another thread is interrupted by a signal; Dispatch's threads block most other signals.

#define _GNU_SOURCE
#include "CWorldTesting.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include "Callers.h"
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>

enum { limit = 64 };

typedef struct {
  uintptr_t low, high;
} Bounds;

static uintptr_t addresses[limit];
static int count;
static Bounds bounds;

static bool find_bounds(pthread_t thread, Bounds *bounds) {
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(thread, &attributes) != 0) return false;
  int error = pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  if (!error) *bounds = (Bounds){(uintptr_t)start, (uintptr_t)start + size};
  return !error;
}

// Follows the frame pointers, which Swift's code keeps. An unwinder may fail in asynchronous functions.
//
// All addresses are return addresses, which come after the call. `follows_task` is whether the callers of an asynchronous function
// are found in the task, which must not go on meanwhile.
static int follow(uintptr_t start, Bounds bounds, bool follows_task, uintptr_t *addresses, int found, int limit) {
  start &= ~ASYNCHRONOUS_FRAME;
  if (start < bounds.low + sizeof(uintptr_t) || start > bounds.high - 2 * sizeof(uintptr_t) || start % sizeof(uintptr_t))
    return found;
  const uintptr_t *frame = (const uintptr_t *)start, *last = (const uintptr_t *)bounds.high - 2;
  while (frame && found < limit) {
    const uintptr_t *outer = outer_frame(frame, last - frame);
    if (follows_task && frame[0] & ASYNCHRONOUS_FRAME && outer && frame[-1] % sizeof(uintptr_t) == 0) {
      for (const TaskFrame *caller = (const TaskFrame *)frame[-1]; caller && found < limit; caller = caller->parent)
        addresses[found++] = (uintptr_t)caller->resume_parent + 1;
      break;
    }
    if (frame[1]) addresses[found++] = frame[1];
    frame = outer;
  }
  return found;
}

__attribute__((noinline)) int world_testing_callers(void **buffer, int capacity) {
  Bounds bounds;
  if (!find_bounds(pthread_self(), &bounds)) return 0;
  return follow((uintptr_t)__builtin_frame_address(0), bounds, true, (uintptr_t *)buffer, 0, capacity);
}

// The bounds of the program's own code, which the linker knows.
extern const char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));

static bool is_own(uintptr_t address) {
  return (uintptr_t)__executable_start <= address && address < (uintptr_t)etext;
}

// Whether the instruction before an address is a call.
static bool follows_call(uintptr_t address) {
#if defined(__x86_64__)
  const unsigned char *code = (const unsigned char *)address;
  if (code[-5] == 0xE8) return true;
  // By a register or from memory.
  for (int length = 2; length <= 7; length++)
    if (code[-length] == 0xFF && (code[1 - length] & 0x38) == 0x10) return true;
  return false;
#else
  uint32_t code = ((const uint32_t *)address)[-1];
  return (code & 0xFC000000) == 0x94000000 || (code & 0xFFFFFC1F) == 0xD63F0000;
#endif
}

// Finds the program's function that called a library without frame pointers, such as Dispatch: the first word on the stack that can be a
// return address into the program.
static uintptr_t find_own(uintptr_t stack, uintptr_t frame) {
  if (stack < bounds.low) return 0;
  uintptr_t end = stack + 4096;
  if (frame > stack && frame < end) end = frame + 2 * sizeof(uintptr_t);
  if (end > bounds.high) end = bounds.high;
  for (; stack < end; stack += sizeof(uintptr_t)) {
    uintptr_t word = *(const uintptr_t *)stack;
    if (is_own(word) && is_own(word - 8) && follows_call(word)) return word;
  }
  return 0;
}

// The thread that is asked. Another may get a signal late, which it blocked.
static uintptr_t asked;

static void read_stack(int number, siginfo_t *info, void *context) {
  if ((uintptr_t)pthread_self() != __atomic_load_n(&asked, __ATOMIC_ACQUIRE)) return;
  const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  uintptr_t address = (uintptr_t)registers->gregs[REG_RIP], frame = (uintptr_t)registers->gregs[REG_RBP];
  uintptr_t stack = (uintptr_t)registers->gregs[REG_RSP];
#else
  uintptr_t address = registers->pc, frame = registers->regs[29], stack = registers->sp;
#endif
  addresses[0] = address + 1;
  int found = 1;
  uintptr_t own = is_own(address) ? 0 : find_own(stack & ~(sizeof(uintptr_t) - 1), frame & ~ASYNCHRONOUS_FRAME);
  if (own) addresses[found++] = own;
  found = follow(frame, bounds, false, addresses, found, limit);
  __atomic_store_n(&count, found, __ATOMIC_RELEASE);
}

int world_testing_stack(uintptr_t thread, void **buffer, int capacity) {
  if (!find_bounds((pthread_t)thread, &bounds)) return 0;
  struct sigaction action = {.sa_sigaction = read_stack, .sa_flags = SA_RESTART | SA_SIGINFO}, before;
  sigemptyset(&action.sa_mask);
  __atomic_store_n(&count, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&asked, thread, __ATOMIC_RELEASE);
  if (sigaction(SIGPROF, &action, &before) != 0) return 0;
  // The program may use the signal itself.
  bool is_other = before.sa_handler != SIG_DFL && before.sa_sigaction != read_stack;
  if (is_other || pthread_kill((pthread_t)thread, SIGPROF) != 0) {
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
int world_testing_callers(void **buffer, int capacity) { return 0; }
#endif
