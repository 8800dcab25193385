#ifndef CWORLDEXPLORATION_H
#define CWORLDEXPLORATION_H

#include <stdbool.h>
#include <stdint.h>

/// Makes every task that the calling thread creates, and that has no executor of its own, prefer this executor.
///
/// - Parameter identity: The executor, the first word of an `UnownedTaskExecutor`; null for none.
/// - Parameter witness: The second word.
void world_exploration_prefer(const void *_Nullable identity, const void *_Nullable witness);

/// The executor that the calling thread prefers.
const void *_Nullable world_exploration_preferred(void);

/// Where a task goes on when it is run next: an address in its code. The job must be a task that doesn't run.
const void *_Nullable world_exploration_resume_address(const void *_Nonnull job);

/// The linker's name of the function that an address is in; null if it isn't known.
const char *_Nullable world_exploration_symbol(const void *_Nonnull address);

#endif
