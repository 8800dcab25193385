// An executor preference for unstructured tasks.
//
// `Task {}` and `Task.detached {}` inherit no executor preference, so an explorer would lose sight of them: they run on
// the pool's threads in an order that nobody decides. The compiler creates every task by a call of `swift_task_create`,
// with a list of options, of which an executor preference is one. Both are part of Swift's stable ABI. The definition
// below takes the place of the runtime's for the code that is linked with it. On a thread that explores it adds that
// option; on all other threads it calls the runtime's function and does nothing else.
//
// It is weak, so that a program that links the runtime statically has the runtime's.

#define _GNU_SOURCE
#include "CWorldTesting.h"
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

// A link of the list of options; what follows depends on the kind, the lowest byte of the flags.
typedef struct Option {
  size_t flags;
  const struct Option *parent;
} Option;

typedef struct {
  Option option;
  const void *identity;
  const void *witness;
} ExecutorPreference;

enum {
  // Kinds of options: TaskOptionRecordKind of the runtime's ABI/MetadataValues.h.
  UnownedExecutorPreference = 5,
  OwnedExecutorPreference = 6,
  // A bit of TaskCreateFlags, of the same file.
  IsChildTask = 1 << 8,
};

typedef SWIFT_CALL TaskAndContext (*CreateTask)(size_t, const Option *, const void *, const void *, void *);

static CreateTask create_task;
static _Thread_local world_testing_executor preferred;

static int omitted;

void world_testing_omit(world_testing_part part) { omitted |= part; }

bool world_testing_omits(world_testing_part part) { return omitted & part; }

extern void *swift_retain(void *);

// Of WorldTesting: note a task that a step creates, and one that goes on to an executor, where others than the scheduler may
// run it; null for the one that it prefers.
extern void world_testing_note_task(const void *scheduler, const void *task);
extern void world_testing_note_switch(const void *scheduler, const void *task, const void *executor);

// The same of an actor that a step creates, and of one that is gone; and where a task waits that may not enter one now.
extern void world_testing_note_actor(const void *scheduler, const void *actor);
extern void world_testing_forget_actor(const void *actor);
extern world_testing_executor world_testing_enter(const void *scheduler, const void *actor);

typedef SWIFT_ASYNC void (*Resume)(CONTEXT void *);
typedef SWIFT_ASYNC void (*Switch)(CONTEXT void *, Resume, const void *, const void *);

static Switch task_switch;
static const void *(*current_task)(void);
static SWIFT_CALL world_testing_executor (*preference)(void);
typedef SWIFT_CALL void (*ActorFunction)(void *);
static ActorFunction actor_initialize, actor_destroy;
extern SWIFT_CALL void *swift_task_alloc(size_t);
extern SWIFT_CALL void swift_task_dealloc(void *);

// Before any of the program's code runs, and so before any task is created.
__attribute__((constructor)) static void find_runtime(void) {
  create_task = (CreateTask)dlsym(RTLD_NEXT, "swift_task_create");
  task_switch = (Switch)dlsym(RTLD_NEXT, "swift_task_switch");
  current_task = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  preference = dlsym(RTLD_DEFAULT, "swift_task_getPreferredTaskExecutor");
  actor_initialize = (ActorFunction)dlsym(RTLD_NEXT, "swift_defaultActor_initialize");
  actor_destroy = (ActorFunction)dlsym(RTLD_NEXT, "swift_defaultActor_destroy");
}

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

// The frame of a task that waits before it enters an actor, which begins as that of an asynchronous function.
typedef struct {
  void *parent;
  Resume resume_parent;
  const void *actor;
} Gate;

static SWIFT_ASYNC void pass(CONTEXT void *context);

