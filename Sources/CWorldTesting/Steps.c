// SPDX-License-Identifier: MIT

// Which scheduler's steps a thread runs, and which parts of the runtime are used.

#define _GNU_SOURCE
#include "Steps.h"

_Thread_local world_testing_executor world_testing_current;
static int omitted;

void world_testing_omit(world_testing_part part) { omitted |= part; }

bool world_testing_omits(world_testing_part part) { return omitted & part; }

world_testing_executor world_testing_set_scheduler(world_testing_executor executor) {
  world_testing_executor before = world_testing_current;
  world_testing_current = executor;
  return before;
}

const void *world_testing_scheduler(void) { return world_testing_current.identity; }

static SWIFT_CALL world_testing_executor (*preference)(void);

__attribute__((constructor)) static void find_preference(void) {
  preference = dlsym(RTLD_DEFAULT, "swift_task_getPreferredTaskExecutor");
}

world_testing_executor world_testing_task_preference(void) {
  return preference ? preference() : world_testing_current;
}
