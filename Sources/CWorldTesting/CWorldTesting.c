// What WorldTesting can't write in Swift: code that runs when it is loaded, and a look at the stack.

#define _GNU_SOURCE
#include "CWorldTesting.h"
#include <stddef.h>
#include <stdint.h>

// Of WorldTesting.
extern void world_testing_was_loaded(void);

__attribute__((constructor)) static void announce(void) { world_testing_was_loaded(); }

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>

// What a function's frame pointer points to.
typedef struct Frame {
  uintptr_t caller;
  uintptr_t return_address;
} Frame;

// A frame of an asynchronous function has a mark in its highest bits.
static const uintptr_t mark = (uintptr_t)0xF << 60;

// Where the runtime goes on after an initializer: one instruction, since one function calls them all.
static uintptr_t after_initializer;

// The end of the calling thread's stack. A frame pointer may be anything in code that was compiled without them; one
// that lies between a frame and the end of the stack can be read.
static uintptr_t end_of_stack(void) {
  static _Thread_local uintptr_t end;
  if (end) return end;
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes)) return 0;
  if (!pthread_attr_getstack(&attributes, &start, &size)) end = (uintptr_t)start + size;
  pthread_attr_destroy(&attributes);
  return end;
}

static const Frame *caller(const Frame *frame) {
  uintptr_t next = frame->caller & ~mark;
  if (next <= (uintptr_t)frame || next % sizeof(uintptr_t) || next + sizeof(Frame) > end_of_stack()) return NULL;
  return (const Frame *)next;
}

void world_testing_learn_initializers(void) {
  // The first function of the runtime is the one that called the initializer.
  Dl_info runtime, place;
  void *once = dlsym(RTLD_DEFAULT, "swift_once");
  if (!once || !dladdr(once, &runtime)) return;
  const Frame *frame = __builtin_frame_address(0);
  for (int depth = 0; frame && depth < 8; depth++, frame = caller(frame)) {
    if (!dladdr((void *)frame->return_address, &place) || place.dli_fbase != runtime.dli_fbase) continue;
    after_initializer = frame->return_address;
    return;
  }
}

bool world_testing_is_in_initializer(void) {
  if (!after_initializer) return false;
  const Frame *frame = __builtin_frame_address(0);
  for (int depth = 0; frame && depth < 128; depth++, frame = caller(frame))
    if (frame->return_address == after_initializer) return true;
  return false;
}

#else

void world_testing_learn_initializers(void) {}
bool world_testing_is_in_initializer(void) { return false; }

#endif
