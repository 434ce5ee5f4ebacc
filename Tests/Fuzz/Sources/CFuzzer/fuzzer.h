// libFuzzer's published entry point; `-sanitize=fuzzer` links it.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Calls `one` with generated inputs, as the options among the arguments say. Returns when the time is over; if an
/// input traps, ends the process and leaves that input in a file.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *bytes, size_t count));