// Each change of a task's executor. An actor with the usual one has no implementation of it.
SWIFT_ASYNC __attribute__((weak)) void swift_task_switch(
    CONTEXT void *context, Resume resume, const void *identity, const void *implementation) {
  if (!task_switch) find_runtime();
  if (preferred.identity && current_task && preference) {
    bool is_other = preference().identity != preferred.identity;
    if (is_other || implementation)
      world_testing_note_switch(preferred.identity, current_task(), is_other ? NULL : identity);
    else if (identity) {
      world_testing_executor waiting = world_testing_enter(preferred.identity, identity);
      if (waiting.identity) {
        Gate *gate = swift_task_alloc(sizeof(Gate));
        *gate = (Gate){context, resume, identity};
        return task_switch(gate, pass, waiting.identity, waiting.witness);
      }
    }
  }
  return task_switch(context, resume, identity, implementation);
}

static SWIFT_ASYNC void pass(CONTEXT void *context) {
  Gate gate = *(Gate *)context;
  swift_task_dealloc(context);
  return swift_task_switch(gate.parent, gate.resume_parent, gate.actor, NULL);
}

world_testing_executor world_testing_prefer(world_testing_executor executor) {
  world_testing_executor before = preferred;
  preferred = executor;
  return before;
}

const void *world_testing_preferred(void) { return preferred.identity; }

SWIFT_CALL __attribute__((weak)) TaskAndContext swift_task_create(
    size_t flags, const Option *options, const void *result_type, const void *closure, void *closure_context) {
  // A program without the runtime as a library has the runtime's definition and never gets here.
  if (!create_task) find_runtime();
  if (!create_task) abort();
  if (!preferred.identity || world_testing_omits(world_testing_creation))
    return create_task(flags, options, result_type, closure, closure_context);
  const ExecutorPreference *other = NULL;
  for (const Option *option = options; option; option = option->parent) {
    unsigned char kind = option->flags & 0xFF;
    if (kind == UnownedExecutorPreference || kind == OwnedExecutorPreference)
      other = (const ExecutorPreference *)option;
  }
  ExecutorPreference preference = {{OwnedExecutorPreference, options}, preferred.identity, preferred.witness};
  // A child inherits its parent's preference.
  if (!other && !(flags & IsChildTask)) {
    // The task keeps the executor alive: it takes a reference, and gives it up when it is over.
    swift_retain((void *)preferred.identity);
    options = &preference.option;
  }
  TaskAndContext created = create_task(flags, options, result_type, closure, closure_context);
  world_testing_note_task(preferred.identity, created.task);
  if (other && other->identity != preferred.identity)
    world_testing_note_switch(preferred.identity, created.task, NULL);
  return created;
}

// The frame of an asynchronous function: its caller's, and where that goes on.
typedef struct Frame {
  const struct Frame *parent;
  const void *resume_parent;
} Frame;

// A note on a task: that it waits, or which children it has.
typedef struct Record {
  size_t flags;
  const struct Record *parent;
  const void *content;
  const void *other_content;
  size_t kind;
} Record;

// The runtime's task: a heap object's header, two words for schedulers, flags and number, two more words, the function
// to call, and its frame. What follows is the runtime's own, and is read only in the version that is known.
typedef struct {
  void *header[2];
  void *scheduler_private[2];
  uint32_t flags;
  uint32_t number;
  void *reserved[2];
  const void *resume;
  const Frame *frame;
  void *more[3];
  size_t status;
  const Record *records;
  void *storage[6];
  const Record *dependency;
  void *rest[5];
} Task;

// A child task is followed by its parent and the next child.
typedef struct Child {
  Task task;
  const Task *parent;
  const struct Child *next;
} Child;

enum {
  // Bits of a task's status, and kinds of records.
  IsCancelled = 0x0100,
  IsRunning = 0x0800,
  IsEnqueued = 0x1000,
  IsComplete = 0x2000,
  HasDependency = 0x4000,
  ChildTaskRecord = 1,
  TaskNameRecord = 6,
  WaitsForTask = 1,
  // A bit of a task's flags.
  IsChild = 1 << 24,
  // What runs the tasks that wait for an actor: a kind of job, the lowest byte of the flags. It has the actor where a task has
  // its frame.
  ActorProcess = 193,
};

