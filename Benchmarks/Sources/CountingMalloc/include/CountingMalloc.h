#pragma once

/// How often the process asked for memory so far. Only a program that links this counts; on other systems
/// than Linux it is always 0.
long allocation_count(void);
