// SPDX-License-Identifier: MIT

// Tells a scheduler when a step enters, creates or destroys an actor, and when its task leaves the scheduler, and lets a task wait before an actor.
//
// As in `TaskCreation.c`, the definitions come before the runtime's own.

#define _GNU_SOURCE
#include "Steps.h"

extern bool world_testing_is_main(const void *scheduler, const void *executor);

// Notes an actor that a step creates, and one that is gone.
extern void world_testing_note_actor(const void *scheduler, const void *actor);
extern void world_testing_forget_actor(const void *actor);

typedef SWIFT_ASYNC void (*Resume)(CONTEXT void *);
typedef SWIFT_ASYNC void (*Switch)(CONTEXT void *, Resume, const void *, const void *);
typedef SWIFT_CALL void (*ActorFunction)(void *);

static Switch task_switch;
static ActorFunction actor_initialize, actor_destroy;
static const void *(*current_task)(void);
static SWIFT_CALL world_testing_executor (*current_executor)(void);
extern SWIFT_CALL void *swift_task_alloc(size_t);
extern SWIFT_CALL void swift_task_dealloc(void *);

// Runs before any of the program's code.
__attribute__((constructor)) static void find_runtime(void) {
  task_switch = (Switch)dlsym(RTLD_NEXT, "swift_task_switch");
  actor_initialize = (ActorFunction)dlsym(RTLD_NEXT, "swift_defaultActor_initialize");
  actor_destroy = (ActorFunction)dlsym(RTLD_NEXT, "swift_defaultActor_destroy");
  current_task = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  current_executor = dlsym(RTLD_DEFAULT, "swift_task_getCurrentExecutor");
}

SWIFT_CALL __attribute__((weak)) void swift_defaultActor_initialize(void *actor) {
  if (!actor_initialize) find_runtime();
  actor_initialize(actor);
  if (world_testing_current.identity && !world_testing_omits(world_testing_switches))
    world_testing_note_actor(world_testing_current.identity, actor);
}

SWIFT_CALL __attribute__((weak)) void swift_defaultActor_destroy(void *actor) {
  if (!actor_destroy) find_runtime();
  world_testing_forget_actor(actor);
  actor_destroy(actor);
}

// The frame of a task that waits before it enters an actor. It begins like the frame of an asynchronous function.
typedef struct {
  void *parent;
  Resume resume_parent;
  world_testing_executor actor;
} Gate;

static SWIFT_ASYNC void pass(CONTEXT void *context);

// Called for each change of a task's executor. An actor with the default executor passes no implementation.
SWIFT_ASYNC __attribute__((weak)) void swift_task_switch(
    CONTEXT void *context, Resume resume, const void *identity, const void *implementation) {
  if (!task_switch) find_runtime();
  const void *own = world_testing_current.identity;
  if (own && current_task && current_executor && !world_testing_omits(world_testing_switches)) {
    bool is_other = world_testing_task_preference().identity != own;
    const void *from = current_executor().identity;
    if (is_other || (implementation && !world_testing_is_main(own, identity)))
      world_testing_note_leaving(own, current_task());
    else if (identity && from == identity)
      // `Task.immediate` begins where its creator is, which isn't where the executor that it prefers would run it.
      return resume(context);
    else if (identity) {
      world_testing_executor waiting = world_testing_gate(own, identity, from, false);
      if (waiting.identity) {
        Gate *gate = swift_task_alloc(sizeof(Gate));
        *gate = (Gate){context, resume, {identity, implementation}};
        return task_switch(gate, pass, waiting.identity, waiting.witness);
      }
    }
  }
  return task_switch(context, resume, identity, implementation);
}

static SWIFT_ASYNC void pass(CONTEXT void *context) {
  Gate gate = *(Gate *)context;
  swift_task_dealloc(context);
  return swift_task_switch(gate.parent, gate.resume_parent, gate.actor.identity, gate.actor.witness);
}
