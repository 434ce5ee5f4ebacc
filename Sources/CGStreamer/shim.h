// The only bridge between C and Swift: GStreamer's macros, casts and varargs as functions.
// Each function that gives or takes a reference states the ownership.
#pragma once

#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/gstaudiobasesink.h>
#include <gst/gst.h>
#include <gst/net/net.h>
#include <gst/video/video.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/timex.h>
#include <time.h>

#include "idle-threads.h"

// MARK: - Elements

/// Parses a launch line. Returns a pipeline (one owned reference, not floating), or NULL with `error` set (owned).
static inline GstElement *mpk_pipeline_parse(const char *description, GError **error) {
    GstElement *element = gst_parse_launch_full(description, NULL, GST_PARSE_FLAG_FATAL_ERRORS, error);
    if (element) gst_object_ref_sink(element);
    return element;
}

/// The named child of a bin: an owned reference, or NULL.
static inline GstElement *mpk_child(GstElement *bin, const char *name) {
    return gst_bin_get_by_name(GST_BIN(bin), name);
}

static inline void mpk_unref(void *object) { gst_object_unref(object); }

static inline void mpk_set_string(void *object, const char *name, const char *value) {
    g_object_set(object, name, value, NULL);
}
static inline void mpk_set_int(void *object, const char *name, int value) { g_object_set(object, name, value, NULL); }
static inline void mpk_set_bool(void *object, const char *name, int value) {
    g_object_set(object, name, value ? TRUE : FALSE, NULL);
}
static inline void mpk_set_double(void *object, const char *name, double value) {
    g_object_set(object, name, value, NULL);
}
static inline int mpk_has_property(void *object, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name) != NULL;
}

static inline int mpk_element_exists(const char *factory) {
    GstElementFactory *found = gst_element_factory_find(factory);
    if (!found) return 0;
    gst_object_unref(found);
    return 1;
}

/// Whether a sink element posted this message.
static inline int mpk_is_from_sink(GstMessage *message) {
    GstObject *source = GST_MESSAGE_SRC(message);
    return GST_IS_ELEMENT(source) && GST_OBJECT_FLAG_IS_SET(source, GST_ELEMENT_FLAG_SINK);
}

/// Whether a hardware decoder for streams of this media type ("video/x-h264") is registered.
static inline int mpk_has_hardware_decoder(const char *media_type) {
    GList *all = gst_element_factory_list_get_elements(
        GST_ELEMENT_FACTORY_TYPE_DECODER | GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO, GST_RANK_MARGINAL);
    GstCaps *caps = gst_caps_new_empty_simple(media_type);
    GList *fitting = gst_element_factory_list_filter(all, caps, GST_PAD_SINK, FALSE);
    int found = 0;
    // The type flags are alternatives, so "hardware" among them would narrow nothing down.
    for (GList *item = fitting; item && !found; item = item->next) {
        const char *kind = gst_element_factory_get_metadata(GST_ELEMENT_FACTORY(item->data), GST_ELEMENT_METADATA_KLASS);
        found = kind && strstr(kind, "Hardware") != NULL;
    }
    gst_plugin_feature_list_free(fitting);
    gst_plugin_feature_list_free(all);
    gst_caps_unref(caps);
    return found;
}

/// A flushing seek. `stop` GST_CLOCK_TIME_NONE: to the end.
static inline int mpk_seek(GstElement *pipeline, double rate, GstSeekFlags flags, gint64 start, gint64 stop) {
    return gst_element_seek(pipeline, rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, start,
        stop < 0 ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET, stop);
}

/// A flushing seek by bytes, for streams without times.
static inline int mpk_seek_bytes(GstElement *pipeline, gint64 start) {
    return gst_element_seek(pipeline, 1, GST_FORMAT_BYTES, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, start,
        GST_SEEK_TYPE_NONE, -1);
}

/// Makes the pipeline run on CLOCK_MONOTONIC, whatever its sinks offer.
static inline void mpk_use_system_clock(GstElement *pipeline) {
    GstClock *clock = gst_system_clock_obtain();
    gst_pipeline_use_clock(GST_PIPELINE(pipeline), clock);
    gst_object_unref(clock);
}

