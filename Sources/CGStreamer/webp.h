// libwebp: moving WebP pictures.
#pragma once

#include <webp/encode.h>
#include <webp/mux.h>
