// SPDX-License-Identifier: MIT

// The address ranges of Swift's libraries, which tell which of them asks the system for something.

#ifndef CALLERRANGES_H
#define CALLERRANGES_H

#include <stdbool.h>
#include <stdint.h>

// A sanitizer's definitions are weak, so these override them. Otherwise, these are weak, and another library's may
// override them.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INTERPOSED
#else
#define INTERPOSED __attribute__((weak))
#endif

typedef enum {
  world_testing_core,
  world_testing_concurrency,
  world_testing_essentials,
  world_testing_foundation,
  world_testing_swift_testing,
  world_testing_library_count,
} world_testing_library;

typedef struct {
  uintptr_t first, last;
} world_testing_range;

// Empty for a library that isn't linked dynamically.
extern world_testing_range world_testing_ranges[world_testing_library_count] __attribute__((visibility("hidden")));

// Finds the ranges, once; the libraries are loaded before the program.
void world_testing_find_ranges(void) __attribute__((visibility("hidden")));

static inline bool world_testing_in(world_testing_library library, uintptr_t address) {
  return world_testing_ranges[library].first <= address && address < world_testing_ranges[library].last;
}

// Marks the frame of an asynchronous function, in the pointer to the caller's frame.
#define ASYNCHRONOUS_FRAME ((uintptr_t)1 << 60)

// The frame of the caller, if it is at most so many words away; null if it isn't known.
//
// Swift's code keeps frame pointers. A function without one may leave any value there.
static inline const uintptr_t *world_testing_outer_frame(const uintptr_t *frame, int limit) {
  const uintptr_t *next = (const uintptr_t *)(frame[0] & ~ASYNCHRONOUS_FRAME);
  return next > frame && next <= frame + limit && (uintptr_t)next % sizeof(uintptr_t) == 0 ? next : 0;
}

// The first caller of a function that isn't in a library; 0 if it isn't known.
static inline uintptr_t world_testing_caller_outside(world_testing_library library, const uintptr_t *frame) {
  for (int depth = 0; frame && depth < 16; depth++) {
    if (!world_testing_in(library, frame[1])) return frame[1];
    frame = world_testing_outer_frame(frame, 8192);
  }
  return 0;
}

#endif
