// SPDX-License-Identifier: MIT

#include "LineTable.h"
#include <stdlib.h>

// The header of a unit's lines, and the bytes after it.
typedef struct {
  Bytes tables, program;
  uint16_t version;
  uint8_t address_size, instruction_length, line_range, opcode_base;
  int8_t line_base;
  size_t offset_size;
  const uint8_t *opcode_lengths;
} Unit;

// Returns false for a unit that can't be read. `rest` begins after it.
static bool read_unit(Bytes *rest, Unit *unit) {
  memset(unit, 0, sizeof(*unit));
  uint64_t length = number(rest, 4);
  unit->offset_size = length == 0xFFFFFFFF ? 8 : 4;
  if (unit->offset_size == 8) length = number(rest, 8);
  Bytes bytes = part(*rest, 0, length);
  rest->next = bytes.end;
  unit->version = (uint16_t)number(&bytes, 2);
  unit->address_size = sizeof(void *);
  if (unit->version == 5) {
    unit->address_size = (uint8_t)number(&bytes, 1);
    number(&bytes, 1);
  }
  uint64_t header = number(&bytes, unit->offset_size);
  unit->program = part(bytes, header, UINT64_MAX);
  unit->instruction_length = (uint8_t)number(&bytes, 1);
  number(&bytes, 2);
  unit->line_base = (int8_t)number(&bytes, 1);
  unit->line_range = (uint8_t)number(&bytes, 1);
  unit->opcode_base = (uint8_t)number(&bytes, 1);
  unit->opcode_lengths = bytes.next;
  if (unit->opcode_base == 0 || left(&bytes) < unit->opcode_base) return false;
  bytes.next += unit->opcode_base - 1;
  unit->tables = bytes;
  return (unit->version == 4 || unit->version == 5) && unit->address_size == sizeof(void *) && unit->line_range > 0;
}

typedef struct {
  uint64_t address, file, line, column;
  bool is_end;
} Row;

static const Row first_row = {0, 1, 1, 0, false};

// Runs the program of a unit to the next row. Returns false at the end of the program.
static bool next_row(const Unit *unit, Bytes *program, Row *row) {
  while (left(program) > 0) {
    uint8_t opcode = (uint8_t)number(program, 1);
    if (opcode >= unit->opcode_base) {
      unsigned advance = opcode - unit->opcode_base;
      row->address += (uint64_t)(advance / unit->line_range) * unit->instruction_length;
      row->line += (uint64_t)(int64_t)(unit->line_base + (int)(advance % unit->line_range));
      return true;
    }
    switch (opcode) {
    case 0: {
      uint64_t length = leb(program, false);
      Bytes extended = part(*program, 0, length);
      program->next = extended.end;
      uint8_t kind = (uint8_t)number(&extended, 1);
      if (kind == 1) {
        row->is_end = true;
        return true;
      }
      if (kind == 2) row->address = number(&extended, left(&extended));
      break;
    }
    case 1: return true;
    case 2: row->address += leb(program, false) * unit->instruction_length; break;
    case 3: row->line += leb(program, true); break;
    case 4: row->file = leb(program, false); break;
    case 5: row->column = leb(program, false); break;
    case 8:
      row->address += (uint64_t)((255 - unit->opcode_base) / unit->line_range) * unit->instruction_length;
      break;
    case 9: row->address += number(program, 2); break;
    default:
      for (uint8_t count = unit->opcode_lengths[opcode - 1]; count > 0; count--) leb(program, false);
    }
  }
  return false;
}

static void add(LineTable *table, LineRange range) {
  LineRange *added = malloc(sizeof(LineRange));
  if (!added) return;
  *added = range;
  added->next = table->ranges;
  table->ranges = added;
}

