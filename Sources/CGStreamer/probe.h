// What caps and pads say about a video, read in one go for the probe.
#pragma once

#include "shim.h"

/// What caps state about coded or decoded pictures. Each field documents its value for "not stated".
typedef struct {
    /// 0: not stated.
    int width, height;
    /// 0: not stated. Aspect and rate are as in the caps, and may be any numbers.
    int aspect_width, aspect_height, rate_numerator, rate_denominator;
    /// ITU-T H.273 codes; 2: not stated.
    int matrix, transfer, primaries;
    /// 1: full, 0: limited, -1: not stated.
    int range;
    /// Bits per component; 0: not stated.
    int depth;
    /// Digits of the sampling as a number (420, 422, 444, 411, 410, 440), 400: luma only, 1: RGB, 0: not stated.
    int chroma;
    int has_alpha;
    /// 0: not stated, 1: progressive, 2: interlaced, 3: frames of both kinds.
    int interlacing;
    /// 1: top field first, 2: bottom field first, 0: not stated.
    int field_order;
    /// Nits; negative: not stated.
    double peak, black;
    int max_content, max_average;
} mpk_caps_facts;

static inline int mpk_chroma_of(const GstVideoFormatInfo *format) {
    if (GST_VIDEO_FORMAT_INFO_IS_RGB(format)) return 1;
    if (GST_VIDEO_FORMAT_INFO_IS_GRAY(format)) return 400;
    if (!GST_VIDEO_FORMAT_INFO_IS_YUV(format)) return 0;
    switch (GST_VIDEO_FORMAT_INFO_W_SUB(format, 1) * 10 + GST_VIDEO_FORMAT_INFO_H_SUB(format, 1)) {
        case 0: return 444;
        case 1: return 440;
        case 10: return 422;
        case 11: return 420;
        case 20: return 411;
        case 22: return 410;
        default: return 0;
    }
}

static inline mpk_caps_facts mpk_read_caps(const GstCaps *caps) {
    mpk_caps_facts facts = {.matrix = 2, .transfer = 2, .primaries = 2, .range = -1, .peak = -1, .black = -1,
        .max_content = -1, .max_average = -1};
    if (!caps || gst_caps_is_empty(caps) || gst_caps_is_any(caps)) return facts;
    const GstStructure *fields = gst_caps_get_structure(caps, 0);
    gst_structure_get_int(fields, "width", &facts.width);
    gst_structure_get_int(fields, "height", &facts.height);
    gst_structure_get_fraction(fields, "pixel-aspect-ratio", &facts.aspect_width, &facts.aspect_height);
    gst_structure_get_fraction(fields, "framerate", &facts.rate_numerator, &facts.rate_denominator);

    GstVideoColorimetry colours;
    const char *text = gst_structure_get_string(fields, "colorimetry");
    if (text && gst_video_colorimetry_from_string(&colours, text)) {
        facts.matrix = (int)gst_video_color_matrix_to_iso(colours.matrix);
        facts.transfer = (int)gst_video_transfer_function_to_iso(colours.transfer);
        facts.primaries = (int)gst_video_color_primaries_to_iso(colours.primaries);
        if (colours.range != GST_VIDEO_COLOR_RANGE_UNKNOWN) facts.range = colours.range == GST_VIDEO_COLOR_RANGE_0_255;
    }

    guint depth = 0;
    if (gst_structure_get_uint(fields, "bit-depth-luma", &depth) && depth <= 16) facts.depth = (int)depth;
    int a = 0, b = 0, c = 0;
    text = gst_structure_get_string(fields, "chroma-format");
    if (text && sscanf(text, "%1d:%1d:%1d", &a, &b, &c) == 3) facts.chroma = a * 100 + b * 10 + c;
    gboolean alpha = FALSE;
    if (gst_structure_get_boolean(fields, "codec-alpha", &alpha)) facts.has_alpha = alpha;
    if (gst_structure_has_name(fields, "video/x-raw") && (text = gst_structure_get_string(fields, "format"))) {
        GstVideoFormat found = gst_video_format_from_string(text);
        // The formats up to this one, "unknown" and "encoded", have no components.
        if (found > GST_VIDEO_FORMAT_ENCODED) {
            const GstVideoFormatInfo *format = gst_video_format_get_info(found);
            facts.depth = (int)GST_VIDEO_FORMAT_INFO_DEPTH(format, 0);
            facts.chroma = mpk_chroma_of(format);
            facts.has_alpha = GST_VIDEO_FORMAT_INFO_HAS_ALPHA(format);
        }
    }

    text = gst_structure_get_string(fields, "interlace-mode");
    if (text) facts.interlacing = !strcmp(text, "progressive") ? 1 : !strcmp(text, "mixed") ? 3 : 2;
    text = gst_structure_get_string(fields, "field-order");
    if (text) facts.field_order = !strcmp(text, "top-field-first") ? 1 : !strcmp(text, "bottom-field-first") ? 2 : 0;

    GstVideoMasteringDisplayInfo display;
    if (gst_video_mastering_display_info_from_caps(&display, caps)) {
        // SMPTE ST 2086 counts in ten-thousandths of a nit.
        facts.peak = display.max_display_mastering_luminance / 10000.0;
        facts.black = display.min_display_mastering_luminance / 10000.0;
    }
    GstVideoContentLightLevel light;
    if (gst_video_content_light_level_from_caps(&light, caps)) {
        facts.max_content = light.max_content_light_level;
        facts.max_average = light.max_frame_average_light_level;
    }
    return facts;
}