/// Starts the audio devices of a prerolled bin's sinks; they are silent until their first samples. 0: one failed.
static inline int mpk_start_devices(GstElement *bin) {
    int all = 1;
    GValue item = G_VALUE_INIT;
    GstIterator *elements = gst_bin_iterate_recurse(GST_BIN(bin));
    while (gst_iterator_next(elements, &item) == GST_ITERATOR_OK) {
        GstElement *element = g_value_get_object(&item);
        GstAudioRingBuffer *ring = GST_IS_AUDIO_BASE_SINK(element) ? GST_AUDIO_BASE_SINK(element)->ringbuffer : NULL;
        if (ring) {
            gst_audio_ring_buffer_may_start(ring, TRUE);
            all = gst_audio_ring_buffer_start(ring) && all;
        }
        g_value_reset(&item);
    }
    g_value_unset(&item);
    gst_iterator_free(elements);
    return all;
}

// MARK: - Clocks

/// A private system clock: an owned reference. It either counts from 1970, and jumps when the time is set, or is
/// CLOCK_MONOTONIC.
static inline GstClock *mpk_system_clock_new(int counts_from_1970) {
    return GST_CLOCK(gst_object_ref_sink(g_object_new(GST_TYPE_SYSTEM_CLOCK, "clock-type",
        counts_from_1970 ? GST_CLOCK_TYPE_REALTIME : GST_CLOCK_TYPE_MONOTONIC, NULL)));
}
/// The UDP port on which a time provider answers.
static inline int mpk_time_provider_port(GstNetTimeProvider *provider) {
    int port = 0;
    g_object_get(provider, "port", &port, NULL);
    return port;
}
/// The CLOCK_MONOTONIC clock that a network or PTP clock keeps in step with its server's: an owned reference, or NULL
/// while there is none.
static inline GstClock *mpk_clock_inner(GstClock *clock) {
    GstClock *inner = NULL;
    g_object_get(clock, "internal-clock", &inner, NULL);
    return inner;
}
/// One packet to a time server and back, or the absence of one (`round_trip` 0).
typedef struct {
    /// The midpoint of the round trip, by CLOCK_MONOTONIC and by the server's clock.
    guint64 host, shared;
    guint64 round_trip;
} mpk_exchange;
struct mpk_exchanges {
    GMutex lock;
    mpk_exchange latest, best;
};
/// Runs in the clock's thread. Of the exchanges not taken yet, keeps the one with the shortest round trip within a
/// second: it is the most accurate.
static inline GstBusSyncReply mpk_take_statistics(GstBus *bus, GstMessage *message, gpointer data) {
    struct mpk_exchanges *exchanges = (struct mpk_exchanges *)data;
    const GstStructure *fields = gst_message_get_structure(message);
    mpk_exchange found;
    if (fields && gst_structure_get(fields, "local", G_TYPE_UINT64, &found.host, "remote", G_TYPE_UINT64, &found.shared,
            "rtt", G_TYPE_UINT64, &found.round_trip, NULL)) {
        found.round_trip = MAX(found.round_trip, 1);
        g_mutex_lock(&exchanges->lock);
        mpk_exchange *best = &exchanges->best;
        if (!best->round_trip || found.round_trip <= best->round_trip || found.host - best->host > GST_SECOND)
            *best = found;
        exchanges->latest = found;
        g_mutex_unlock(&exchanges->lock);
    }
    gst_message_unref(message);
    return GST_BUS_DROP;
}
static inline void mpk_exchanges_free(gpointer data) {
    struct mpk_exchanges *exchanges = (struct mpk_exchanges *)data;
    g_mutex_clear(&exchanges->lock);
    g_free(exchanges);
}
/// Makes a network clock send a packet every `interval` and report it. Returns the bus, an owned reference; `exchanges`
/// live as long as the bus.
static inline GstBus *mpk_clock_watch(GstClock *clock, GstClockTime interval, struct mpk_exchanges **exchanges) {
    GstClock *inner = mpk_clock_inner(clock);
    if (inner) {
        gst_clock_set_timeout(inner, interval);
        gst_object_unref(inner);
    }
    GstBus *bus = gst_bus_new();
    *exchanges = g_new0(struct mpk_exchanges, 1);
    g_mutex_init(&(*exchanges)->lock);
    gst_bus_set_sync_handler(bus, mpk_take_statistics, *exchanges, mpk_exchanges_free);
    g_object_set(clock, "bus", bus, NULL);
    return bus;
}
/// Detaches the bus; GStreamer would otherwise complain about it when it frees the clock a minute later.
static inline void mpk_clock_unwatch(GstClock *clock) { g_object_set(clock, "bus", NULL, NULL); }
/// Takes the best exchange that has not been taken yet.
static inline mpk_exchange mpk_exchanges_take(struct mpk_exchanges *exchanges) {
    g_mutex_lock(&exchanges->lock);
    mpk_exchange best = exchanges->best;
    exchanges->best.round_trip = 0;
    g_mutex_unlock(&exchanges->lock);
    return best;
}
/// When the server was last heard from, by CLOCK_MONOTONIC; 0: never.
static inline guint64 mpk_exchanges_latest(struct mpk_exchanges *exchanges) {
    g_mutex_lock(&exchanges->lock);
    guint64 latest = exchanges->latest.host;
    g_mutex_unlock(&exchanges->lock);
    return latest;
}
/// Whether a service keeps the system time: chrony, ntpd, systemd-timesyncd and phc2sys all tell the kernel.
static inline int mpk_system_time_is_kept(void) {
    struct timex state = {0};
    return adjtimex(&state) != TIME_ERROR;
}

