#pragma once

/// Keeps the calling thread on one core. Only a hint; other systems than Linux do without.
void pin_to_core(int number);
