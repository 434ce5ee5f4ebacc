// libFuzzer's published entry point; `-sanitize=fuzzer` links it.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Calls `one` with inputs of its own making, by the options among the arguments. Returns when the time is over; ends the
/// process where an input traps, and leaves that input in a file.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *bytes, size_t count));