// MARK: - Messages

/// A bus callback in the thread that posts. The message stays GStreamer's and is not copied.
typedef void (*mpk_message_callback)(GstMessage *message, void *context);
struct mpk_message_route {
    GstElement *pipeline;  // It holds the bus, and so this.
    mpk_message_callback call;
    void *context;
    GDestroyNotify release;
};
static inline GstBusSyncReply mpk_sync_handler(GstBus *bus, GstMessage *message, gpointer data) {
    struct mpk_message_route *route = (struct mpk_message_route *)data;
    mpk_take_idle_thread(route->pipeline, message);
    route->call(message, route->context);
    gst_message_unref(message);
    return GST_BUS_DROP;
}
static inline void mpk_message_route_free(gpointer data) {
    struct mpk_message_route *route = (struct mpk_message_route *)data;
    route->release(route->context);
    g_free(route);
}
/// `release` is called once with `context`, when the handler is removed and no call of it is running any more.
static inline void mpk_watch_bus(
    GstElement *pipeline, mpk_message_callback call, void *context, GDestroyNotify release) {
    struct mpk_message_route *route = g_new0(struct mpk_message_route, 1);
    route->pipeline = pipeline;
    route->call = call;
    route->context = context;
    route->release = release;
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, mpk_sync_handler, route, mpk_message_route_free);
    gst_object_unref(bus);
}
static inline void mpk_unwatch_bus(GstElement *pipeline) {
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    gst_object_unref(bus);
}
static inline GstMessageType mpk_message_type(GstMessage *message) { return GST_MESSAGE_TYPE(message); }
static inline GstObject *mpk_message_source(GstMessage *message) { return GST_MESSAGE_SRC(message); }

// MARK: - Buffers, samples, caps

