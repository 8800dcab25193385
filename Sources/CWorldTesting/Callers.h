// SPDX-License-Identifier: MIT

// Who called a function: the frames on the stack and in a task, and the address ranges of Swift's libraries, which tell which
// of them asks the system for something.

#ifndef CALLERS_H
#define CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The frame of an asynchronous function, in its task's memory: its caller's frame, and where the caller goes on.
typedef struct TaskFrame {
  const struct TaskFrame *parent;
  const void *resume_parent;
} TaskFrame;

// Marks the frame of an asynchronous function, in the pointer to the caller's frame.
#define ASYNCHRONOUS_FRAME ((uintptr_t)1 << 60)

// The frame of the caller, if it is at most so many words away; null if it isn't known.
//
// Swift's code keeps frame pointers. A function without one may leave any value there.
static inline const uintptr_t *outer_frame(const uintptr_t *frame, ptrdiff_t limit) {
  const uintptr_t *next = (const uintptr_t *)(frame[0] & ~ASYNCHRONOUS_FRAME);
  return next > frame && next <= frame + limit && (uintptr_t)next % sizeof(uintptr_t) == 0 ? next : NULL;
}

typedef enum { SwiftCore, Concurrency, Essentials, Foundation, SwiftTesting, LibraryCount } Library;

// The code of a library; none if it isn't linked dynamically.
typedef struct {
  const char *name;
  uintptr_t first, last;
} LibraryCode;

extern LibraryCode world_testing_libraries[LibraryCount] __attribute__((visibility("hidden")));

static inline bool is_in(Library library, uintptr_t address) {
  return world_testing_libraries[library].first <= address && address < world_testing_libraries[library].last;
}

// The first caller of a function that isn't in a library; 0 if it isn't known.
static inline uintptr_t caller_outside(Library library, const uintptr_t *frame) {
  for (int depth = 0; frame && depth < 16; depth++) {
    if (!is_in(library, frame[1])) return frame[1];
    frame = outer_frame(frame, 8192);
  }
  return 0;
}

#endif
