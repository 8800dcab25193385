// SPDX-License-Identifier: MIT

// What the functions that replace the runtime's and the system's share: how they find the originals, and whose steps the
// calling thread runs.
//
// They come first for the code that is linked with this library. They are weak, so that a program that is linked statically
// uses the originals.

#ifndef REPLACEMENTS_H
#define REPLACEMENTS_H

#include "CWorldTesting.h"
#include <dlfcn.h>
#include <stddef.h>

// How the runtime's functions pass arguments and results.
#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))
#define SELF __attribute__((swift_context))

// Defines `original_function()`, which returns what a function replaces. `search` is how that is found.
//
// It is found when this library is loaded, since a signal handler may not search, or before, if another library's code calls it.
#define ORIGINAL(function, search)                                          \
  static __typeof__(&function) original_##function(void) {                  \
    static void *known;                                                     \
    void *found = __atomic_load_n(&known, __ATOMIC_RELAXED);                \
    if (!found) __atomic_store_n(&known, found = search, __ATOMIC_RELAXED); \
    return (__typeof__(&function))found;                                    \
  }                                                                         \
  __attribute__((constructor)) static void find_##function(void) { original_##function(); }

// The linker's name of a function.
#define NAMED(name) NAMED_WITH(__USER_LABEL_PREFIX__, name)
#define NAMED_WITH(prefix, name) __asm__(TEXT(prefix) name)
#define TEXT(prefix) #prefix

// Begins the definition of a function that replaces the one that the linker calls `name`.
#define REPLACEMENT(result, function, name, parameters)         \
  __attribute__((weak)) result function parameters NAMED(name); \
  ORIGINAL(function, dlsym(RTLD_NEXT, name))                    \
  result function parameters

// Defines a replacement that tells the scheduler of the step that calls it, and calls the original.
#define NOTED(result, function, name, parameters, arguments, part, note) \
  REPLACEMENT(result, function, name, parameters) {                      \
    const void *scheduler = world_testing_scheduler_using(part);         \
    if (scheduler) note(scheduler);                                      \
    return original_##function() arguments;                              \
  }

// The executor of the scheduler whose steps the calling thread runs; null on all other threads.
extern _Thread_local world_testing_executor world_testing_current __attribute__((visibility("hidden")));

// That scheduler, if a part of the runtime isn't disabled; else null.
const void *world_testing_scheduler_using(world_testing_part part) __attribute__((visibility("hidden")));

// The executor that the calling task prefers; the thread's own if that isn't known.
world_testing_executor world_testing_task_preference(void) __attribute__((visibility("hidden")));

// Returns where a task waits if it may not enter an actor now, or if others may go on before it; null if it enters. The
// task comes from an actor, or from none, or is new.
extern world_testing_executor world_testing_gate(
    const void *scheduler, const void *actor, const void *from, bool is_new);

// Notes that others than the scheduler may run a task from now on.
extern void world_testing_note_leaving(const void *scheduler, const void *task);

#endif