static inline void mpk_sample_unref(GstSample *sample) { gst_sample_unref(sample); }
static inline GstBuffer *mpk_buffer_ref(GstBuffer *buffer) { return gst_buffer_ref(buffer); }
static inline void mpk_buffer_unref(GstBuffer *buffer) { gst_buffer_unref(buffer); }
static inline void mpk_caps_unref(GstCaps *caps) { gst_caps_unref(caps); }
static inline GstClockTime mpk_buffer_pts(GstBuffer *buffer) { return GST_BUFFER_PTS(buffer); }
static inline GstClockTime mpk_buffer_dts(GstBuffer *buffer) { return GST_BUFFER_DTS(buffer); }
static inline GstClockTime mpk_buffer_duration(GstBuffer *buffer) { return GST_BUFFER_DURATION(buffer); }
static inline int mpk_buffer_has_flag(GstBuffer *buffer, GstBufferFlags flag) {
    return GST_BUFFER_FLAG_IS_SET(buffer, flag) ? 1 : 0;
}
static inline void mpk_buffer_set_times(GstBuffer *buffer, GstClockTime pts, GstClockTime duration) {
    GST_BUFFER_PTS(buffer) = pts;
    GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
    GST_BUFFER_DURATION(buffer) = duration;
}
/// A second buffer over the same memory, with its own times: an owned reference.
static inline GstBuffer *mpk_buffer_alias(GstBuffer *buffer, GstClockTime pts, GstClockTime duration) {
    GstBuffer *copy = gst_buffer_new();
    gst_buffer_copy_into(copy, buffer, (GstBufferCopyFlags)(GST_BUFFER_COPY_MEMORY | GST_BUFFER_COPY_META), 0, -1);
    mpk_buffer_set_times(copy, pts, duration);
    return copy;
}

/// Stream time of a sample's buffer in nanoseconds, or -1 where there is none.
///
/// `origin` is the time stamp of stream time zero; -1: the one that the sample's segment gives.
static inline gint64 mpk_sample_stream_time(GstSample *sample, gint64 origin) {
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    const GstSegment *segment = gst_sample_get_segment(sample);
    if (!buffer || !segment || !GST_BUFFER_PTS_IS_VALID(buffer)) return -1;
    if (origin >= 0) return (gint64)GST_BUFFER_PTS(buffer) - origin;
    guint64 time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    return time == GST_CLOCK_TIME_NONE ? -1 : (gint64)time;
}

/// Adds a probe; `release(context)` runs when the probe is removed.
static inline gulong mpk_add_probe(GstPad *pad, GstPadProbeType type, GstPadProbeCallback call, void *context,
    GDestroyNotify release) {
    return gst_pad_add_probe(pad, type, call, context, release);
}

/// The hooks around a pad's chain function.
typedef struct {
    GstPadChainFunction chain;
    int (*enter)(void *);
    void (*leave)(void *);
    void *context;
    GDestroyNotify release;
} MPKChainGuard;

static inline GstFlowReturn mpk_guarded_chain(GstPad *pad, GstObject *parent, GstBuffer *buffer) {
    MPKChainGuard *guard = (MPKChainGuard *)pad->chaindata;
    if (!guard->enter(guard->context)) {
        gst_buffer_unref(buffer);
        return GST_FLOW_OK;
    }
    GstFlowReturn result = guard->chain(pad, parent, buffer);
    guard->leave(guard->context);
    return result;
}
static inline void mpk_chain_guard_free(void *data) {
    MPKChainGuard *guard = (MPKChainGuard *)data;
    guard->release(guard->context);
    g_free(guard);
}
/// Calls `enter` before and `leave` after everything that a pad does with a buffer, in its streaming thread; where
/// `enter` returns 0, the buffer is dropped. Only for pads of elements that store no data with their chain function,
/// such as GstVideoDecoder's.
static inline void mpk_guard_chain(GstPad *pad, int (*enter)(void *), void (*leave)(void *), void *context,
    GDestroyNotify release) {
    MPKChainGuard *guard = g_new0(MPKChainGuard, 1);
    *guard = (MPKChainGuard){GST_PAD_CHAINFUNC(pad), enter, leave, context, release};
    gst_pad_set_chain_function_full(pad, mpk_guarded_chain, guard, mpk_chain_guard_free);
}
static inline GstEvent *mpk_probe_event(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_EVENT(info); }
static inline GstBuffer *mpk_probe_buffer(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_BUFFER(info); }
static inline GstEventType mpk_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }
static inline int mpk_probe_is_buffer(GstPadProbeInfo *info) {
    return (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) != 0;
}
/// Replaces the segment event in the probe with one without bounds, and sets `was` to the original segment.
static inline void mpk_probe_open_segment(GstPadProbeInfo *info, GstSegment *was) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    gst_event_copy_segment(event, was);
    GstSegment open = *was;
    if (open.format != GST_FORMAT_TIME) return;
    open.start = 0;
    open.stop = GST_CLOCK_TIME_NONE;
    GstEvent *opened = gst_event_new_segment(&open);
    gst_event_set_seqnum(opened, gst_event_get_seqnum(event));
    gst_event_unref(event);
    GST_PAD_PROBE_INFO_DATA(info) = opened;
}

