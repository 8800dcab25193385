// SPDX-License-Identifier: MIT

// Reads numbers and texts of a file's bytes.

#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Bytes that are read one after the other. Reading past the end yields zeros.
typedef struct {
  const uint8_t *next, *end;
} Bytes;

static inline size_t left(const Bytes *bytes) { return (size_t)(bytes->end - bytes->next); }

static inline Bytes part(Bytes whole, uint64_t offset, uint64_t size) {
  if (offset > left(&whole)) offset = left(&whole);
  whole.next += offset;
  if (size < left(&whole)) whole.end = whole.next + size;
  return whole;
}

static inline uint64_t number(Bytes *bytes, size_t size) {
  uint64_t value = 0;
  if (left(bytes) < size) size = left(bytes);
  memcpy(&value, bytes->next, size < sizeof(value) ? size : sizeof(value));
  bytes->next += size;
  return value;
}

static inline uint64_t leb(Bytes *bytes, bool is_signed) {
  uint64_t value = 0;
  unsigned shift = 0;
  uint8_t byte = 0;
  do {
    byte = (uint8_t)number(bytes, 1);
    if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
    shift += 7;
  } while (byte & 0x80);
  if (is_signed && shift < 64 && byte & 0x40) value |= ~(uint64_t)0 << shift;
  return value;
}

static inline const char *text(Bytes *bytes) {
  const char *start = (const char *)bytes->next;
  const void *end = memchr(bytes->next, 0, left(bytes));
  bytes->next = end ? (const uint8_t *)end + 1 : bytes->end;
  return end ? start : "";
}

static inline const char *text_at(Bytes strings, uint64_t offset) {
  strings = part(strings, offset, UINT64_MAX);
  return text(&strings);
}

#endif
