// SPDX-License-Identifier: MIT

// Replaces functions of Swift's runtime that create tasks, change their executors, cancel them, and make actors.
//
// `Task {}` and `Task.detached {}` don't inherit an executor preference, so a scheduler would lose sight of them: they
// would run on the pool's threads in an arbitrary order. The compiler creates every task by a call of
// `swift_task_create`, whose list of options may contain an executor preference, and calls actors by
// `swift_task_switch`. These functions are part of Swift's stable ABI. The definitions below replace the runtime's for
// the code that is linked with them. On a thread that runs the steps of a test, they inform the scheduler; on all other
// threads, they only call the runtime's functions.
//
// They are weak, so that a program that links the runtime statically uses the runtime's.

#define _GNU_SOURCE
#include "CWorldTesting.h"
#include "CallerRanges.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

// How the runtime's functions pass arguments and results.
#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))

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
} ExecutorPreference;

enum {
  // Kinds of options: TaskOptionRecordKind of the runtime's ABI/MetadataValues.h.
  InitialActor = 0,
  UnownedExecutorPreference = 5,
  OwnedExecutorPreference = 6,
  // A bit of TaskCreateFlags, of the same file.
  IsChildTask = 1 << 8,
};

typedef SWIFT_CALL TaskAndContext (*CreateTask)(size_t, const Option *, const void *, const void *, void *);

static CreateTask create_task;
static _Thread_local world_testing_executor preferred;
static _Thread_local bool is_creating;

static int omitted;

void world_testing_omit(world_testing_part part) { omitted |= part; }

bool world_testing_omits(world_testing_part part) { return omitted & part; }

extern void *swift_retain(void *);

// Defined in WorldTesting: notes a task that a step creates, maybe in an actor's queue, with two of the calls that created it, and a
// task that others than the scheduler may run from now on.
extern void world_testing_note_task(
    const void *scheduler, const void *task, bool is_isolated, uintptr_t call, uintptr_t outer_call);
extern void world_testing_note_leaving(const void *scheduler, const void *task);

// Notes that a step cancels tasks.
extern void world_testing_note_cancellation(const void *scheduler);

// Notes an actor that a step creates, and one that is gone.
extern void world_testing_note_actor(const void *scheduler, const void *actor);
extern void world_testing_forget_actor(const void *actor);

// Returns where a task waits if it may not enter an actor now, or if others may go on before it; null if it enters. The
// task comes from an actor, or from none, or is new.
extern world_testing_executor world_testing_enter(const void *scheduler, const void *actor, const void *from, bool is_new);
extern bool world_testing_is_main(const void *scheduler, const void *executor);

typedef SWIFT_ASYNC void (*Resume)(CONTEXT void *);
typedef SWIFT_ASYNC void (*Switch)(CONTEXT void *, Resume, const void *, const void *);

static Switch task_switch;
static const void *(*current_task)(void);
static SWIFT_CALL world_testing_executor (*current_executor)(void);
static SWIFT_CALL world_testing_executor (*preference)(void);
typedef SWIFT_CALL void (*ActorFunction)(void *);
static ActorFunction actor_initialize, actor_destroy;
// Methods of a task or a group. The arguments are the object and the types of its results.
typedef SWIFT_CALL void (*Cancel)(void *, void *, void *, void *);
static Cancel cancel_task, cancel_group, cancel_throwing, cancel_discarding, cancel_throwing_discarding;
extern SWIFT_CALL void *swift_task_alloc(size_t);
extern SWIFT_CALL void swift_task_dealloc(void *);