// Debuggers read the same layout, and ask for the same numbers.
static bool layout_is_known;

void world_testing_find_layout(void) {
  const uint32_t *version = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_internal_layout_version");
  const size_t *size = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_asyncTaskSize");
  layout_is_known = !world_testing_omits(world_testing_layout) && sizeof(void *) == 8 && version && *version == 1 && size &&
                    *size == sizeof(Task);
}

void world_testing_forget_layout(void) { layout_is_known = false; }

bool world_testing_knows_layout(void) { return layout_is_known; }

world_testing_wait world_testing_waits(const void *pointer) {
  const Task *task = pointer;
  world_testing_wait wait = {0, NULL};
  if (!layout_is_known) return wait;
  size_t status = __atomic_load_n(&task->status, __ATOMIC_ACQUIRE);
  if (status & IsComplete) wait.kind = -1;
  if (status & (IsComplete | IsRunning | IsEnqueued) || !(status & HasDependency)) return wait;
  const Record *dependency = __atomic_load_n(&task->dependency, __ATOMIC_ACQUIRE);
  if (!dependency) return wait;
  int kind = (int)__atomic_load_n(&dependency->kind, __ATOMIC_ACQUIRE);
  const void *content = dependency->content;
  // Another thread may resume it meanwhile.
  if (__atomic_load_n(&task->status, __ATOMIC_ACQUIRE) != status) return wait;
  wait.kind = kind;
  if (kind == WaitsForTask) wait.task = content;
  return wait;
}

bool world_testing_is_running(const void *task) {
  return layout_is_known && ((const Task *)task)->status & IsRunning;
}

bool world_testing_is_cancelled(const void *task) {
  return layout_is_known && ((const Task *)task)->status & IsCancelled;
}

bool world_testing_is_child(const void *task) {
  return layout_is_known && ((const Task *)task)->flags & IsChild;
}

// The kind of a job is the lowest byte of its flags. Those of tasks are 0.
static uint32_t kind(const void *job) { return ((const Task *)job)->flags & 0xFF; }
static uint32_t kind_of_yield;

void world_testing_note_yield(const void *job) { __atomic_store_n(&kind_of_yield, kind(job), __ATOMIC_RELAXED); }

bool world_testing_is_yield(const void *job) {
  uint32_t known = __atomic_load_n(&kind_of_yield, __ATOMIC_RELAXED);
  return known && kind(job) == known;
}

const void *world_testing_actor(const void *job) {
  const Task *header = job;
  return layout_is_known && (header->flags & 0xFF) == ActorProcess ? header->frame : NULL;
}

int world_testing_children(const void *pointer, const void **buffer, int capacity) {
  int count = 0;
  if (!layout_is_known) return count;
  for (const Record *record = ((const Task *)pointer)->records; record; record = record->parent) {
    if ((record->flags & 0xFF) != ChildTaskRecord) continue;
    for (const Child *child = record->content; child && count < capacity; child = child->next)
      if (!(child->task.status & IsComplete)) buffer[count++] = child;
  }
  return count;
}

const char *world_testing_task_name(const void *task) {
  if (!layout_is_known) return NULL;
  for (const Record *record = ((const Task *)task)->records; record; record = record->parent)
    if ((record->flags & 0xFF) == TaskNameRecord) return record->content;
  return NULL;
}

int world_testing_resume_addresses(const void *pointer, const void **buffer, int capacity) {
  const Task *task = pointer;
  int count = 0;
  if (count < capacity) buffer[count++] = task->resume;
  for (const Frame *frame = task->frame; frame && count < capacity; frame = frame->parent)
    buffer[count++] = frame->resume_parent;
  return count;
}

const char *world_testing_function(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_sname : NULL;
}
