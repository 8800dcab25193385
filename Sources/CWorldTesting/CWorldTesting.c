// What WorldTesting can't write in Swift: code that runs when it is loaded.

#include "CWorldTesting.h"

// Of WorldTesting.
extern void world_testing_was_loaded(void);

__attribute__((constructor)) static void announce(void) { world_testing_was_loaded(); }
