// Copying coded streams from one container into another.
#pragma once

#include <gst/gst.h>
#include <string.h>

static GstPadProbeReturn mpk_stay_blocked(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad; (void)info; (void)data;
    return GST_PAD_PROBE_OK;
}

/// Adds elements to a pipeline after a pad, described by a launch line with one open end on each side. Nothing leaves
/// the element named `wait` until the probe `block` is removed from its source pad: a parser asks downstream which
/// format to output. The branch belongs to the pipeline; NULL where it cannot be made or linked.
static inline GstElement *mpk_branch(GstElement *pipeline, GstPad *pad, const char *description, gulong *block) {
    GError *error = NULL;
    GstElement *branch = gst_parse_bin_from_description(description, TRUE, &error);
    if (error) g_error_free(error);
    if (!branch) return NULL;
    gst_bin_add(GST_BIN(pipeline), branch);
    GstElement *wait = gst_bin_get_by_name(GST_BIN(branch), "wait");
    GstPad *source = wait ? gst_element_get_static_pad(wait, "src") : NULL;
    if (wait) gst_object_unref(wait);
    GstPad *sink = gst_element_get_static_pad(branch, "sink");
    *block = source ? gst_pad_add_probe(source, GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM, mpk_stay_blocked, NULL, NULL) : 0;
    int linked = source && sink && gst_element_sync_state_with_parent(branch) && gst_pad_link(pad, sink) == GST_PAD_LINK_OK;
    if (source) gst_object_unref(source);
    if (sink) gst_object_unref(sink);
    return linked ? branch : NULL;
}

/// Running time of a buffer on a pad in nanoseconds, or -1 where it has none.
static inline gint64 mpk_pad_running_time(GstPad *pad, GstClockTime time) {
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    if (!event) return -1;
    const GstSegment *segment = NULL;
    gst_event_parse_segment(event, &segment);
    guint64 result = gst_segment_to_running_time(segment, GST_FORMAT_TIME, time);
    gst_event_unref(event);
    return result == GST_CLOCK_TIME_NONE ? -1 : (gint64)result;
}

/// Gives the buffer in a probe another presentation time stamp and duration.
static inline void mpk_probe_set_times(GstPadProbeInfo *info, GstClockTime pts, GstClockTime duration) {
    GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_BUFFER_PTS(buffer) = pts;
    GST_BUFFER_DURATION(buffer) = duration;
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}

/// What the headers of one MPEG-1 or MPEG-2 picture say about its position (ISO/IEC 13818-2, 6.2.2.6 and 6.2.3).
typedef struct {
    /// -1: no picture header found.
    int temporal_reference;
    int begins_group;
} mpk_mpeg_picture;

static inline mpk_mpeg_picture mpk_mpeg_picture_of(GstBuffer *buffer) {
    mpk_mpeg_picture found = {-1, 0};
    GstMapInfo map;
    if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) return found;
    for (gsize at = 0; at + 5 < map.size; at++) {
        const guint8 *bytes = map.data + at;
        if (bytes[0] || bytes[1] || bytes[2] != 1) continue;
        if (bytes[3] == 0xB8) found.begins_group = 1;
        if (bytes[3] == 0x00) {
            found.temporal_reference = bytes[4] << 2 | bytes[5] >> 6;
            break;
        }
    }
    gst_buffer_unmap(buffer, &map);
    return found;
}

/// The `mpegversion` in a pad's caps, 0 where there is none; -4: MPEG-4 audio in LOAS framing (ISO/IEC 14496-3, 1.7).
static inline int mpk_pad_mpeg_version(GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (!caps) caps = gst_pad_query_caps(pad, NULL);
    int version = 0;
    if (caps && !gst_caps_is_empty(caps) && !gst_caps_is_any(caps)) {
        const GstStructure *structure = gst_caps_get_structure(caps, 0);
        gst_structure_get_int(structure, "mpegversion", &version);
        const char *framing = gst_structure_get_string(structure, "stream-format");
        if (framing && strcmp(framing, "loas") == 0) version = -version;
    }
    if (caps) gst_caps_unref(caps);
    return version;
}

// MARK: - DNxHR in QuickTime

static GstFlowReturn mpk_dnxhr_chain(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    (void)pad;
    return gst_pad_push(GST_PAD(GST_ELEMENT(parent)->srcpads->data), buffer);
}
static gboolean mpk_dnxhr_event(GstPad *pad, GstObject *parent, GstEvent *event) {
    if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
        GstCaps *caps = NULL;
        gst_event_parse_caps(event, &caps);
        GstCaps *known = gst_caps_copy(caps);
        gst_structure_set_name(gst_caps_get_structure(known, 0), "video/x-dnxhd");
        gst_event_unref(event);
        GstEvent *renamed = gst_event_new_caps(known);
        gst_caps_unref(known);
        return gst_pad_push_event(GST_PAD(GST_ELEMENT(parent)->srcpads->data), renamed);
    }
    return gst_pad_event_default(pad, parent, event);
}
static void mpk_dnxhr_prepare_class(gpointer klass, gpointer data) {
    (void)data;
    GstElementClass *element = GST_ELEMENT_CLASS(klass);
    GstCaps *unknown = gst_caps_new_empty_simple("video/x-gst-fourcc-AVdh");
    GstCaps *known = gst_caps_new_empty_simple("video/x-dnxhd");
    gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, unknown));
    gst_element_class_add_pad_template(element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, known));
    gst_caps_unref(unknown);
    gst_caps_unref(known);
    gst_element_class_set_static_metadata(element, "DNxHR in QuickTime", "Codec/Parser/Video",
        "Gives DNxHR the name by which its decoder knows it", "MultiPlayerKit");
}
static void mpk_dnxhr_prepare(GTypeInstance *instance, gpointer klass) {
    GstPad *sink = gst_pad_new_from_template(gst_element_class_get_pad_template(GST_ELEMENT_CLASS(klass), "sink"), "sink");
    GstPad *source = gst_pad_new_from_template(gst_element_class_get_pad_template(GST_ELEMENT_CLASS(klass), "src"), "src");
    gst_pad_set_chain_function(sink, mpk_dnxhr_chain);
    gst_pad_set_event_function(sink, mpk_dnxhr_event);
    gst_element_add_pad(GST_ELEMENT(instance), sink);
    gst_element_add_pad(GST_ELEMENT(instance), source);
}
/// Lets pipelines find a decoder for DNxHR. The decoder for DNxHD, the older form of the codec, decodes DNxHR too, but
/// the demuxer (1.22) does not know DNxHR's name in QuickTime files. Call once per process.
static inline void mpk_register_dnxhr(void) {
    GType type = g_type_register_static_simple(GST_TYPE_ELEMENT, "MPKDNxHR", sizeof(GstElementClass),
        (GClassInitFunc)mpk_dnxhr_prepare_class, sizeof(GstElement), (GInstanceInitFunc)mpk_dnxhr_prepare, (GTypeFlags)0);
    gst_element_register(NULL, "mpkdnxhr", GST_RANK_MARGINAL, type);
}
