// SPDX-License-Identifier: MIT

// Tells a scheduler that a step cancels tasks, which may notice it before the step ends: by `Task.cancel()`,
// `UnsafeCurrentTask.cancel()`, or `cancelAll()` of a group or `cancel()` of its iterator. The rest of the library doesn't call
// these.

#define _GNU_SOURCE
#include "Replacements.h"

extern void world_testing_note_cancellation(const void *scheduler);

// The arguments are the object and the types of its results. A method that changes its object gets it as the context.
#define CANCEL(function, name)                                                                     \
  NOTED(                                                                                           \
      SWIFT_CALL void, function, name, (void *object, void *first, void *second, SELF void *self), \
      (object, first, second, self), world_testing_cancellations, world_testing_note_cancellation)

CANCEL(cancel_task, "$sScT6cancelyyF")
CANCEL(cancel_current, "$sSct6cancelyyF")
CANCEL(cancel_group, "$sScG9cancelAllyyF")
CANCEL(cancel_throwing, "$sScg9cancelAllyyF")
CANCEL(cancel_discarding, "$ss19DiscardingTaskGroupV9cancelAllyyF")
CANCEL(cancel_throwing_discarding, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF")
CANCEL(cancel_iterator, "$sScG8IteratorV6cancelyyF")
CANCEL(cancel_throwing_iterator, "$sScg8IteratorV6cancelyyF")
