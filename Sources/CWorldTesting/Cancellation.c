// SPDX-License-Identifier: MIT

// Tells a scheduler that a step cancels tasks, which may notice it before the step ends: by `Task.cancel()`,
// `UnsafeCurrentTask.cancel()`, or `cancelAll()` of a group or `cancel()` of its iterator. The rest of the library doesn't call these.
//
// As in `TaskCreation.c`, the definitions come before the runtime's own.

#define _GNU_SOURCE
#include "Steps.h"

extern void world_testing_note_cancellation(const void *scheduler);

// The arguments are the object and the types of its results. A method that changes its object gets it as the context.
typedef SWIFT_CALL void (*Cancel)(void *, void *, void *, SELF void *);

#define TEXT(name) #name
#define SYMBOL(prefix, name) TEXT(prefix) name
#define CANCEL(function, name)                                                                                    \
  SWIFT_CALL __attribute__((weak)) void function(void *task, void *first, void *second, SELF void *self) __asm__( \
      SYMBOL(__USER_LABEL_PREFIX__, name));                                                                       \
  SWIFT_CALL __attribute__((weak)) void function(void *task, void *first, void *second, SELF void *self) {        \
    static Cancel original;                                                                                       \
    Cancel cancel = __atomic_load_n(&original, __ATOMIC_RELAXED);                                                 \
    if (!cancel) __atomic_store_n(&original, cancel = (Cancel)dlsym(RTLD_NEXT, name), __ATOMIC_RELAXED);          \
    if (world_testing_current.identity && !world_testing_omits(world_testing_cancellations))                          \
      world_testing_note_cancellation(world_testing_current.identity);                                                \
    cancel(task, first, second, self);                                                                            \
  }

CANCEL(world_testing_cancel, "$sScT6cancelyyF")
CANCEL(world_testing_cancel_current, "$sSct6cancelyyF")
CANCEL(world_testing_cancel_group, "$sScG9cancelAllyyF")
CANCEL(world_testing_cancel_throwing, "$sScg9cancelAllyyF")
CANCEL(world_testing_cancel_discarding, "$ss19DiscardingTaskGroupV9cancelAllyyF")
CANCEL(world_testing_cancel_throwing_discarding, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF")
CANCEL(world_testing_cancel_iterator, "$sScG8IteratorV6cancelyyF")
CANCEL(world_testing_cancel_throwing_iterator, "$sScg8IteratorV6cancelyyF")
