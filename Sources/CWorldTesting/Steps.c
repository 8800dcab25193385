// SPDX-License-Identifier: MIT

// Which scheduler's steps a thread runs, and which parts of the runtime are used.

#define _GNU_SOURCE
#include "Replacements.h"

_Thread_local world_testing_executor world_testing_current;
// Another thread may read it meanwhile.
static int omitted;

void world_testing_omit(world_testing_part part) { __atomic_fetch_or(&omitted, part, __ATOMIC_RELAXED); }

bool world_testing_omits(world_testing_part part) { return __atomic_load_n(&omitted, __ATOMIC_RELAXED) & part; }

world_testing_executor world_testing_set_scheduler(world_testing_executor executor) {
  world_testing_executor before = world_testing_current;
  world_testing_current = executor;
  return before;
}

const void *world_testing_scheduler(void) { return world_testing_current.identity; }

const void *world_testing_scheduler_using(world_testing_part part) {
  const void *scheduler = world_testing_current.identity;
  return scheduler && !world_testing_omits(part) ? scheduler : NULL;
}

SWIFT_CALL world_testing_executor swift_task_getPreferredTaskExecutor(void);
ORIGINAL(swift_task_getPreferredTaskExecutor, dlsym(RTLD_DEFAULT, "swift_task_getPreferredTaskExecutor"))

world_testing_executor world_testing_task_preference(void) {
  __typeof__(&swift_task_getPreferredTaskExecutor) preference = original_swift_task_getPreferredTaskExecutor();
  return preference ? preference() : world_testing_current;
}
