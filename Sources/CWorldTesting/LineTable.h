// SPDX-License-Identifier: MIT

// The line table of a file, of DWARF 4 or 5: the source lines of its machine code.

#ifndef LINETABLE_H
#define LINETABLE_H

#include "Bytes.h"
#include "CWorldTesting.h"

// The machine code of some lines, and where in the table they begin: with the header of a unit, and its program.
typedef struct LineRange {
  uint64_t first, last;
  const uint8_t *unit, *program;
  struct LineRange *next;
} LineRange;

typedef struct {
  // The sections `.debug_line`, `.debug_str` and `.debug_line_str`.
  Bytes lines, strings, line_strings;
  LineRange *ranges;
} LineTable;

// Reads the whole table for its ranges, so that a look-up reads the lines of one.
void world_testing_find_ranges(LineTable *table) __attribute__((visibility("hidden")));

// Finds the line of an address, which is counted from the beginning of the file's memory. Returns whether there is one.
bool world_testing_find_line(const LineTable *table, uint64_t address, world_testing_source_line *line)
    __attribute__((visibility("hidden")));

#endif
