// SPDX-License-Identifier: MIT

// The runtime's layout of tasks, in the version that World knows. Only tasks that are alive are read.

#define _GNU_SOURCE
#include "CWorldTesting.h"
#include "Callers.h"
#include <dlfcn.h>

// A note on a task: that it waits, or which children it has.
typedef struct Record {
  size_t flags;
  const struct Record *parent;
  const void *content;
  const void *other_content;
  // What is waited for. The bytes after it aren't set.
  uint32_t kind;
} Record;

// The runtime's task: a heap object's header, two words for schedulers, flags and number, two more words, the function
// to call, and its frame. The rest is the runtime's own, and is read only in the version that World knows.
typedef struct {
  void *header[2];
  void *scheduler_private[2];
  uint32_t flags;
  uint32_t number;
  void *reserved[2];
  const void *resume;
  const TaskFrame *frame;
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
  // A bit of a task's flags.
  IsChild = 1 << 24,
  // The kind of a job that runs the tasks that wait for an actor, in the lowest byte of the flags. The job has the
  // actor where a task has its frame.
  ActorProcess = 193,
};

// Debuggers read the same layout, and ask for the same numbers.
static bool is_found;

__attribute__((constructor)) static void find_layout(void) {
  const uint32_t *version = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_internal_layout_version");
  const size_t *size = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_asyncTaskSize");
  is_found = sizeof(void *) == 8 && version && *version == 1 && size && *size == sizeof(Task);
}

bool world_testing_knows_layout(void) { return is_found && !world_testing_omits(world_testing_layout); }

// The task; one of which nothing is known if the layout isn't.
static const Task *known(const void *task) {
  static const Task unknown;
  return world_testing_knows_layout() ? task : &unknown;
}

// Another thread may change it at any time.
static size_t status(const void *task) { return __atomic_load_n(&known(task)->status, __ATOMIC_ACQUIRE); }

// The first record of a kind, from one on; null if there is none.
static const Record *find(const Record *record, size_t kind) {
  while (record && (record->flags & 0xFF) != kind) record = record->parent;
  return record;
}

world_testing_wait world_testing_waits(const void *task) {
  world_testing_wait wait = {world_testing_wait_unknown, NULL};
  size_t before = status(task);
  if (before & (IsComplete | IsRunning | IsEnqueued) || !(before & HasDependency)) return wait;
  const Record *dependency = __atomic_load_n(&known(task)->dependency, __ATOMIC_ACQUIRE);
  if (!dependency) return wait;
  uint32_t kind = __atomic_load_n(&dependency->kind, __ATOMIC_ACQUIRE);
  const void *content = dependency->content;
  // Another thread may resume it meanwhile.
  if (status(task) != before) return wait;
  wait.kind = (world_testing_wait_kind)kind;
  if (kind == world_testing_wait_task) wait.task = content;
  return wait;
}

bool world_testing_is_over(const void *task) { return status(task) & IsComplete; }
bool world_testing_is_running(const void *task) { return status(task) & IsRunning; }
bool world_testing_is_cancelled(const void *task) { return status(task) & IsCancelled; }
bool world_testing_is_child(const void *task) { return known(task)->flags & IsChild; }

bool world_testing_is_unqueued(const void *task) {
  return world_testing_knows_layout() && !(status(task) & (IsComplete | IsRunning | IsEnqueued | HasDependency));
}

ptrdiff_t world_testing_last_over(const world_testing_retained *tasks, size_t count) {
  while (count > 0 && !world_testing_is_over(tasks[count - 1].task)) count--;
  return (ptrdiff_t)count - 1;
}

// The kind of a job is the lowest byte of its flags. Those of tasks are 0.
static uint32_t kind(const void *job) { return ((const Task *)job)->flags & 0xFF; }
static uint32_t kind_of_yield;

void world_testing_note_yield(const void *job) { __atomic_store_n(&kind_of_yield, kind(job), __ATOMIC_RELAXED); }

bool world_testing_is_yield(const void *job) {
  uint32_t yield = __atomic_load_n(&kind_of_yield, __ATOMIC_RELAXED);
  return yield && kind(job) == yield;
}

const void *world_testing_actor(const void *job) {
  return kind(known(job)) == ActorProcess ? known(job)->frame : NULL;
}

int world_testing_children(const void *task, const void **buffer, int capacity) {
  int count = 0;
  const Record *record = find(known(task)->records, ChildTaskRecord);
  for (; record; record = find(record->parent, ChildTaskRecord))
    for (const Child *child = record->content; child && count < capacity; child = child->next)
      if (!world_testing_is_over(child)) buffer[count++] = child;
  return count;
}

const char *world_testing_task_name(const void *task) {
  const Record *record = find(known(task)->records, TaskNameRecord);
  return record ? record->content : NULL;
}

int world_testing_resume_addresses(const void *pointer, const void **buffer, int capacity) {
  const Task *task = pointer;
  int count = 0;
  if (count < capacity) buffer[count++] = task->resume;
  for (const TaskFrame *frame = task->frame; frame && count < capacity; frame = frame->parent)
    buffer[count++] = frame->resume_parent;
  return count;
}

enum {
  // How many calls `CodeAddress` shows.
  CallLimit = 32,
  // What is seen of a task that runs elsewhere, and of one with children.
  Runs = 1,
  HasChildren = 2,
};

static uint64_t state(const Task *task) {
  if (world_testing_is_running(task)) return Runs;
  if (find(task->records, ChildTaskRecord)) return HasChildren;
  const void *addresses[CallLimit];
  int count = world_testing_resume_addresses(task, addresses, CallLimit);
  uint64_t hash = world_testing_is_cancelled(task) ? 3 : 4;
  for (int i = 0; i < count; i++) hash = (hash ^ (uintptr_t)addresses[i]) * 0x100000001B3;
  return hash;
}

size_t world_testing_next_change(world_testing_retained *tasks, size_t first, size_t count) {
  for (size_t place = first; place < count; place++) {
    uint64_t now = state(tasks[place].task);
    if (now == tasks[place].state && now != HasChildren) continue;
    tasks[place].state = now;
    return place;
  }
  return count;
}
