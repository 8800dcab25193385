#pragma once

/// The number of allocations of the process so far. Counts only in programs that link this library;
/// always 0 on systems other than Linux.
long allocation_count(void);
