// libwebp's reader of moving pictures.
#pragma once

#include <webp/demux.h>
