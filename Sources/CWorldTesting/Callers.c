// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "Callers.h"

#if defined(__linux__)
#include <link.h>
#include <string.h>

LibraryCode world_testing_libraries[LibraryCount] = {
    [SwiftCore] = {"libswiftCore.so"},
    [Concurrency] = {"libswift_Concurrency.so"},
    [Essentials] = {"libFoundationEssentials.so"},
    [Foundation] = {"libFoundation.so"},
    [SwiftTesting] = {"libTesting.so"},
};

static int note_library(struct dl_phdr_info *info, size_t size, void *unused) {
  const char *slash = strrchr(info->dlpi_name, '/');
  const char *name = slash ? slash + 1 : info->dlpi_name;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    uintptr_t first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, last = first + info->dlpi_phdr[i].p_memsz;
    for (LibraryCode *code = world_testing_libraries; code < world_testing_libraries + LibraryCount; code++)
      if (strcmp(name, code->name) == 0) code->first = first, code->last = last;
  }
  return 0;
}

// The libraries are loaded before the program.
__attribute__((constructor)) static void find_libraries(void) { dl_iterate_phdr(note_library, NULL); }
#endif
