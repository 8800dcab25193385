#define _GNU_SOURCE
#include "Cores.h"

#ifdef __linux__
#include <sched.h>
void pin_to_core(int number) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(number, &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}
#else
void pin_to_core(int number) { (void)number; }
#endif
