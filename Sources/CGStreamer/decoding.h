// Which stream of a source is decoded, and how a decoder begins.
#pragma once

#include "shim.h"
#include <string.h>

// MARK: - Staying local

static int mpk_skip_leading_away(GstElement *bin, GstPad *pad, GstCaps *caps, GstElementFactory *factory, gpointer data) {
    (void)pad; (void)caps; (void)data;
    const char *kind = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS);
    int leads_away = kind && (strstr(kind, "Adaptive") || strstr(kind, "Network"));
    if (leads_away) g_object_set_data(G_OBJECT(bin), "mpk-led-away", GINT_TO_POINTER(1));
    // 2 is GST_AUTOPLUG_SELECT_SKIP and 0 is _TRY, which no GStreamer header declares.
    return leads_away ? 2 : 0;
}
/// Keeps a parsebin from using elements that fetch what a file refers to: playlists (HLS, DASH, Smooth Streaming) and
/// session descriptions (SDP).
static inline void mpk_stay_local(GstElement *parsebin) {
    if (g_signal_lookup("autoplug-select", G_OBJECT_TYPE(parsebin)))
        g_signal_connect(parsebin, "autoplug-select", G_CALLBACK(mpk_skip_leading_away), NULL);
}
/// Whether a parsebin has been kept from such an element.
static inline int mpk_was_led_away(GstElement *parsebin) {
    return g_object_get_data(G_OBJECT(parsebin), "mpk-led-away") != NULL;
}

// MARK: - One stream of many

/// Which of a parsebin's streams is linked, and to what.
typedef struct {
    GstElement *target;
    char *kind;
    char *lasting_id;
} mpk_stream_choice;
static inline void mpk_free_stream_choice(gpointer data, GClosure *closure) {
    (void)closure;
    mpk_stream_choice *choice = (mpk_stream_choice *)data;
    gst_object_unref(choice->target);
    g_free(choice->kind);
    g_free(choice->lasting_id);
    g_free(choice);
}
static inline void mpk_link_chosen(GstElement *parsebin, GstPad *pad, gpointer data) {
    (void)parsebin;
    mpk_stream_choice *choice = (mpk_stream_choice *)data;
    char *type = mpk_pad_media_type(pad);
    int fits = type && (g_str_has_prefix(type, choice->kind) ||
        (strcmp(choice->kind, "video/") == 0 && g_str_has_prefix(type, "image/")));
    g_free(type);
    GstPad *sink = gst_element_get_static_pad(choice->target, "sink");
    if (fits && sink) {
        char *id = gst_pad_get_stream_id(pad);
        char *end = id ? strrchr(id, '/') : NULL;
        int is_chosen = id && choice->lasting_id && strcmp(end ? end + 1 : id, choice->lasting_id) == 0;
        g_free(id);
        if (is_chosen) mpk_unlink_sink(sink);
        if (!gst_pad_is_linked(sink)) gst_pad_link(pad, sink);
    }
    if (sink) gst_object_unref(sink);
}
/// Links only one stream of a parsebin to an element: of the media types that begin with `kind` ("video/"; still
/// pictures count as video), the one whose id after its last slash is `lasting_id`, else the first. The strings are
/// copied; a NULL `lasting_id` means no preference. All streams appear before the first packet of any.
static inline void mpk_link_stream(GstElement *parsebin, GstElement *target, const char *kind, const char *lasting_id) {
    mpk_stream_choice *choice = g_new0(mpk_stream_choice, 1);
    choice->target = (GstElement *)gst_object_ref(target);
    choice->kind = g_strdup(kind);
    choice->lasting_id = g_strdup(lasting_id);
    g_signal_connect_data(parsebin, "pad-added", G_CALLBACK(mpk_link_chosen), choice, mpk_free_stream_choice,
        (GConnectFlags)0);
}

// MARK: - Matroska files