/// Field order of one decoded picture. 1: top first, 2: bottom first, 0: not interlaced.
static inline int mpk_buffer_field_order(GstBuffer *buffer) {
    if (!GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED)) return 0;
    return GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF) ? 1 : 2;
}

/// Name of the media type of caps ("video/x-h264"), borrowed; NULL for none.
static inline const char *mpk_caps_name(const GstCaps *caps) {
    if (!caps || gst_caps_is_empty(caps) || gst_caps_is_any(caps)) return NULL;
    return gst_structure_get_name(gst_caps_get_structure(caps, 0));
}
/// A string or integer field of the first structure as text, or NULL. Free with g_free.
static inline char *mpk_caps_text(const GstCaps *caps, const char *field) {
    const GValue *value = gst_structure_get_value(gst_caps_get_structure(caps, 0), field);
    if (!value) return NULL;
    if (G_VALUE_HOLDS_STRING(value)) return g_value_dup_string(value);
    return G_VALUE_HOLDS_INT(value) ? g_strdup_printf("%d", g_value_get_int(value)) : NULL;
}

/// Makes an appsrc output one coded picture and end. Its caps lack colours, so that parser and decoder report the
/// stream's own, and also the size where a parser follows, which would repeat the container's. The sample stays the
/// caller's.
static inline void mpk_appsrc_give_one(GstElement *source, GstSample *sample, int keeps_size) {
    GstCaps *caps = gst_caps_copy(gst_sample_get_caps(sample));
    gst_structure_remove_fields(gst_caps_get_structure(caps, 0), "colorimetry", "mastering-display-info",
        "content-light-level", NULL);
    if (!keeps_size) gst_structure_remove_fields(gst_caps_get_structure(caps, 0), "width", "height", NULL);
    g_object_set(source, "caps", caps, "format", GST_FORMAT_TIME, NULL);
    gst_caps_unref(caps);
    gst_app_src_push_buffer(GST_APP_SRC(source), gst_buffer_ref(gst_sample_get_buffer(sample)));
    gst_app_src_end_of_stream(GST_APP_SRC(source));
}

/// Whether the probe holds a caps event; `facts` is then set to what its caps state.
static inline int mpk_probe_caps(GstPadProbeInfo *info, mpk_caps_facts *facts) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    if (!event || GST_EVENT_TYPE(event) != GST_EVENT_CAPS) return 0;
    GstCaps *caps = NULL;
    gst_event_parse_caps(event, &caps);
    *facts = mpk_read_caps(caps);
    return 1;
}

/// Copies bytes of a buffer from an offset on. Returns how many there were.
static inline gsize mpk_buffer_bytes(GstBuffer *buffer, gsize offset, guint8 *bytes, gsize count) {
    return gst_buffer_extract(buffer, offset, bytes, count);
}

/// Whether a demuxer recommends the stream on a pad. 1: yes, -1: it advises against it, 0: it does not say.
static inline int mpk_pad_preference(GstPad *pad) {
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_STREAM_START, 0);
    if (!event) return 0;
    GstStreamFlags flags = GST_STREAM_FLAG_NONE;
    gst_event_parse_stream_flags(event, &flags);
    gst_event_unref(event);
    return (flags & GST_STREAM_FLAG_SELECT) ? 1 : (flags & GST_STREAM_FLAG_UNSELECT) ? -1 : 0;
}
static inline GstSample *mpk_sample_ref(GstSample *sample) { return gst_sample_ref(sample); }
/// Name of a pad. Free with g_free.
static inline char *mpk_pad_name(GstPad *pad) { return gst_object_get_name(GST_OBJECT(pad)); }
