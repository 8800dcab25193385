// SPDX-License-Identifier: MIT

// Tells a scheduler that a step hands work to a queue of Dispatch, or begins a thread: that may hold a task of the test, and
// cancel it, or move its time. Code of other libraries does so, too.

#define _GNU_SOURCE
#include "Replacements.h"

// A sanitizer replaces the same functions.
#if defined(__linux__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
extern void world_testing_note_work_outside(const void *scheduler);

#define OUTSIDE(result, name, parameters, arguments)                                    \
  NOTED(                                                                                \
      result, outside_##name, #name, parameters, arguments, world_testing_work_outside, \
      world_testing_note_work_outside)

OUTSIDE(void, dispatch_async, (void *queue, void *work), (queue, work))
OUTSIDE(void, dispatch_async_f, (void *queue, void *context, void *work), (queue, context, work))
OUTSIDE(void, dispatch_barrier_async, (void *queue, void *work), (queue, work))
OUTSIDE(void, dispatch_group_async, (void *group, void *queue, void *work), (group, queue, work))
OUTSIDE(void, dispatch_group_notify, (void *group, void *queue, void *work), (group, queue, work))
OUTSIDE(void, dispatch_after, (uint64_t when, void *queue, void *work), (when, queue, work))
OUTSIDE(void, dispatch_after_f, (uint64_t when, void *queue, void *context, void *work), (when, queue, context, work))
OUTSIDE(void, dispatch_resume, (void *source), (source))
OUTSIDE(void, dispatch_activate, (void *source), (source))
OUTSIDE(
    int, pthread_create, (void *thread, void *attributes, void *start, void *argument),
    (thread, attributes, start, argument))

bool world_testing_sees_work_outside(void) { return !world_testing_omits(world_testing_work_outside); }
#else
bool world_testing_sees_work_outside(void) { return false; }
#endif