static inline GstPadProbeReturn mpk_open_end(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad; (void)data;
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    if (GST_EVENT_TYPE(event) != GST_EVENT_SEGMENT) return GST_PAD_PROBE_OK;
    GstSegment segment;
    gst_event_copy_segment(event, &segment);
    segment.stop = GST_CLOCK_TIME_NONE;
    GstEvent *opened = gst_event_new_segment(&segment);
    gst_event_set_seqnum(opened, gst_event_get_seqnum(event));
    gst_event_unref(event);
    GST_PAD_PROBE_INFO_DATA(info) = opened;
    return GST_PAD_PROBE_OK;
}
static inline GstPadProbeReturn mpk_restore_time(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)data;
    if (GST_BUFFER_PTS_IS_VALID(GST_PAD_PROBE_INFO_BUFFER(info))) return GST_PAD_PROBE_OK;
    GstCaps *caps = gst_pad_get_current_caps(pad);
    const int is_prores = caps && gst_structure_has_name(gst_caps_get_structure(caps, 0), "video/x-prores");
    if (caps) gst_caps_unref(caps);
    gint64 position = 0;
    if (!is_prores || !gst_pad_query_position(pad, GST_FORMAT_TIME, &position)) return GST_PAD_PROBE_OK;
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    if (!event) return GST_PAD_PROBE_OK;
    const GstSegment *segment = NULL;
    gst_event_parse_segment(event, &segment);
    GstBuffer *buffer = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_BUFFER_PTS(buffer) = gst_segment_position_from_stream_time(segment, GST_FORMAT_TIME, (guint64)position);
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
    gst_event_unref(event);
    return GST_PAD_PROBE_OK;
}
static inline void mpk_mend_matroska_pad(GstElement *demuxer, GstPad *pad, gpointer data) {
    (void)demuxer; (void)data;
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, mpk_open_end, NULL, NULL);
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, mpk_restore_time, NULL, NULL);
}
static inline void mpk_mend_demuxer(GstBin *pipeline, GstBin *bin, GstElement *element, gpointer data) {
    (void)bin; (void)data;
    GstElementFactory *factory = gst_element_get_factory(element);
    if (!factory || strcmp(GST_OBJECT_NAME(factory), "matroskademux") != 0) return;
    g_object_set_data(G_OBJECT(pipeline), "mpk-reads-matroska", element);
    g_signal_connect(element, "pad-added", G_CALLBACK(mpk_mend_matroska_pad), NULL);
}
/// Works around bugs of the Matroska demuxer (1.22 and 1.26) in a pipeline.
///
/// The last frame is kept: a file may state that frame's time as its duration, as ffmpeg 7 does with a variable frame
/// rate, and parsers and decoders would drop the frame. ProRes frames keep their times: the demuxer puts a header
/// before each frame and loses the time, but still reports it as its position while the frame passes.
static inline void mpk_mend_matroska_within(GstElement *pipeline) {
    g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(mpk_mend_demuxer), NULL);
}
/// Whether a pipeline with these workarounds has found a Matroska file: 1 or 0.
static inline int mpk_reads_matroska(GstElement *pipeline) {
    return g_object_get_data(G_OBJECT(pipeline), "mpk-reads-matroska") != NULL;
}

// MARK: - Fragmented MP4 files

/// Where the box at `at` ends if it has the given name; 0: it does not, or it reaches beyond `end`.
static inline gsize mpk_box_end(const guint8 *data, gsize at, gsize end, const char *name) {
    if (end - at < 8) return 0;
    const gsize size = GST_READ_UINT32_BE(data + at);
    return size < 8 || size > end - at || memcmp(data + at + 4, name, 4) != 0 ? 0 : at + size;
}
/// Shifts those data offsets of a fragment that are relative to the fragment (ISO/IEC 14496-12, 8.8.7 and 8.8.8), in a
/// buffer that begins with the fragment's box.
static inline void mpk_shift_fragment(guint8 *data, gsize size, guint32 distance) {
    const gsize end = size < 8 ? 0 : mpk_box_end(data, 0, size, "moof");
    for (gsize at = 8; at + 8 <= end; ) {
        const gsize length = GST_READ_UINT32_BE(data + at);
        if (length < 8 || length > end - at) return;
        const gsize track_end = mpk_box_end(data, at, end, "traf");
        int counts_from_fragment = 0;
        for (gsize box = at + 8; track_end && box + 12 <= track_end; ) {
            const gsize box_length = GST_READ_UINT32_BE(data + box);
            if (box_length < 12 || box_length > track_end - box) return;
            // default-base-is-moof without base-data-offset.
            if (mpk_box_end(data, box, track_end, "tfhd")) counts_from_fragment = data[box + 9] & 2 && !(data[box + 11] & 1);
            if (counts_from_fragment && box_length >= 20 && mpk_box_end(data, box, track_end, "trun") && data[box + 11] & 1)
                GST_WRITE_UINT32_BE(data + box + 16, GST_READ_UINT32_BE(data + box + 16) + distance);
            box += box_length;
        }
        at += length;
    }
}
/// What a demuxer read last: a run of consecutive box headers.
typedef struct {
    /// Offsets of the run's first header, of the next one due, and of the last one read; `is_row` is 0 without a run.
    guint64 start, next, last;
    int is_row;
    /// Whether a fragment has been read before.
    int has_fragment;
} mpk_fragment_watch;

