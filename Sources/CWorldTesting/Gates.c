// SPDX-License-Identifier: MIT

// Tells a scheduler when a step enters, creates or destroys an actor, and when its task leaves the scheduler, and lets a task
// wait before an actor.

#define _GNU_SOURCE
#include "Replacements.h"

extern bool world_testing_is_main(const void *scheduler, const void *executor);

// Notes an actor that a step creates, and one that is gone.
extern void world_testing_note_actor(const void *scheduler, const void *actor);
extern void world_testing_forget_actor(const void *actor);

extern SWIFT_CALL const void *swift_task_getCurrent(void);
extern SWIFT_CALL world_testing_executor swift_task_getCurrentExecutor(void);
extern SWIFT_CALL void *swift_task_alloc(size_t);
extern SWIFT_CALL void swift_task_dealloc(void *);

typedef SWIFT_ASYNC void (*Resume)(CONTEXT void *);

REPLACEMENT(SWIFT_CALL void, swift_defaultActor_initialize, "swift_defaultActor_initialize", (void *actor)) {
  original_swift_defaultActor_initialize()(actor);
  const void *scheduler = world_testing_scheduler_using(world_testing_switches);
  if (scheduler) world_testing_note_actor(scheduler, actor);
}

REPLACEMENT(SWIFT_CALL void, swift_defaultActor_destroy, "swift_defaultActor_destroy", (void *actor)) {
  world_testing_forget_actor(actor);
  original_swift_defaultActor_destroy()(actor);
}

// The frame of a task that waits before it enters an actor. It begins like the frame of an asynchronous function.
typedef struct {
  void *parent;
  Resume resume_parent;
  world_testing_executor actor;
} Gate;

static SWIFT_ASYNC void pass(CONTEXT void *context);

// Called for each change of a task's executor. An actor with the default executor passes no implementation.
REPLACEMENT(
    SWIFT_ASYNC void, swift_task_switch, "swift_task_switch",
    (CONTEXT void *context, Resume resume, const void *identity, const void *implementation)) {
  const void *own = world_testing_scheduler_using(world_testing_switches);
  if (own) {
    bool is_other = world_testing_task_preference().identity != own;
    const void *from = swift_task_getCurrentExecutor().identity;
    if (is_other || (implementation && !world_testing_is_main(own, identity)))
      world_testing_note_leaving(own, swift_task_getCurrent());
    else if (identity && from == identity)
      // `Task.immediate` begins where its creator is, which isn't where the executor that it prefers would run it.
      return resume(context);
    else if (identity) {
      world_testing_executor waiting = world_testing_gate(own, identity, from, false);
      if (waiting.identity) {
        Gate *gate = swift_task_alloc(sizeof(Gate));
        *gate = (Gate){context, resume, {identity, implementation}};
        return original_swift_task_switch()(gate, pass, waiting.identity, waiting.witness);
      }
    }
  }
  return original_swift_task_switch()(context, resume, identity, implementation);
}

static SWIFT_ASYNC void pass(CONTEXT void *context) {
  Gate gate = *(Gate *)context;
  swift_task_dealloc(context);
  return swift_task_switch(gate.parent, gate.resume_parent, gate.actor.identity, gate.actor.witness);
}
