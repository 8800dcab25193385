// SPDX-License-Identifier: MIT

// Finds functions and lines of addresses, in the symbols and the line tables of the files that are mapped.
//
// The toolchain's module `Runtime` does that, too, but it reads the whole line table for each address. Here, a file's line
// table is read once. The files are ELF, with line tables as `-g` makes them: sections that are compressed or in a file of
// their own have no lines.

#define _GNU_SOURCE
#include "CWorldTesting.h"
#include <dlfcn.h>

static const char *exported_function(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_sname : NULL;
}

#if defined(__linux__) && defined(__LP64__)
#include "LineTable.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Image {
  uintptr_t base;
  LineTable table;
  Bytes symbols, names;
  struct Image *next;
} Image;

// Returns a section's bytes; none if there is no such section, or it is compressed.
static Bytes section(Bytes file, const char *name) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file.next;
  if (left(&file) < sizeof(*header)) return part(file, 0, 0);
  Bytes headers = part(file, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr));
  const Elf64_Shdr *sections = (const Elf64_Shdr *)headers.next;
  size_t count = left(&headers) / sizeof(Elf64_Shdr);
  if (header->e_shstrndx >= count) return part(file, 0, 0);
  Bytes names = part(file, sections[header->e_shstrndx].sh_offset, sections[header->e_shstrndx].sh_size);
  for (size_t i = 0; i < count; i++)
    if (sections[i].sh_type != SHT_NOBITS && !(sections[i].sh_flags & SHF_COMPRESSED) &&
        strcmp(text_at(names, sections[i].sh_name), name) == 0)
      return part(file, sections[i].sh_offset, sections[i].sh_size);
  return part(file, 0, 0);
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

static Image *image_of(const void *address) {
  static Image *images;
  Search search = {(uintptr_t)address, 0, NULL};
  if (!dl_iterate_phdr(note_image, &search)) return NULL;
  for (Image *image = images; image; image = image->next)
    if (image->base == search.base) return image;
  Image *image = calloc(1, sizeof(Image));
  if (!image) return NULL;
  Bytes file = map(search.path);
  *image = (Image){
      .base = search.base,
      .table.lines = section(file, ".debug_line"),
      .table.strings = section(file, ".debug_str"),
      .table.line_strings = section(file, ".debug_line_str"),
      .symbols = section(file, ".symtab"),
      .names = section(file, ".strtab"),
      .next = images,
  };
  images = image;
  world_testing_find_ranges(&image->table);
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
  return found ? text_at(image->names, found->st_name) : exported_function(address);
}

bool world_testing_line(const void *address, world_testing_source_line *line) {
  Image *image = image_of(address);
  return image && world_testing_find_line(&image->table, (uintptr_t)address - image->base, line);
}
#else
const char *world_testing_function(const void *address) { return exported_function(address); }
bool world_testing_line(const void *address, world_testing_source_line *line) { return false; }
#endif
