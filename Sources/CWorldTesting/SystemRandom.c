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
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>

// A sanitizer's library calls some of these while a thread has no sanitizer state yet, or no longer.
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

typedef void (*FillRandom)(void *, size_t);
typedef void (*MakeUUID)(unsigned char *);
typedef long (*SystemCall)(long, long, long, long, long, long, long);

static void fill_random_first(void *bytes, size_t count);
static long system_call_first(long number, long a, long b, long c, long d, long e, long f);

// Used until the functions are found: another library's code may run before.
static FillRandom fill_random = fill_random_first;
static SystemCall system_call = system_call_first;
static MakeUUID make_uuid, make_nsuuid;

static _Thread_local bool has_values, has_identifiers;
// Set while the world makes a number, and while a number is requested that stays the system's.
static _Thread_local bool is_drawing;

// Defined in WorldTesting: the next random number, for the code at an address, and the next identifier of the test's world.
extern uint64_t world_testing_random(const void *scheduler, uintptr_t caller);
extern void world_testing_uuid(const void *scheduler, unsigned char *bytes);
// Notes that a step asks for an identifier.
extern void world_testing_note_uuid(const void *scheduler);

static void fill(void *start, size_t count) {
  unsigned char *bytes = start;
  while (count > 0) {
    ssize_t part = getrandom(bytes, count, 0);
    if (part < 0 && errno != EINTR) abort();
    if (part < 0) continue;
    bytes += part;
    count -= (size_t)part;
  }
}

__attribute__((constructor)) static void find_functions(void) {
  FillRandom found = (FillRandom)dlsym(RTLD_NEXT, "swift_stdlib_random");
  // A program that links the library statically has this definition if it needs nothing else of the library's file.
  fill_random = found ? found : fill;
  make_uuid = (MakeUUID)dlsym(RTLD_NEXT, "_foundation_uuid_generate_random");
  make_nsuuid = (MakeUUID)dlsym(RTLD_NEXT, "_cf_uuid_generate_random");
  system_call = (SystemCall)dlsym(RTLD_NEXT, "syscall");
  if (!system_call) abort();
}

static void fill_random_first(void *bytes, size_t count) {
  find_functions();
  fill_random(bytes, count);
}

static long system_call_first(long number, long a, long b, long c, long d, long e, long f) {
  find_functions();
  return system_call(number, a, b, c, d, e, f);
}

void world_testing_show_values(bool has_numbers, bool has_uuids) {
  // Without the library's address range, as in a program that is linked statically, the caller isn't known.
  bool is_known = world_testing_libraries[SwiftCore].first != 0;
  has_values = has_numbers && is_known && !world_testing_omits(world_testing_random_numbers);
  has_identifiers = has_values && has_uuids;
}

static inline bool draws(void) { return has_values && !is_drawing && world_testing_scheduler(); }

__attribute__((noinline, cold)) static void draw(unsigned char *bytes, size_t count, uintptr_t caller) {
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

// Answers a request in a step.
__attribute__((noinline, cold)) static void answer(void *bytes, size_t count, uintptr_t caller) {
  bool is_others = is_in(Essentials, caller) || is_in(SwiftTesting, caller);
  if (draws() && !is_others) return draw(bytes, count, caller);
  bool before = is_drawing;
  is_drawing = true;
  fill_random(bytes, count);
  is_drawing = before;
}

__attribute__((weak)) void swift_stdlib_random(void *bytes, size_t count) {
  if (has_values) return answer(bytes, count, (uintptr_t)__builtin_return_address(0));
  fill_random(bytes, count);
}

// All arguments of a system call are words. Those that a caller doesn't pass are passed on as they are.
long world_testing_system_call(long number, long a, long b, long c, long d, long e, long f) __asm__("syscall");

__attribute__((weak)) long world_testing_system_call(long number, long a, long b, long c, long d, long e, long f) {
  bool is_random = has_values && number == SYS_getrandom && a && draws();
  if (is_random && is_in(SwiftCore, (uintptr_t)__builtin_return_address(0))) {
    draw((unsigned char *)a, (size_t)b, caller_outside(SwiftCore, __builtin_frame_address(0)));
    return b;
  }
  return system_call(number, a, b, c, d, e, f);
}

static void identify(unsigned char *bytes, MakeUUID original, const uintptr_t *frame) {
  if (draws() && !world_testing_omits(world_testing_random_numbers)) {
    // Foundation makes identifiers for itself by `UUID()`.
    uintptr_t caller = frame ? caller_outside(Essentials, frame) : 0;
    if (!is_in(Foundation, caller)) world_testing_note_uuid(world_testing_scheduler());
  }
  if (has_identifiers && draws()) {
    is_drawing = true;
    world_testing_uuid(world_testing_scheduler(), bytes);
    is_drawing = false;
  } else if (original) {
    original(bytes);
  } else {
    fill(bytes, 16);
    // Version 4, variant 1.
    bytes[6] = (bytes[6] & 0x0F) | 0x40;
    bytes[8] = (bytes[8] & 0x3F) | 0x80;
  }
}

__attribute__((weak)) void _foundation_uuid_generate_random(unsigned char *bytes) { identify(bytes, make_uuid, __builtin_frame_address(0)); }

__attribute__((weak)) void _cf_uuid_generate_random(unsigned char *bytes) { identify(bytes, make_nsuuid, NULL); }
#pragma clang attribute pop
#else
void world_testing_show_values(bool has_numbers, bool has_uuids) {}
#endif
