#include <stddef.h>
#include <stdint.h>

/// libFuzzer, as a function; the compiler's `-sanitize=fuzzer` links it.
int LLVMFuzzerRunDriver(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
    int (*_Nonnull test)(const uint8_t *_Nullable data, size_t size));