void world_testing_find_ranges(LineTable *table) {
  for (Bytes rest = table->lines; left(&rest) > 0;) {
    LineRange range = {.first = UINT64_MAX, .unit = rest.next};
    Unit unit;
    if (!read_unit(&rest, &unit)) continue;
    range.program = unit.program.next;
    Row row = first_row;
    while (next_row(&unit, &unit.program, &row)) {
      if (row.address < range.first) range.first = row.address;
      if (!row.is_end) continue;
      range.last = row.address;
      // The linker gives code that it leaves out the address 0.
      if (range.first > 0) add(table, range);
      range.first = UINT64_MAX;
      range.program = unit.program.next;
      row = first_row;
    }
  }
}

// Reads a value of a table of DWARF 5.
static uint64_t value(const LineTable *table, const Unit *unit, Bytes *bytes, uint64_t form, const char **string) {
  switch (form) {
  case 0x08: *string = text(bytes); return 0;
  case 0x0E: *string = text_at(table->strings, number(bytes, unit->offset_size)); return 0;
  case 0x1F: *string = text_at(table->line_strings, number(bytes, unit->offset_size)); return 0;
  case 0x0B: return number(bytes, 1);
  case 0x05: return number(bytes, 2);
  case 0x0F: return leb(bytes, false);
  case 0x1E: return number(bytes, 16);
  // A form that isn't known has an unknown length.
  default: bytes->next = bytes->end; return 0;
  }
}

typedef struct {
  const char *name;
  uint64_t directory;
} Entry;

// Reads a table of DWARF 5. Returns the entry with a number.
static Entry read_entries(const LineTable *table, const Unit *unit, Bytes *bytes, uint64_t wanted) {
  Entry found = {"", 0};
  uint64_t format_count = number(bytes, 1);
  Bytes formats = *bytes;
  for (uint64_t i = 0; i < 2 * format_count; i++) leb(bytes, false);
  uint64_t count = format_count ? leb(bytes, false) : 0;
  for (uint64_t i = 0; i < count && left(bytes) > 0; i++) {
    Entry entry = {"", 0};
    Bytes format = formats;
    for (uint64_t j = 0; j < format_count; j++) {
      uint64_t content = leb(&format, false), form = leb(&format, false);
      const char *string = "";
      uint64_t number = value(table, unit, bytes, form, &string);
      if (content == 1) entry.name = string;
      if (content == 2) entry.directory = number;
    }
    if (i == wanted) found = entry;
  }
  return found;
}

static world_testing_source_line place_of(const LineTable *table, const Unit *unit, const Row *row) {
  world_testing_source_line line = {"", "", (int)row->line, (int)row->column};
  Bytes bytes = unit->tables;
  if (unit->version == 5) {
    Bytes directories = bytes;
    read_entries(table, unit, &bytes, 0);
    Entry file = read_entries(table, unit, &bytes, row->file);
    line.file = file.name;
    line.directory = read_entries(table, unit, &directories, file.directory).name;
    return line;
  }
  Bytes directories = bytes;
  while (*text(&bytes)) {}
  uint64_t directory = 0;
  for (uint64_t i = 1; i <= row->file; i++) {
    line.file = text(&bytes);
    // The end of the table.
    if (!*line.file) return line;
    directory = leb(&bytes, false);
    leb(&bytes, false);
    leb(&bytes, false);
  }
  for (uint64_t i = 1; i <= directory && left(&directories) > 0; i++) line.directory = text(&directories);
  return line;
}

bool world_testing_find_line(const LineTable *table, uint64_t address, world_testing_source_line *line) {
  for (const LineRange *range = table->ranges; range; range = range->next) {
    if (address < range->first || address >= range->last) continue;
    Unit unit;
    Bytes rest = {range->unit, table->lines.end};
    if (!read_unit(&rest, &unit)) return false;
    Bytes program = {range->program, unit.program.end};
    Row row = first_row, before = row;
    while (next_row(&unit, &program, &row) && row.address <= address) {
      if (row.is_end) return false;
      before = row;
    }
    *line = place_of(table, &unit, &before);
    return true;
  }
  return false;
}