/// Answers an allocation query: pictures of any layout are accepted, with any padding between their lines. 0: it is
/// another query.
static inline int mpk_probe_accept_layouts(GstPadProbeInfo *info) {
    GstQuery *query = GST_PAD_PROBE_INFO_QUERY(info);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return 0;
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return 1;
}

/// Takes the container's colour description out of a caps event in a probe.
static inline void mpk_probe_forget_colours(GstPadProbeInfo *info) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    GstCaps *caps = NULL;
    gst_event_parse_caps(event, &caps);
    GstCaps *plain = gst_caps_copy(caps);
    gst_structure_remove_field(gst_caps_get_structure(plain, 0), "colorimetry");
    GST_PAD_PROBE_INFO_DATA(info) = gst_event_new_caps(plain);
    gst_caps_unref(plain);
    gst_event_unref(event);
}

// MARK: - Signals and callbacks

typedef GstFlowReturn (*mpk_sample_callback)(GstAppSink *sink, void *context);
typedef void (*mpk_eos_callback)(GstAppSink *sink, void *context);
/// Routes an appsink's frames and end of stream to callbacks in its streaming thread.
static inline void mpk_appsink_route(GstElement *sink, mpk_sample_callback sample, mpk_eos_callback eos, void *context,
    GDestroyNotify release) {
    GstAppSinkCallbacks callbacks = {0};
    callbacks.new_sample = sample;
    callbacks.eos = eos;
    gst_app_sink_set_callbacks(GST_APP_SINK(sink), &callbacks, context, release);
}
static inline GstSample *mpk_appsink_pull(GstAppSink *sink) { return gst_app_sink_pull_sample(sink); }
static inline GstSample *mpk_appsink_try_pull(GstElement *sink, guint64 timeout) {
    return gst_app_sink_try_pull_sample(GST_APP_SINK(sink), timeout);
}
static inline int mpk_appsink_is_eos(GstElement *sink) { return gst_app_sink_is_eos(GST_APP_SINK(sink)); }
/// Takes the caller's reference to `buffer`.
static inline GstFlowReturn mpk_appsrc_push(GstElement *source, GstBuffer *buffer) {
    return gst_app_src_push_buffer(GST_APP_SRC(source), buffer);
}
static inline void mpk_appsrc_set_caps(GstElement *source, GstCaps *caps) {
    gst_app_src_set_caps(GST_APP_SRC(source), caps);
}
static inline GstFlowReturn mpk_appsrc_end(GstElement *source) {
    return gst_app_src_end_of_stream(GST_APP_SRC(source));
}
typedef void (*mpk_need_callback)(GstAppSrc *source, guint length, void *context);
typedef gboolean (*mpk_place_callback)(GstAppSrc *source, guint64 offset, void *context);
/// Routes an appsrc's requests for bytes and for seeks to callbacks in its streaming thread; `release(context)` runs
/// when they are removed.
static inline void mpk_appsrc_route(GstElement *source, mpk_need_callback need, mpk_place_callback place, void *context,
    GDestroyNotify release) {
    GstAppSrcCallbacks callbacks = {0};
    callbacks.need_data = need;
    callbacks.seek_data = place;
    gst_app_src_set_callbacks(GST_APP_SRC(source), &callbacks, context, release);
}
/// Declares a resource of `size` bytes that can be read anywhere; -1: of unknown length, read from its beginning only.
static inline void mpk_appsrc_set_size(GstElement *source, gint64 size) {
    gst_app_src_set_stream_type(
        GST_APP_SRC(source), size < 0 ? GST_APP_STREAM_TYPE_STREAM : GST_APP_STREAM_TYPE_RANDOM_ACCESS);
    gst_app_src_set_size(GST_APP_SRC(source), size);
}
/// A buffer with a copy of bytes that lie at `offset` of their resource: an owned reference.
static inline GstBuffer *mpk_buffer_copying(const void *bytes, gsize count, guint64 offset) {
    GstBuffer *buffer = gst_buffer_new_memdup(bytes, count);
    GST_BUFFER_OFFSET(buffer) = offset;
    GST_BUFFER_OFFSET_END(buffer) = offset + count;
    return buffer;
}
/// Posts a read error for an element on its pipeline.
static inline void mpk_post_read_error(GstElement *element, const char *text) {
    GST_ELEMENT_ERROR(element, RESOURCE, READ, ("%s", text), (NULL));
}

