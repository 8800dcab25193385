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
  size_t kind;
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
  if (status & (IsComplete | IsRunning | IsEnqueued) || !(status & HasDependency)) return wait;
  const Record *dependency = __atomic_load_n(&task->dependency, __ATOMIC_ACQUIRE);
  if (!dependency) return wait;
  int kind = (int)__atomic_load_n(&dependency->kind, __ATOMIC_ACQUIRE);
  const void *content = dependency->content;
  // Another thread may resume it meanwhile.
  if (__atomic_load_n(&task->status, __ATOMIC_ACQUIRE) != status) return wait;
  wait.kind = (world_testing_wait_kind)kind;
  if (kind == world_testing_wait_task) wait.task = content;
  return wait;
}

// Another thread may change it at any time.
static size_t status(const void *task) {
  return layout_is_known ? __atomic_load_n(&((const Task *)task)->status, __ATOMIC_ACQUIRE) : 0;
}

bool world_testing_is_over(const void *task) { return status(task) & IsComplete; }

ptrdiff_t world_testing_last_over(const void *const *tasks, size_t count) {
  ptrdiff_t place = (ptrdiff_t)count;
  while (--place >= 0 && !(tasks[place] && world_testing_is_over(tasks[place]))) {
  }
  return place;
}

bool world_testing_is_new(const void *task) {
  return layout_is_known && !(status(task) & (IsComplete | IsRunning | IsEnqueued | HasDependency));
}

bool world_testing_is_running(const void *task) { return status(task) & IsRunning; }

bool world_testing_is_cancelled(const void *task) { return status(task) & IsCancelled; }

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
  return layout_is_known && kind(job) == ActorProcess ? ((const Task *)job)->frame : NULL;
}

int world_testing_children(const void *pointer, const void **buffer, int capacity) {
  int count = 0;
  if (!layout_is_known) return count;
  for (const Record *record = ((const Task *)pointer)->records; record; record = record->parent) {
    if ((record->flags & 0xFF) != ChildTaskRecord) continue;
    for (const Child *child = record->content; child && count < capacity; child = child->next)
      if (!(status(child) & IsComplete)) buffer[count++] = child;
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
  for (const Record *record = task->records; record; record = record->parent)
    if ((record->flags & 0xFF) == ChildTaskRecord) return HasChildren;
  const void *addresses[CallLimit];
  int count = world_testing_resume_addresses(task, addresses, CallLimit);
  uint64_t hash = world_testing_is_cancelled(task) ? 3 : 4;
  for (int i = 0; i < count; i++) hash = (hash ^ (uintptr_t)addresses[i]) * 0x100000001B3;
  return hash;
}

size_t world_testing_next_change(const void *const *tasks, uint64_t *states, size_t first, size_t count) {
  for (size_t place = first; place < count; place++) {
    uint64_t now = state(tasks[place]);
    if (now == states[place] && now != HasChildren) continue;
    states[place] = now;
    return place;
  }
  return count;
}