// Runs before any of the program's code, and so before any task is created.
__attribute__((constructor)) static void find_runtime(void) {
  create_task = (CreateTask)dlsym(RTLD_NEXT, "swift_task_create");
  task_switch = (Switch)dlsym(RTLD_NEXT, "swift_task_switch");
  current_task = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  current_executor = dlsym(RTLD_DEFAULT, "swift_task_getCurrentExecutor");
  preference = dlsym(RTLD_DEFAULT, "swift_task_getPreferredTaskExecutor");
  actor_initialize = (ActorFunction)dlsym(RTLD_NEXT, "swift_defaultActor_initialize");
  actor_destroy = (ActorFunction)dlsym(RTLD_NEXT, "swift_defaultActor_destroy");
  cancel_task = (Cancel)dlsym(RTLD_NEXT, "$sScT6cancelyyF");
  cancel_group = (Cancel)dlsym(RTLD_NEXT, "$sScG9cancelAllyyF");
  cancel_throwing = (Cancel)dlsym(RTLD_NEXT, "$sScg9cancelAllyyF");
  cancel_discarding = (Cancel)dlsym(RTLD_NEXT, "$ss19DiscardingTaskGroupV9cancelAllyyF");
  cancel_throwing_discarding = (Cancel)dlsym(RTLD_NEXT, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF");
}

// `Task.cancel()` and the `cancelAll()` of each kind of group. The rest of the library doesn't call them.
#define TEXT(name) #name
#define SYMBOL(prefix, name) TEXT(prefix) name
#define CANCEL(function, original, name)                                                                       \
  SWIFT_CALL __attribute__((weak)) void function(void *task, void *first, void *second, void *third) __asm__(  \
      SYMBOL(__USER_LABEL_PREFIX__, name));                                                                    \
  SWIFT_CALL __attribute__((weak)) void function(void *task, void *first, void *second, void *third) {         \
    if (!original) find_runtime();                                                                             \
    original(task, first, second, third);                                                                      \
    if (preferred.identity) world_testing_note_cancellation(preferred.identity);                               \
  }

CANCEL(world_testing_cancel, cancel_task, "$sScT6cancelyyF")
CANCEL(world_testing_cancel_group, cancel_group, "$sScG9cancelAllyyF")
CANCEL(world_testing_cancel_throwing, cancel_throwing, "$sScg9cancelAllyyF")
CANCEL(world_testing_cancel_discarding, cancel_discarding, "$ss19DiscardingTaskGroupV9cancelAllyyF")
CANCEL(world_testing_cancel_throwing_discarding, cancel_throwing_discarding, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF")

SWIFT_CALL __attribute__((weak)) void swift_defaultActor_initialize(void *actor) {
  if (!actor_initialize) find_runtime();
  actor_initialize(actor);
  if (preferred.identity) world_testing_note_actor(preferred.identity, actor);
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
  if (preferred.identity && current_task && preference && current_executor && !world_testing_omits(world_testing_switches)) {
    bool is_other = preference().identity != preferred.identity;
    const void *from = current_executor().identity;
    if (is_other || (implementation && !world_testing_is_main(preferred.identity, identity)))
      world_testing_note_leaving(preferred.identity, current_task());
    else if (identity && from == identity)
      // `Task.immediate` begins where its creator is, which isn't where the executor that it prefers would run it.
      return resume(context);
    else if (identity) {
      world_testing_executor waiting = world_testing_enter(preferred.identity, identity, from, false);
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

world_testing_executor world_testing_prefer(world_testing_executor executor) {
  world_testing_executor before = preferred;
  preferred = executor;
  return before;
}

const void *world_testing_preferred(void) { return preferred.identity; }

bool world_testing_is_creating(void) { return is_creating; }

SWIFT_CALL __attribute__((weak)) TaskAndContext swift_task_create(
    size_t flags, const Option *options, const void *result_type, const void *closure, void *closure_context) {
  // A program without the runtime as a library has the runtime's definition and never gets here.
  if (!create_task) find_runtime();
  if (!create_task) abort();
  if (!preferred.identity || world_testing_omits(world_testing_creation))
    return create_task(flags, options, result_type, closure, closure_context);
  ExecutorPreference *other = NULL, *none = NULL, *first = NULL;
  for (const Option *option = options; option; option = option->parent) {
    unsigned char kind = option->flags & 0xFF;
    if (kind == UnownedExecutorPreference || kind == OwnedExecutorPreference)
      *(((const ExecutorPreference *)option)->identity ? &other : &none) = (ExecutorPreference *)option;
    if (kind == InitialActor) first = (ExecutorPreference *)option;
  }
  ExecutorPreference own = {{OwnedExecutorPreference, options}, preferred.identity, preferred.witness};
  const ExecutorPreference before = none ? *none : own;
  // A child inherits its parent's preference.
  bool is_child = flags & IsChildTask;
  bool is_own = (other ? other->identity : is_child && preference ? preference().identity : own.identity) == own.identity;
  if (!other && !is_child) {
    // The task keeps the executor alive: it takes a reference, and gives it up when it is over.
    swift_retain((void *)preferred.identity);
    // `Task.immediate` has the option in any case. Options are on the caller's stack.
    if (none)
      *none = (ExecutorPreference){{OwnedExecutorPreference, before.option.parent}, preferred.identity, preferred.witness};
    else
      options = &own.option;
  }
  // A task that begins on an actor is enqueued there. One that may not enter it now begins at the gate, and enters the
  // actor by `swift_task_switch`, like all code that isn't on its actor.
  const ExecutorPreference actor = first ? *first : own;
  bool is_isolated = is_own && first && first->identity && !first->witness;
  if (is_isolated) {
    world_testing_executor waiting = world_testing_enter(preferred.identity, first->identity, NULL, true);
    if (waiting.identity) first->identity = waiting.identity, first->witness = waiting.witness;
  }
  is_creating = is_isolated;
  TaskAndContext created = create_task(flags, options, result_type, closure, closure_context);
  is_creating = false;
  if (first) *first = actor;
  if (none) *none = before;
  // Swift's code, which keeps frame pointers, calls this function. It is called by `Task.init`, which may be inlined.
  const uintptr_t *frame = __builtin_frame_address(0);
  const uintptr_t *caller = world_testing_outer_frame(frame, 0x1000 - 1);
  world_testing_note_task(preferred.identity, created.task, is_isolated, frame[1], caller ? caller[1] : 0);
  if (!is_own) world_testing_note_leaving(preferred.identity, created.task);
  return created;
}