// MARK: - Pictures

static inline int mpk_copy_picture(const GstVideoInfo *info, GstBuffer *source, GstBuffer *destination) {
    GstVideoFrame in, out;
    if (!gst_video_frame_map(&in, info, source, GST_MAP_READ)) return 0;
    if (!gst_video_frame_map(&out, info, destination, GST_MAP_WRITE)) {
        gst_video_frame_unmap(&in);
        return 0;
    }
    gst_video_frame_copy(&out, &in);
    gst_video_frame_unmap(&out);
    gst_video_frame_unmap(&in);
    return 1;
}

/// Maps a picture for the caller, who unmaps it with `mpk_unmap`. Owned; NULL when it cannot be mapped.
static inline GstVideoFrame *mpk_map(const GstVideoInfo *info, GstBuffer *buffer, int writable) {
    GstVideoFrame *frame = g_new0(GstVideoFrame, 1);
    if (gst_video_frame_map(frame, info, buffer, writable ? GST_MAP_READWRITE : GST_MAP_READ)) return frame;
    g_free(frame);
    return NULL;
}
static inline void mpk_unmap(GstVideoFrame *frame) {
    gst_video_frame_unmap(frame);
    g_free(frame);
}
static inline guint8 *mpk_plane(GstVideoFrame *frame, int plane) {
    return (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
}
static inline int mpk_plane_stride(GstVideoFrame *frame, int plane) {
    return GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
}

/// A pool of pictures of one format. Owned, already active; NULL on refusal.
static inline GstBufferPool *mpk_picture_pool(GstCaps *caps, const GstVideoInfo *info) {
    GstBufferPool *pool = gst_video_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, (guint)GST_VIDEO_INFO_SIZE(info), 0, 0);
    if (gst_buffer_pool_set_config(pool, config) && gst_buffer_pool_set_active(pool, TRUE)) return pool;
    gst_object_unref(pool);
    return NULL;
}
/// One picture from a pool: an owned reference, or NULL.
static inline GstBuffer *mpk_pool_take(GstBufferPool *pool) {
    GstBuffer *buffer = NULL;
    return gst_buffer_pool_acquire_buffer(pool, &buffer, NULL) == GST_FLOW_OK ? buffer : NULL;
}

// MARK: - Process figures

/// Gives freed memory back to the system.
static inline void mpk_trim_heap(void) { malloc_trim(0); }
/// Limits the heaps that all threads share. glibc makes up to eight per processor, moves on to another with each new
/// thread, and none of them shrinks below its last piece in use. Call it before the process has more heaps than that.
static inline void mpk_limit_heaps(int count) { mallopt(M_ARENA_MAX, count); }

// MARK: - Pads and streams

