// SPDX-License-Identifier: MIT

// Makes the system's random numbers and identifiers those of a test's world in the test's steps.
//
// | request | function |
// | --- | --- |
// | `SystemRandomNumberGenerator` where the compiler inlines it, as in release builds | `swift_stdlib_random` |
// | `Int.random(in:)`, `shuffled()` and others where it doesn't | `syscall`, as libswiftCore calls that function directly |
// | `UUID()` | `_foundation_uuid_generate_random` of FoundationEssentials |
// | `NSUUID()` | `_cf_uuid_generate_random` of Foundation |
//
// Versions of FoundationEssentials' texts and names of Swift Testing's attachments stay the system's, so that they
// don't use up the test's numbers: the generator is inlined there.

#define _GNU_SOURCE
#include "CWorldTesting.h"

#if defined(__linux__)
#include "Callers.h"
#include "Replacements.h"
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// A sanitizer's library calls some of these while a thread has no sanitizer state yet, or no longer.
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

static _Thread_local bool has_values, has_identifiers;
// Set while the world makes a number, and while a number is requested that stays the system's.
static _Thread_local bool is_drawing;

// Defined in WorldTesting: the next random number, for the code at an address, and the next identifier of the test's world.
extern uint64_t world_testing_random(const void *scheduler, uintptr_t caller);
extern void world_testing_uuid(const void *scheduler, unsigned char *bytes);
// Notes that a step asks for an identifier.
extern void world_testing_note_uuid(const void *scheduler);

void world_testing_show_values(bool has_numbers, bool has_uuids) {
  // Without the library's address range, as in a program that is linked statically, the caller isn't known.
  bool is_known = world_testing_libraries[SwiftCore].first != 0;
  has_values = has_numbers && is_known && !world_testing_omits(world_testing_random_numbers);
  has_identifiers = has_values && has_uuids;
}

static inline bool draws(void) { return has_values && !is_drawing && world_testing_scheduler(); }

static void draw(unsigned char *bytes, size_t count, uintptr_t caller) {
  is_drawing = true;
  while (count > 0) {
    uint64_t number = world_testing_random(world_testing_scheduler(), caller);
    size_t part = count < sizeof(number) ? count : sizeof(number);
    memcpy(bytes, &number, part);
    bytes += part;
    count -= part;
  }
  is_drawing = false;
}

// A program that links libswiftCore statically has the definition below if it needs nothing else of the library's file. Then there
// is no original, but this.
static void fill(void *bytes, size_t count) {
  for (size_t done = 0; done < count; done += 256)
    if (getentropy((char *)bytes + done, count - done < 256 ? count - done : 256) != 0) abort();
}

__attribute__((weak)) void swift_stdlib_random(void *bytes, size_t count);
ORIGINAL(swift_stdlib_random, dlsym(RTLD_NEXT, "swift_stdlib_random") ?: (void *)fill)

void swift_stdlib_random(void *bytes, size_t count) {
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  bool is_others = is_in(Essentials, caller) || is_in(SwiftTesting, caller);
  if (draws() && !is_others) return draw(bytes, count, caller);
  bool before = is_drawing;
  is_drawing = true;
  original_swift_stdlib_random()(bytes, count);
  is_drawing = before;
}

// All arguments of a system call are words. Those that a caller doesn't pass are passed on as they are.
REPLACEMENT(long, system_call, "syscall", (long number, long a, long b, long c, long d, long e, long f)) {
  bool is_random = has_values && number == SYS_getrandom && a && draws();
  if (is_random && is_in(SwiftCore, (uintptr_t)__builtin_return_address(0))) {
    draw((unsigned char *)a, (size_t)b, caller_outside(SwiftCore, __builtin_frame_address(0)));
    return b;
  }
  return original_system_call()(number, a, b, c, d, e, f);
}

static void identify(unsigned char *bytes, void (*original)(unsigned char *), const uintptr_t *frame) {
  if (!draws()) return original(bytes);
  // Foundation makes identifiers for itself by `UUID()`.
  uintptr_t caller = frame ? caller_outside(Essentials, frame) : 0;
  if (!is_in(Foundation, caller)) world_testing_note_uuid(world_testing_scheduler());
  if (!has_identifiers) return original(bytes);
  is_drawing = true;
  world_testing_uuid(world_testing_scheduler(), bytes);
  is_drawing = false;
}

REPLACEMENT(void, foundation_uuid, "_foundation_uuid_generate_random", (unsigned char *bytes)) {
  identify(bytes, original_foundation_uuid(), __builtin_frame_address(0));
}

REPLACEMENT(void, cf_uuid, "_cf_uuid_generate_random", (unsigned char *bytes)) {
  identify(bytes, original_cf_uuid(), NULL);
}
#pragma clang attribute pop
#else
void world_testing_show_values(bool has_numbers, bool has_uuids) {}
#endif
