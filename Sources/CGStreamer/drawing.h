// Cairo and Pango, for what is drawn and written in any script. Only what Swift cannot import by itself.
#pragma once

#include <pango/pangocairo.h>

/// Releases a layout.
static inline void mpk_layout_free(PangoLayout *layout) { g_object_unref(layout); }