/// A callback for new pads; the pad stays GStreamer's.
typedef void (*mpk_pad_callback)(GstElement *element, GstPad *pad, void *context);
static inline void mpk_on_pad_added(GstElement *element, mpk_pad_callback call, void *context) {
    g_signal_connect_data(element, "pad-added", G_CALLBACK(call), context, NULL, (GConnectFlags)0);
}
static inline void mpk_disconnect(void *object, void *context) {
    g_signal_handlers_disconnect_matched(object, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, context);
}
/// Name of the first media type on a pad ("video/x-h264"), or NULL. Free with g_free.
static inline char *mpk_pad_media_type(GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (!caps) caps = gst_pad_query_caps(pad, NULL);
    char *name = NULL;
    if (caps && !gst_caps_is_empty(caps) && !gst_caps_is_any(caps)) {
        name = g_strdup(gst_structure_get_name(gst_caps_get_structure(caps, 0)));
    }
    if (caps) gst_caps_unref(caps);
    return name;
}
/// Links a pad to the sink pad of an element. Returns whether it succeeded.
static inline int mpk_link_pad(GstPad *pad, GstElement *sink) {
    GstPad *target = gst_element_get_static_pad(sink, "sink");
    int linked = target && !gst_pad_is_linked(target) && gst_pad_link(pad, target) == GST_PAD_LINK_OK;
    if (target) gst_object_unref(target);
    return linked;
}
/// The stream id on a pad, or NULL. Free with g_free.
static inline char *mpk_pad_stream_id(GstPad *pad) { return gst_pad_get_stream_id(pad); }
/// Unlinks a sink pad from its peer, if it has one.
static inline void mpk_unlink_sink(GstPad *sink) {
    GstPad *source = gst_pad_get_peer(sink);
    if (!source) return;
    gst_pad_unlink(source, sink);
    gst_object_unref(source);
}
/// The value of the last orientation tag that passed a pad ("rotate-90"), or NULL. Free with g_free.
static inline char *mpk_pad_orientation(GstPad *pad) {
    char *text = NULL;
    GstEvent *event;
    for (guint index = 0; (event = gst_pad_get_sticky_event(pad, GST_EVENT_TAG, index)); index++) {
        GstTagList *tags = NULL;
        char *found = NULL;
        gst_event_parse_tag(event, &tags);
        if (gst_tag_list_get_string(tags, GST_TAG_IMAGE_ORIENTATION, &found)) {
            g_free(text);
            text = found;
        }
        gst_event_unref(event);
    }
    return text;
}
static inline int mpk_structure_int(const GstStructure *structure, const char *field, int missing) {
    int value = missing;
    return gst_structure_get_int(structure, field, &value) ? value : missing;
}
/// The duration that the container states, in nanoseconds, or -1.
static inline gint64 mpk_query_duration(GstElement *pipeline) {
    gint64 duration = -1;
    return gst_element_query_duration(pipeline, GST_FORMAT_TIME, &duration) ? duration : -1;
}
static inline int mpk_query_seekable(GstElement *pipeline) {
    GstQuery *query = gst_query_new_seeking(GST_FORMAT_TIME);
    gboolean seekable = FALSE;
    if (gst_element_query(pipeline, query)) gst_query_parse_seeking(query, NULL, &seekable, NULL, NULL);
    gst_query_unref(query);
    return seekable;
}
/// Copies an error message's parts; free both with g_error_free and g_free.
static inline void mpk_message_error(GstMessage *message, GError **error, char **debug) {
    gst_message_parse_error(message, error, debug);
}
static inline int mpk_is_missing_plugin(GstMessage *message) {
    const GstStructure *structure = gst_message_get_structure(message);
    return structure && gst_structure_has_name(structure, "missing-plugin");
}

// MARK: - Looking into packets

/// Overwrites single bytes of a file where the buffer in a probe covers them. The buffer is copied only then.
static inline void mpk_probe_overwrite(GstPadProbeInfo *info, const guint64 *offsets, const guint8 *values, int count) {
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    if (!buffer) return;
    guint64 start = GST_BUFFER_OFFSET_IS_VALID(buffer) ? GST_BUFFER_OFFSET(buffer) : info->offset;
    guint64 end = start + gst_buffer_get_size(buffer);
    for (int index = 0; index < count; index++) {
        if (offsets[index] < start || offsets[index] >= end) continue;
        buffer = gst_buffer_make_writable(buffer);
        gst_buffer_fill(buffer, offsets[index] - start, values + index, 1);
    }
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}

/// How a stream's access units are divided: known for H.264 and HEVC with length-prefixed units, from the configuration
/// record in the caps (ISO/IEC 14496-15).
typedef struct {
    int is_hevc;
    /// Bytes of a length prefix; 0: not known, so nothing can be said about the stream.
    int prefix;
} mpk_units;

