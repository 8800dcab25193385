#ifndef CWORLDTESTING_H
#define CWORLDTESTING_H

#include <stdbool.h>

/// Learns where the runtime calls the initializers of globals from. Call it in one, directly.
void world_testing_learn_initializers(void);

/// Whether the calling thread runs the initializer of a global variable or of a `static let`. It is `false` where the
/// compiler left the frame pointers out, in optimized code, and on other platforms than Linux.
bool world_testing_is_in_initializer(void);

#endif
