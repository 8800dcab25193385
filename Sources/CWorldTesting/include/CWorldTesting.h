// SPDX-License-Identifier: MIT

#ifndef CWORLDTESTING_H
#define CWORLDTESTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// The two words of a reference to an executor, of tasks or of an actor; null for none.
typedef struct {
  const void *_Nullable identity;
  const void *_Nullable witness;
} world_testing_executor;

/// Sets the scheduler whose steps the calling thread runs: each task that it creates, and that has no executor of its own,
/// prefers that scheduler. None ends it.
///
/// - Returns: The scheduler before.
world_testing_executor world_testing_set_scheduler(world_testing_executor executor);

/// The scheduler whose steps the calling thread runs; null if none.
const void *_Nullable world_testing_scheduler(void);

/// The name that `Task(name:)` gave a suspended task; null if it has none or the layout isn't known.
const char *_Nullable world_testing_task_name(const void *_Nonnull task);

/// Where a task goes on when it is run next, and where its callers go on after that: addresses in their code.
///
/// - Parameter task: A task that isn't running.
/// - Returns: The number of addresses in the buffer.
int world_testing_resume_addresses(
    const void *_Nonnull task, const void *_Nullable *_Nonnull buffer, int capacity);

/// What tasks wait for, as the runtime numbers it.
typedef enum {
  world_testing_wait_unknown,
  world_testing_wait_task,
  world_testing_wait_continuation,
  world_testing_wait_group,
  world_testing_wait_executor,
} world_testing_wait_kind;

/// What a suspended task waits for.
typedef struct {
  /// `unknown` also if the task isn't suspended.
  world_testing_wait_kind kind;
  /// The task whose value it waits for.
  const void *_Nullable task;
} world_testing_wait;

/// Whether World knows the runtime's layout of tasks, and it isn't disabled.
bool world_testing_knows_layout(void);

/// What a suspended task waits for, where the runtime's layout is known.
world_testing_wait world_testing_waits(const void *_Nonnull task);

/// Whether a task is over, is running here or on another thread, is cancelled, or is another's child. False if the layout isn't known.
bool world_testing_is_over(const void *_Nonnull task);
bool world_testing_is_running(const void *_Nonnull task);
bool world_testing_is_cancelled(const void *_Nonnull task);
bool world_testing_is_child(const void *_Nonnull task);

/// Whether a task that was just created isn't enqueued, because its creator begins it. False if the layout isn't known.
bool world_testing_is_unqueued(const void *_Nonnull task);

/// A task that a run retains.
typedef struct {
  const void *_Nonnull task;
  /// The task's number in the run.
  ptrdiff_t number;
  /// What was seen of it last; 0 for nothing.
  uint64_t state;
} world_testing_retained;

/// The index of the last task that is over; -1 if there is none.
ptrdiff_t world_testing_last_over(const world_testing_retained *_Nullable tasks, size_t count);

/// Finds a task that has changed, as to where it goes on and whether it is cancelled, or that has children of `async let`.
///
/// - Returns: The index of the first such task from an index on; `count` if there is none.
size_t world_testing_next_change(world_testing_retained *_Nullable tasks, size_t first, size_t count);

/// Notes a job as an example of what a yielding task enqueues.
void world_testing_note_yield(const void *_Nonnull job);

/// Whether a job that isn't a task is what a yielding task enqueues; false before there is an example.
bool world_testing_is_yield(const void *_Nonnull job);

/// The actor of a job that runs the tasks that wait for it; null for another job, or if the layout isn't known.
const void *_Nullable world_testing_actor(const void *_Nonnull job);

/// The child tasks of a suspended task that aren't over and that `swift_task_create` doesn't make: those of `async let`.
///
/// - Returns: The number of addresses in the buffer.
int world_testing_children(const void *_Nonnull task, const void *_Nullable *_Nonnull buffer, int capacity);

/// A line of a source file.
typedef struct {
  /// Empty if the file has none, or its name is a path.
  const char *_Nullable directory;
  const char *_Nullable file;
  int number, column;
} world_testing_source_line;

/// The linker's name of the function that an address is in, also of a private one where the program's symbols can be read.
///
/// Of two threads, only one at a time may call this and the next function.
const char *_Nullable world_testing_function(const void *_Nonnull address);

/// Finds the source line of an address.
///
/// The first call for a file that is mapped reads its whole line table: some hundredths of a second for 5 MB.
///
/// - Returns: Whether there is one.
bool world_testing_line(const void *_Nonnull address, world_testing_source_line *_Nonnull line);

/// Parts of the runtime and of the system's libraries that World uses.
typedef enum {
  world_testing_creation = 1,
  world_testing_layout = 2,
  world_testing_hooks = 4,
  world_testing_clock = 8,
  world_testing_switches = 16,
  world_testing_random_numbers = 32,
  world_testing_cancellations = 64,
  world_testing_work_outside = 128,
} world_testing_part;

/// Disables a part, as if it weren't known: for `WORLD_RUNTIME=hooks`, and for tests of what is reported then. Call it before the first
/// step of a test.
void world_testing_omit(world_testing_part part);

/// Whether a part of the runtime is disabled.
bool world_testing_omits(world_testing_part part);

/// The time that a thread's steps read from Swift's monotonic clocks and `Date()`.
typedef struct {
  struct timespec monotonic;
  /// Since 1970.
  struct timespec date;
  bool has_monotonic, has_date;
} world_testing_time;

/// Sets what clocks show to the calling thread from now on. What it lacks is the system's.
///
/// - Returns: Whether the thread has read the date since the last call.
bool world_testing_show_time(world_testing_time time);

/// Where it stands whether the calling thread has read the date since that was set; null where dates are the system's.
const bool *_Nullable world_testing_date_use(void);

/// Whether a thread that hasn't ended has read the date.
bool world_testing_has_read_date(const bool *_Nullable use);

/// Sets whether the calling thread gets random numbers, and identifiers, of the test's world from now on.
void world_testing_show_values(bool has_numbers, bool has_uuids);

/// The system's number of the calling thread; 0 where it isn't known.
int world_testing_thread_number(void);

/// Whether a thread of this process runs, or could run if it had a core; false if that isn't known.
bool world_testing_can_run(int thread_number);

/// The calling thread, as a number.
uintptr_t world_testing_thread(void);

/// Whether a thread is the one that loaded this library: the main thread.
bool world_testing_is_main_thread(uintptr_t thread);

/// Where another thread is, and its callers: return addresses. The thread is interrupted by a signal for that.
///
/// - Returns: The number of addresses in the buffer; 0 if they aren't known.
int world_testing_stack(uintptr_t thread, void *_Nullable *_Nonnull buffer, int capacity);

/// The calls that led to this one: return addresses.
///
/// - Returns: The number of addresses in the buffer; 0 if they aren't known.
int world_testing_callers(void *_Nullable *_Nonnull buffer, int capacity);

/// Whether it is noted that a step uses a queue of Dispatch, or begins a thread.
bool world_testing_sees_work_outside(void);

/// A number that grows whenever a process that this one started ends and is waited for; 0 where that isn't known.
uint64_t world_testing_child_use(void);

/// Whether this process has started a process that it hasn't waited for; false where that isn't known.
bool world_testing_has_child(void);

/// Reports that the process ends by a signal of a thread.
typedef void (*world_testing_crash_report)(uintptr_t thread);

/// From now on, reports a signal before it ends the process because of an error. Call it once.
///
/// - Parameter function: Called on a thread of its own. The process ends after two seconds at most, even if it doesn't return.
void world_testing_on_crash(world_testing_crash_report _Nonnull function);

#endif