static inline mpk_units mpk_units_of(GstCaps *caps) {
    mpk_units units = {0, 0};
    const GstStructure *structure = caps ? gst_caps_get_structure(caps, 0) : NULL;
    const GValue *value = structure ? gst_structure_get_value(structure, "codec_data") : NULL;
    GstBuffer *configuration = value ? gst_value_get_buffer(value) : NULL;
    units.is_hevc = structure && gst_structure_has_name(structure, "video/x-h265");
    if (!configuration || (!units.is_hevc && !gst_structure_has_name(structure, "video/x-h264"))) return units;
    guint8 size;
    // lengthSizeMinusOne, in the record's fifth byte for H.264 and in the 22nd for HEVC.
    if (gst_buffer_extract(configuration, units.is_hevc ? 21 : 4, &size, 1) == 1) units.prefix = (size & 3) + 1;
    return units;
}

/// The next unit of H.264 or HEVC from `at` on, by the length in its prefix; where `prefix` is 0, after the next start code and
/// to the end of the data, for those who read no more than its header. 0: none.
static inline int mpk_next_unit(
    const guint8 *data, gsize size, gsize prefix, gsize *at, const guint8 **unit, gsize *length) {
    if (prefix == 0) {
        while (*at + 3 < size && (data[*at] || data[*at + 1] || data[*at + 2] != 1)) ++*at;
        if (*at + 3 >= size) return 0;
        *at += 3;
        *unit = data + *at;
        *length = size - *at;
        return 1;
    }
    if (*at + prefix >= size) return 0;
    gsize count = 0;
    for (gsize byte = 0; byte < prefix; byte++) count = count << 8 | data[*at + byte];
    *unit = data + *at + prefix;
    *length = MIN(count, size - *at - prefix);
    *at += prefix + *length;
    return 1;
}

/// First byte of the header of an access unit's first slice (ITU-T H.264, 7.3.1; H.265, 7.3.1.2); -1: none.
static inline int mpk_first_slice(GstBuffer *buffer, mpk_units units) {
    GstMapInfo map;
    if (units.prefix < 1 || !gst_buffer_map(buffer, &map, GST_MAP_READ)) return -1;
    int found = -1;
    const guint8 *unit;
    gsize at = 0, length;
    while (found < 0 && mpk_next_unit(map.data, map.size, (gsize)units.prefix, &at, &unit, &length)) {
        const int type = units.is_hevc ? unit[0] >> 1 & 63 : unit[0] & 31;
        if (units.is_hevc ? type < 32 : type == 1 || type == 5) found = unit[0];
    }
    gst_buffer_unmap(buffer, &map);
    return found;
}

/// Whether decoding can begin with a sample's access unit without a later picture missing a reference from before it: 1
/// for IDR, 0 for others; -1: unknown.
static inline int mpk_sample_has_idr(GstSample *sample) {
    const mpk_units units = mpk_units_of(gst_sample_get_caps(sample));
    const int header = mpk_first_slice(gst_sample_get_buffer(sample), units);
    if (header < 0) return -1;
    // IDR_W_RADL and IDR_N_LP of HEVC.
    return units.is_hevc ? (header >> 1 & 63) == 19 || (header >> 1 & 63) == 20 : (header & 31) == 5;
}

/// Whether no other frame refers to a coded frame: 1 or 0; -1: unknown, as it is not H.264 with length prefixes.
static inline int mpk_is_unreferenced(GstBuffer *buffer, GstCaps *caps) {
    const mpk_units units = mpk_units_of(caps);
    const int header = units.is_hevc ? -1 : mpk_first_slice(buffer, units);
    return header < 0 ? -1 : (header >> 5 & 3) == 0;
}

/// Stream time of a time stamp on a pad, by the last segment that passed it; -1 where there is none.
static inline gint64 mpk_pad_stream_time(GstPad *pad, GstClockTime stamp) {
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    if (!event) return -1;
    const GstSegment *segment;
    gst_event_parse_segment(event, &segment);
    guint64 time = 0;
    gint sign = gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, stamp, &time);
    gst_event_unref(event);
    return sign > 0 ? (gint64)time : -1;
}
