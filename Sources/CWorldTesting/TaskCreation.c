// SPDX-License-Identifier: MIT

// Replaces the function of Swift's runtime that creates tasks.
//
// `Task {}` and `Task.detached {}` don't inherit an executor preference, so a scheduler would lose sight of them: they
// would run on the pool's threads in an arbitrary order. The compiler creates every task but those of `async let` by a call of
// `swift_task_create`, whose list of options may contain an executor preference. The function is part of Swift's stable
// ABI. On a thread that runs the steps of a test, the one below informs the scheduler; on all other threads, it only calls
// the runtime's.

#define _GNU_SOURCE
#include "Callers.h"
#include "Replacements.h"

typedef struct {
  void *task;
  void *context;
} TaskAndContext;

// An element of the list of options. Its contents depend on the kind, the lowest byte of the flags.
typedef struct Option {
  size_t flags;
  const struct Option *parent;
} Option;

// An option with a task executor, or with an actor's executor.
typedef struct {
  Option option;
  const void *identity;
  const void *witness;
} ExecutorOption;

enum {
  // Kinds of options: TaskOptionRecordKind of the runtime's ABI/MetadataValues.h.
  InitialActor = 0,
  UnownedExecutorPreference = 5,
  OwnedExecutorPreference = 6,
  // A bit of TaskCreateFlags, of the same file.
  IsChildTask = 1 << 8,
};

extern void *swift_retain(void *);

// Defined in WorldTesting: notes a task that a step creates, with two of the calls that created it.
extern void world_testing_note_task(const void *scheduler, const void *task, uintptr_t call, uintptr_t outer_call);

REPLACEMENT(
    SWIFT_CALL TaskAndContext, swift_task_create, "swift_task_create",
    (size_t flags, const Option *options, const void *result_type, const void *closure, void *closure_context)) {
  const world_testing_executor scheduler = world_testing_current;
  if (!scheduler.identity || world_testing_omits(world_testing_creation))
    return original_swift_task_create()(flags, options, result_type, closure, closure_context);
  ExecutorOption *other = NULL, *none = NULL, *first = NULL;
  for (const Option *option = options; option; option = option->parent) {
    unsigned char kind = option->flags & 0xFF;
    if (kind == UnownedExecutorPreference || kind == OwnedExecutorPreference)
      *(((const ExecutorOption *)option)->identity ? &other : &none) = (ExecutorOption *)option;
    if (kind == InitialActor) first = (ExecutorOption *)option;
  }
  ExecutorOption own = {{OwnedExecutorPreference, options}, scheduler.identity, scheduler.witness};
  const ExecutorOption before = none ? *none : own;
  // A child inherits its parent's preference.
  bool is_child = flags & IsChildTask;
  bool is_own = (other ? other->identity : is_child ? world_testing_task_preference().identity : own.identity) == own.identity;
  if (!other && !is_child) {
    // The task keeps the executor alive: it takes a reference, and gives it up when it is over.
    swift_retain((void *)scheduler.identity);
    // `Task.immediate` has the option in any case. Options are on the caller's stack.
    if (none)
      *none = (ExecutorOption){{OwnedExecutorPreference, before.option.parent}, scheduler.identity, scheduler.witness};
    else
      options = &own.option;
  }
  // A task that begins on an actor is enqueued there. One that may not enter it now begins at the gate, and enters the
  // actor by `swift_task_switch`, like all code that isn't on its actor.
  const ExecutorOption actor = first ? *first : own;
  if (is_own && first && first->identity && !first->witness) {
    world_testing_executor waiting = world_testing_gate(scheduler.identity, first->identity, NULL, true);
    if (waiting.identity) first->identity = waiting.identity, first->witness = waiting.witness;
  }
  TaskAndContext created = original_swift_task_create()(flags, options, result_type, closure, closure_context);
  if (first) *first = actor;
  if (none) *none = before;
  // Swift's code, which keeps frame pointers, calls this function. It is called by `Task.init`, which may be inlined.
  const uintptr_t *frame = __builtin_frame_address(0);
  const uintptr_t *caller = outer_frame(frame, 0x1000 - 1);
  world_testing_note_task(scheduler.identity, created.task, frame[1], caller ? caller[1] : 0);
  if (!is_own) world_testing_note_leaving(scheduler.identity, created.task);
  return created;
}