static inline GstPadProbeReturn mpk_mend_fragment(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    mpk_fragment_watch *watch = data;
    GstBuffer *buffer = (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) ? GST_PAD_PROBE_INFO_BUFFER(info) : NULL;
    if (!buffer) {
        // After a flush the demuxer begins a new search. It may read on until the flush ends, and has stopped by then.
        if ((GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_EVENT_FLUSH)
            && GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_FLUSH_STOP)
            watch->is_row = 0;
        return GST_PAD_PROBE_OK;
    }
    if (!(GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_PULL)) return GST_PAD_PROBE_OK;
    guint8 head[16];
    const guint64 offset = info->offset;
    const gsize size = gst_buffer_get_size(buffer);
    if (gst_buffer_extract(buffer, 0, head, 16) != 16) return GST_PAD_PROBE_OK;
    const int is_fragment = memcmp(head + 4, "moof", 4) == 0;
    if (size == 16) {
        guint64 length = GST_READ_UINT32_BE(head);
        if (length == 1) length = GST_READ_UINT64_BE(head + 8);
        if (!watch->is_row || offset != watch->next) watch->start = offset;
        watch->last = offset;
        watch->next = offset + length;
        watch->is_row = 1;
        return GST_PAD_PROBE_OK;
    }
    const int is_found = is_fragment && watch->is_row && watch->last == offset;
    const guint64 distance = offset - watch->start;
    if (is_found && watch->has_fragment && distance > 0 && distance < G_MAXINT32) {
        GstMapInfo map;
        buffer = gst_buffer_make_writable(buffer);
        GST_PAD_PROBE_INFO_DATA(info) = buffer;
        if (gst_buffer_map(buffer, &map, GST_MAP_READWRITE)) {
            mpk_shift_fragment(map.data, map.size, (guint32)distance);
            gst_buffer_unmap(buffer, &map);
        }
    }
    watch->has_fragment = watch->has_fragment || is_fragment;
    watch->is_row = 0;
    return GST_PAD_PROBE_OK;
}
/// Works around a bug of the MP4 demuxer (1.22 to 1.28) in fragmented files, for whatever pulls from an element.
///
/// The demuxer takes a fragment's data offsets relative to where it began to look for the fragment, not to where it
/// found it. The two are the same unless a seek interrupted the previous search, which leaves the demuxer at the end of
/// the previous fragment: it then reads the next frame from unrelated bytes. So the distance between the two is added
/// to the fragment's offsets. A search shows in what is pulled: 16-byte box headers in a row, then the whole fragment.
static inline void mpk_mend_fragments_from(GstElement *source) {
    guint major, minor, micro, nano;
    gst_version(&major, &minor, &micro, &nano);
    GstPad *pad = major == 1 && minor <= 28 ? gst_element_get_static_pad(source, "src") : NULL;
    if (!pad) return;
    // Events count as pushed, even where buffers are pulled.
    gst_pad_add_probe(pad, (GstPadProbeType)(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_PULL | GST_PAD_PROBE_TYPE_PUSH
        | GST_PAD_PROBE_TYPE_EVENT_UPSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH),
        mpk_mend_fragment, g_new0(mpk_fragment_watch, 1), g_free);
    gst_object_unref(pad);
}

// MARK: - Beginning in an open group of pictures

