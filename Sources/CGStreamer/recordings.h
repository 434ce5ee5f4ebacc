// What comparing two recordings takes: frequencies, delays of codecs, decoding of short pieces.
#pragma once

#include <gst/fft/gstfft.h>
#include <gst/fft/gstfftf32.h>
#include <gst/gst.h>
#include <gst/video/gstvideodecoder.h>

/// The samples at 48 kHz that an Opus decoder drops at the beginning (RFC 7845, 5.1), from the header in a pad's caps; 0
/// for another codec.
static inline int mpk_opus_pre_skip(GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (!caps) return 0;
    int skip = 0;
    const GstStructure *fields = gst_caps_get_structure(caps, 0);
    const GValue *headers =
        gst_structure_has_name(fields, "audio/x-opus") ? gst_structure_get_value(fields, "streamheader") : NULL;
    if (headers && GST_VALUE_HOLDS_ARRAY(headers) && gst_value_array_get_size(headers) > 0) {
        GstBuffer *header = gst_value_get_buffer(gst_value_array_get_value(headers, 0));
        guint8 bytes[2];
        if (header && gst_buffer_extract(header, 10, bytes, 2) == 2) skip = bytes[0] | bytes[1] << 8;
    }
    gst_caps_unref(caps);
    return skip;
}

static inline void mpk_limit_threads(GstBin *pipeline, GstBin *bin, GstElement *element, gpointer data) {
    (void)pipeline; (void)bin; (void)data;
    GObjectClass *known = G_OBJECT_GET_CLASS(element);
    // libav's decoders, and those of libvpx, dav1d and others.
    if (g_object_class_find_property(known, "max-threads")) g_object_set(element, "max-threads", 1, NULL);
    else if (GST_IS_VIDEO_DECODER(element) && g_object_class_find_property(known, "threads"))
        g_object_set(element, "threads", 1, NULL);
}
/// Has a pipeline's decoders decode in one thread each: several decode far ahead, and what is sought next is elsewhere.
static inline void mpk_decode_in_one_thread(GstElement *pipeline) {
    g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(mpk_limit_threads), NULL);
}
