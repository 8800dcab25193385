#pragma once

/// Keeps the calling thread on one core. This is a hint, and does nothing on systems other than Linux.
void pin_to_core(int number);