typedef struct {
    /// Whether nothing has come since the beginning or the last flush.
    int is_fresh;
} mpk_beginning;
static inline GstPadProbeReturn mpk_begin_group(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    mpk_beginning *beginning = (mpk_beginning *)data;
    if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_EVENT_FLUSH) {
        if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_FLUSH_STOP) beginning->is_fresh = 1;
        return GST_PAD_PROBE_OK;
    }
    if (!beginning->is_fresh) return GST_PAD_PROBE_OK;
    beginning->is_fresh = 0;
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    GstCaps *caps = gst_pad_get_current_caps(pad);
    const int slice = mpk_first_slice(buffer, mpk_units_of(caps));
    if (caps) gst_caps_unref(caps);
    const int is_key = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    if (is_key && slice >= 0 && (slice & 31) == 1) {
        // The probe holds the pad's stream lock, as a thread that pushes a buffer does.
        GstFlowReturn result = GST_PAD_CHAINFUNC(pad)(pad, GST_OBJECT_PARENT(pad), gst_buffer_ref(buffer));
        if (result != GST_FLOW_OK) {
            gst_buffer_unref(buffer);
            GST_PAD_PROBE_INFO_DATA(info) = NULL;
            GST_PAD_PROBE_INFO_FLOW_RETURN(info) = result;
            return GST_PAD_PROBE_HANDLED;
        }
    }
    return GST_PAD_PROBE_OK;
}
/// Lets `avdec_h264` begin with a key frame that is not an IDR picture.
///
/// Frame numbers (ITU-T H.264, 7.4.3) do not begin with 0 there. FFmpeg makes up pictures for the earlier numbers, and
/// when GStreamer (1.22 with one thread, 1.26 with any number) drops them, it drops the real one too: its decoding
/// fails, and the whole group comes out grey. By then the numbers are in step, so the frame is decoded when it is
/// passed a second time. One thread only, because each thread would have its own numbers.
static inline void mpk_begin_open_groups(GstElement *decoder) {
    GstPad *sink = gst_element_get_static_pad(decoder, "sink");
    if (!sink) return;
    g_object_set(decoder, "max-threads", 1, NULL);
    mpk_beginning *beginning = g_new0(mpk_beginning, 1);
    beginning->is_fresh = 1;
    gst_pad_add_probe(sink, (GstPadProbeType)(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_FLUSH), mpk_begin_group,
        beginning, g_free);
    gst_object_unref(sink);
}
typedef struct {
    int is_fresh;
    /// How often the decoder has been reopened; makes the caps different each time.
    int turns;
} mpk_renewal;
static inline GstPadProbeReturn mpk_renew(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    mpk_renewal *renewal = (mpk_renewal *)data;
    if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_EVENT_FLUSH) {
        if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_FLUSH_STOP) renewal->is_fresh = 1;
        return GST_PAD_PROBE_OK;
    }
    if (!renewal->is_fresh) return GST_PAD_PROBE_OK;
    renewal->is_fresh = 0;
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (!caps) return GST_PAD_PROBE_OK;
    caps = gst_caps_make_writable(caps);
    gst_caps_set_simple(caps, "mpk-turn", G_TYPE_INT, ++renewal->turns, NULL);
    // The probe holds the pad's stream lock, as a thread that pushes an event does.
    gst_pad_send_event(pad, gst_event_new_caps(caps));
    gst_caps_unref(caps);
    return GST_PAD_PROBE_OK;
}
/// Makes `avdec_h265` start afresh after each flush, also at key frames whose leading pictures it skips (ITU-T H.265,
/// 8.1.3, RASL pictures).
///
/// Needed for FFmpeg 7 under GStreamer 1.26, but not for 5 under 1.22: with frame threads, the first B-frame after
/// every second such start is lost. With threads for rows of blocks, which x265 allows by default, it is not; but after
/// two flushes in a row, a picture from before them comes out after them, and from then on the last B-frame before each
/// key frame comes late and with its time. So the decoder is reopened after a flush, as it is for new caps.
static inline void mpk_begin_open_groups_hevc(GstElement *decoder) {
    guint major, minor, micro, nano;
    gst_version(&major, &minor, &micro, &nano);
    GstPad *sink = minor > 22 ? gst_element_get_static_pad(decoder, "sink") : NULL;
    if (!sink) return;
    gst_util_set_object_arg(G_OBJECT(decoder), "thread-type", "slice");
    gst_pad_add_probe(sink, (GstPadProbeType)(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_FLUSH), mpk_renew,
        g_new0(mpk_renewal, 1), g_free);
    gst_object_unref(sink);
}
static inline void mpk_begin_decoder(GstBin *pipeline, GstBin *bin, GstElement *element, gpointer data) {
    (void)pipeline; (void)bin; (void)data;
    GstElementFactory *factory = gst_element_get_factory(element);
    const char *name = factory ? GST_OBJECT_NAME(factory) : "";
    if (strcmp(name, "avdec_h264") == 0) mpk_begin_open_groups(element);
    if (strcmp(name, "avdec_h265") == 0) mpk_begin_open_groups_hevc(element);
}
/// Does the same for the decoders that a pipeline chooses by itself.
static inline void mpk_begin_open_groups_within(GstElement *pipeline) {
    g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(mpk_begin_decoder), NULL);
}
