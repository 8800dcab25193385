// SPDX-License-Identifier: MIT

// Finds functions and lines of addresses, in the symbols and the line tables of the files that are mapped.
//
// The toolchain's module `Runtime` does that, too, but it reads the whole line table for each address. Here, a file's line
// table is read once, for the address ranges in it. A look-up then reads the lines of one range. The formats are ELF, and the
// line tables of DWARF 4 and 5, as `-g` makes them: sections that are compressed or in a file of their own have no lines.

#define _GNU_SOURCE
#include "CWorldTesting.h"
#include <dlfcn.h>

#if defined(__linux__) && defined(__LP64__)
#include "Bytes.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The machine code of some lines, with the place in the line table where they begin.
typedef struct {
  uint64_t first, last;
  size_t unit, program;
} Range;

typedef struct Image {
  uintptr_t base;
  Bytes lines, strings, line_strings, symbols, names;
  Range *ranges;
  size_t range_count;
  struct Image *next;
} Image;

// MARK: The line table

// The header of a unit's lines, and the bytes after it.
typedef struct {
  Bytes whole, tables, program;
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
      Bytes extended = part(*program, 0, 0);
      uint64_t length = leb(program, false);
      extended = part(*program, 0, length);
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

static void find_ranges(Image *image) {
  size_t capacity = 0;
  for (Bytes rest = image->lines; left(&rest) > 0;) {
    size_t place = (size_t)(rest.next - image->lines.next);
    Unit unit;
    if (!read_unit(&rest, &unit)) continue;
    Row row = first_row;
    Range range = {UINT64_MAX, 0, place, 0};
    const uint8_t *start = unit.program.next;
    while (next_row(&unit, &unit.program, &row)) {
      if (row.address < range.first) range.first = row.address;
      if (!row.is_end) continue;
      range.last = row.address;
      range.program = (size_t)(start - image->lines.next);
      start = unit.program.next;
      if (image->range_count == capacity) {
        capacity = capacity ? 2 * capacity : 1024;
        Range *ranges = realloc(image->ranges, capacity * sizeof(Range));
        if (!ranges) return;
        image->ranges = ranges;
      }
      // The linker gives code that it leaves out the address 0.
      if (range.first > 0) image->ranges[image->range_count++] = range;
      row = first_row;
      range.first = UINT64_MAX;
    }
  }
}

// Reads a value of a table of DWARF 5.
static uint64_t value(const Image *image, const Unit *unit, Bytes *bytes, uint64_t form, const char **string) {
  switch (form) {
  case 0x08: *string = text(bytes); return 0;
  case 0x0E: *string = text_at(image->strings, number(bytes, unit->offset_size)); return 0;
  case 0x1F: *string = text_at(image->line_strings, number(bytes, unit->offset_size)); return 0;
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

// Reads a table of DWARF 5 up to the entry with a number, or all of it. Returns that entry.
static Entry read_table(const Image *image, const Unit *unit, Bytes *bytes, uint64_t wanted, bool reads_all) {
  Entry found = {"", 0};
  uint64_t format_count = number(bytes, 1);
  Bytes formats = *bytes;
  for (uint64_t i = 0; i < 2 * format_count; i++) leb(bytes, false);
  uint64_t count = format_count ? leb(bytes, false) : 0;
  for (uint64_t i = 0; i < count && (reads_all || i <= wanted) && left(bytes) > 0; i++) {
    Entry entry = {"", 0};
    Bytes format = formats;
    for (uint64_t j = 0; j < format_count; j++) {
      uint64_t content = leb(&format, false), form = leb(&format, false);
      const char *string = "";
      uint64_t number = value(image, unit, bytes, form, &string);
      if (content == 1) entry.name = string;
      if (content == 2) entry.directory = number;
    }
    if (i == wanted) found = entry;
  }
  return found;
}

static world_testing_source_line place_of(const Image *image, const Unit *unit, const Row *row) {
  world_testing_source_line line = {"", "", (int)row->line, (int)row->column};
  Bytes bytes = unit->tables;
  if (unit->version == 5) {
    Bytes directories = bytes;
    read_table(image, unit, &bytes, 0, true);
    Entry file = read_table(image, unit, &bytes, row->file, false);
    line.file = file.name;
    line.directory = read_table(image, unit, &directories, file.directory, false).name;
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

// MARK: The files

// Returns a section's bytes; none if there is no such section, or it is compressed.
static Bytes section(Bytes file, const char *name) {
  Bytes none = {file.next, file.next};
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file.next;
  if (left(&file) < sizeof(*header) || header->e_shoff > left(&file) ||
      (left(&file) - header->e_shoff) / sizeof(Elf64_Shdr) < header->e_shnum || header->e_shstrndx >= header->e_shnum)
    return none;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file.next + header->e_shoff);
  Bytes names = part(file, sections[header->e_shstrndx].sh_offset, sections[header->e_shstrndx].sh_size);
  for (int i = 0; i < header->e_shnum; i++)
    if (sections[i].sh_type != SHT_NOBITS && !(sections[i].sh_flags & SHF_COMPRESSED) &&
        strcmp(text_at(names, sections[i].sh_name), name) == 0)
      return part(file, sections[i].sh_offset, sections[i].sh_size);
  return none;
}

// Maps a file for as long as the process runs: texts in it are returned.
static Bytes map(const char *path) {
  Bytes none = {NULL, NULL};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return none;
  struct stat state;
  const uint8_t *start = MAP_FAILED;
  if (fstat(file, &state) == 0 && state.st_size > (off_t)sizeof(Elf64_Ehdr))
    start = mmap(NULL, (size_t)state.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (start == MAP_FAILED || memcmp(start, ELFMAG, SELFMAG) != 0 || start[EI_CLASS] != ELFCLASS64) return none;
  return (Bytes){start, start + state.st_size};
}

typedef struct {
  uintptr_t address, base;
  const char *path;
} Search;

static int note_image(struct dl_phdr_info *info, size_t size, void *found) {
  Search *search = found;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (search->address < start || search->address - start >= info->dlpi_phdr[i].p_memsz) continue;
    search->base = info->dlpi_addr;
    search->path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    return 1;
  }
  return 0;
}

static Image *images;

static Image *image_of(const void *address) {
  Search search = {(uintptr_t)address, 0, NULL};
  if (!dl_iterate_phdr(note_image, &search)) return NULL;
  for (Image *image = images; image; image = image->next)
    if (image->base == search.base) return image;
  Image *image = calloc(1, sizeof(Image));
  if (!image) return NULL;
  Bytes file = map(search.path);
  *image = (Image){
      .base = search.base,
      .lines = section(file, ".debug_line"),
      .strings = section(file, ".debug_str"),
      .line_strings = section(file, ".debug_line_str"),
      .symbols = section(file, ".symtab"),
      .names = section(file, ".strtab"),
      .next = images,
  };
  images = image;
  find_ranges(image);
  return image;
}

const char *world_testing_function(const void *address) {
  Image *image = image_of(address);
  if (!image) return NULL;
  uint64_t wanted = (uintptr_t)address - image->base;
  const Elf64_Sym *symbols = (const Elf64_Sym *)image->symbols.next, *found = NULL;
  for (size_t i = 0; i < left(&image->symbols) / sizeof(*symbols); i++) {
    const Elf64_Sym *symbol = &symbols[i];
    if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_value <= wanted &&
        wanted - symbol->st_value < symbol->st_size && (!found || symbol->st_value > found->st_value))
      found = symbol;
  }
  return found ? text_at(image->names, found->st_name) : world_testing_exported_function(address);
}

bool world_testing_line(const void *address, world_testing_source_line *line) {
  Image *image = image_of(address);
  if (!image) return false;
  uint64_t wanted = (uintptr_t)address - image->base;
  for (size_t i = 0; i < image->range_count; i++) {
    const Range *range = &image->ranges[i];
    if (wanted < range->first || wanted >= range->last) continue;
    Unit unit;
    Bytes rest = part(image->lines, range->unit, UINT64_MAX), program = part(image->lines, range->program, UINT64_MAX);
    if (!read_unit(&rest, &unit)) return false;
    program.end = unit.program.end;
    Row row = first_row, before = row;
    while (next_row(&unit, &program, &row) && row.address <= wanted) {
      if (row.is_end) return false;
      before = row;
    }
    *line = place_of(image, &unit, &before);
    return true;
  }
  return false;
}
#else
const char *world_testing_function(const void *address) { return world_testing_exported_function(address); }
bool world_testing_line(const void *address, world_testing_source_line *line) { return false; }
#endif

const char *world_testing_exported_function(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_sname : NULL;
}
