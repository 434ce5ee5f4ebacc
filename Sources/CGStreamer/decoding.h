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
    // GST_AUTOPLUG_SELECT_SKIP and _TRY, which no header of GStreamer declares.
    return leads_away ? 2 : 0;
}
/// Keeps a parsebin from elements that fetch what a file names: playlists (HLS, DASH, Smooth Streaming) and session
/// descriptions (SDP).
static inline void mpk_stay_local(GstElement *parsebin) {
    if (g_signal_lookup("autoplug-select", G_OBJECT_TYPE(parsebin)))
        g_signal_connect(parsebin, "autoplug-select", G_CALLBACK(mpk_skip_leading_away), NULL);
}
/// Whether a parsebin has been kept from one.
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
/// Lets a parsebin give an element one stream only: of the media types that begin with `kind` ("video/"; still pictures
/// count as video) the one whose id ends, after its last slash, with `lasting_id`, else the first. The text is copied; NULL
/// stands for no wish. All streams appear before the first packet of any.
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
/// Mends what the demuxer of Matroska files (1.22 and 1.26) gets wrong in those that a pipeline reads.
///
/// They end with their last frame: a file may state that frame's time as its length, as ffmpeg 7 does where the frame rate
/// varies, and parsers and decoders would leave the frame out. And frames of ProRes have times: the demuxer puts a header
/// before each and forgets the time over it, but still knows it as its position while the frame passes.
static inline void mpk_mend_matroska_within(GstElement *pipeline) {
    g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(mpk_mend_demuxer), NULL);
}
/// Whether a pipeline that is mended so has found a Matroska file: 1 or 0.
static inline int mpk_reads_matroska(GstElement *pipeline) {
    return g_object_get_data(G_OBJECT(pipeline), "mpk-reads-matroska") != NULL;
}

// MARK: - Fragmented MP4 files

static inline GstPadProbeReturn mpk_drop_flush(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad; (void)data;
    const GstEventType type = GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info));
    return type == GST_EVENT_FLUSH_START || type == GST_EVENT_FLUSH_STOP ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}
/// Lets no seek interrupt what a demuxer reads from an element; what it gives on is interrupted all the same.
///
/// The demuxer of MP4 files (1.22 to 1.28) counts the places of a fragment's data from where it believes the fragment to be.
/// Where a seek has interrupted it between two fragments, that is the end of the one before, and the frame that follows is
/// read from foreign bytes. A read of a file takes microseconds. One of bytes that are still fetched holds up the seek.
static inline void mpk_keep_reading_from(GstElement *source) {
    GstPad *pad = gst_element_get_static_pad(source, "src");
    if (!pad) return;
    gst_pad_add_probe(pad, (GstPadProbeType)(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH),
        mpk_drop_flush, NULL, NULL);
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
        // The probe holds the pad's stream lock, as whoever pushes a buffer does.
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
/// Lets `avdec_h264` begin with a key frame that is no IDR picture.
///
/// Frame numbers (ITU-T H.264, 7.4.3) do not begin with 0 there. FFmpeg makes pictures up for the numbers before, and when
/// GStreamer (1.22 with one thread, 1.26 with any) lets go of them, it lets go of the real one too: its decoding fails, and
/// the whole group comes out grey. By then the numbers are in line, and given a second time the frame is decoded.
/// One thread, because others would have numbers of their own.
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
    /// How often it has been opened; makes each turn's caps another's.
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
    // The probe holds the pad's stream lock, as whoever pushes an event does.
    gst_pad_send_event(pad, gst_event_new_caps(caps));
    gst_caps_unref(caps);
    return GST_PAD_PROBE_OK;
}
/// Lets `avdec_h265` begin anew after each flush, at key frames whose leading pictures it skips, too (ITU-T H.265, 8.1.3,
/// RASL pictures).
///
/// FFmpeg 7 under GStreamer 1.26, but not 5 under 1.22: with threads for whole frames the first B-frame behind every second
/// such beginning is lost. With threads for rows of blocks, which x265 allows by default, it is not; but of two flushes in a
/// row, a picture from before them comes out after them, and from then on the last B-frame before each key frame comes late
/// and with its time. So the decoder is opened anew after a flush, as it is for new caps.
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
/// The same for the decoders that a pipeline will choose by itself.
static inline void mpk_begin_open_groups_within(GstElement *pipeline) {
    g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(mpk_begin_decoder), NULL);
}
