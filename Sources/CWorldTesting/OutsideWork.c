// SPDX-License-Identifier: MIT

// Notes that a step of a test hands work to a queue of Dispatch, or begins a thread: that may hold a task of the test, and end it.
//
// As in `TaskCreation.c`, these definitions come before the libraries' own, also for the code of other libraries.

#define _GNU_SOURCE
#include "CWorldTesting.h"

// A sanitizer replaces the same functions.
#if defined(__linux__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#include <dlfcn.h>
#include <pthread.h>

// Defined in WorldTesting.
extern void world_testing_note_work_outside(const void *scheduler);

static void note(void) {
  const void *scheduler = world_testing_scheduler();
  if (scheduler && !world_testing_omits(world_testing_work_outside)) world_testing_note_work_outside(scheduler);
}

#define REPLACE(result, name, parameters, arguments)                                                \
  __attribute__((weak)) result name parameters {                                                    \
    typedef result(*Function) parameters;                                                           \
    static Function original;                                                                       \
    Function function = __atomic_load_n(&original, __ATOMIC_RELAXED);                               \
    if (!function) __atomic_store_n(&original, function = (Function)dlsym(RTLD_NEXT, #name), __ATOMIC_RELAXED); \
    note();                                                                                         \
    return function arguments;                                                                      \
  }

REPLACE(void, dispatch_async, (void *queue, void *work), (queue, work))
REPLACE(void, dispatch_async_f, (void *queue, void *context, void *work), (queue, context, work))
REPLACE(void, dispatch_barrier_async, (void *queue, void *work), (queue, work))
REPLACE(void, dispatch_group_async, (void *group, void *queue, void *work), (group, queue, work))
REPLACE(void, dispatch_group_notify, (void *group, void *queue, void *work), (group, queue, work))
REPLACE(void, dispatch_after, (uint64_t when, void *queue, void *work), (when, queue, work))
REPLACE(void, dispatch_after_f, (uint64_t when, void *queue, void *context, void *work), (when, queue, context, work))
REPLACE(void, dispatch_resume, (void *source), (source))
REPLACE(void, dispatch_activate, (void *source), (source))
REPLACE(
    int, pthread_create, (pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument),
    (thread, attributes, start, argument))

bool world_testing_sees_work_outside(void) { return !world_testing_omits(world_testing_work_outside); }
#else
bool world_testing_sees_work_outside(void) { return false; }
#endif
