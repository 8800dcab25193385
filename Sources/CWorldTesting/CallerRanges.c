// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "CallerRanges.h"

#if defined(__linux__)
#include <link.h>
#include <string.h>

world_testing_range world_testing_ranges[world_testing_library_count];

static const char *const names[world_testing_library_count] = {
    [world_testing_core] = "libswiftCore.so",
    [world_testing_concurrency] = "libswift_Concurrency.so",
    [world_testing_essentials] = "libFoundationEssentials.so",
    [world_testing_foundation] = "libFoundation.so",
    [world_testing_swift_testing] = "libTesting.so",
};

static int note_library(struct dl_phdr_info *info, size_t size, void *unused) {
  const char *slash = strrchr(info->dlpi_name, '/');
  const char *name = slash ? slash + 1 : info->dlpi_name;
  for (int library = 0; library < world_testing_library_count; library++) {
    if (strcmp(name, names[library]) != 0) continue;
    for (int i = 0; i < info->dlpi_phnum; i++) {
      if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
      uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      world_testing_ranges[library] = (world_testing_range){start, start + info->dlpi_phdr[i].p_memsz};
    }
  }
  return 0;
}

void world_testing_find_ranges(void) {
  if (!world_testing_ranges[world_testing_core].first) dl_iterate_phdr(note_library, 0);
}
#endif
