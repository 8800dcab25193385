// SPDX-License-Identifier: MIT

// What the functions that replace the runtime's know of the calling thread's steps, and how they find the originals.

#ifndef STEPS_H
#define STEPS_H

#include "CWorldTesting.h"
#include <dlfcn.h>
#include <stddef.h>

// How the runtime's functions pass arguments and results.
#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))
#define SELF __attribute__((swift_context))

// The executor of the scheduler whose steps the calling thread runs; null on all other threads.
extern _Thread_local world_testing_executor world_testing_current __attribute__((visibility("hidden")));

// The executor that the calling task prefers; the thread's own if that isn't known.
world_testing_executor world_testing_task_preference(void) __attribute__((visibility("hidden")));

// Returns where a task waits if it may not enter an actor now, or if others may go on before it; null if it enters. The
// task comes from an actor, or from none, or is new.
extern world_testing_executor world_testing_gate(const void *scheduler, const void *actor, const void *from, bool is_new);

// Notes that others than the scheduler may run a task from now on.
extern void world_testing_note_leaving(const void *scheduler, const void *task);

#endif
