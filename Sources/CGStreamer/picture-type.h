// How each picture was coded, carried from its packet to the decoded frame.
#pragma once

#include "shim.h"
#include <gst/base/gstbitreader.h>
#include <string.h>

/// What is needed to read the types of a stream's pictures.
typedef struct {
    /// By the identifier of a picture parameter set of HEVC: the bits that stand before a slice's type.
    guint8 extra_bits[64];
    GstCaps *caps;
    mpk_units units;
} mpk_typing;

// MARK: - Reading a packet

/// An unsigned Exp-Golomb number (ITU-T H.264, 9.1); 255 where the data end, or for anything larger.
static inline guint mpk_golomb(GstBitReader *bits) {
    guint zeros = 0;
    guint8 bit = 0;
    while (gst_bit_reader_get_bits_uint8(bits, &bit, 1) && !bit) zeros++;
    guint8 rest = 0;
    if (!bit || zeros > 7 || !gst_bit_reader_get_bits_uint8(bits, &rest, zeros)) return 255;
    return (1u << zeros) - 1 + rest;
}

/// Notes what a picture parameter set says of slices (ITU-T H.265, 7.3.2.3).
static inline void mpk_take_parameters(mpk_typing *typing, const guint8 *unit, gsize length) {
    GstBitReader bits;
    gst_bit_reader_init(&bits, unit, (guint)MIN(length, 16));
    if (!gst_bit_reader_skip(&bits, 16)) return;
    const guint set = mpk_golomb(&bits);
    guint8 extra = 0;
    // Its sequence parameter set, and flags for dependent slices and for pictures without output.
    mpk_golomb(&bits);
    if (set < 64 && gst_bit_reader_skip(&bits, 2) && gst_bit_reader_get_bits_uint8(&bits, &extra, 3))
        typing->extra_bits[set] = extra;
}

/// The type of a picture by its first slice (ITU-T H.264, 7.3.3 and table 7-6; H.265, 7.3.6.1 and table 7-7).
static inline char mpk_slice_type(mpk_typing *typing, const guint8 *data, gsize size) {
    const guint8 *unit;
    gsize at = 0, length;
    while (mpk_next_unit(data, size, (gsize)typing->units.prefix, &at, &unit, &length)) {
        if (length == 0) continue;
        const int type = typing->units.is_hevc ? unit[0] >> 1 & 63 : unit[0] & 31;
        GstBitReader bits;
        gst_bit_reader_init(&bits, unit, (guint)MIN(length, 32));
        if (!typing->units.is_hevc) {
            // Slices, whole or their first partition.
            if (type != 1 && type != 2 && type != 5) continue;
            gst_bit_reader_skip(&bits, 8);
            // Of another slice, whose first block has a higher number, nothing is known.
            if (mpk_golomb(&bits) != 0) return 0;
            const guint slice = mpk_golomb(&bits);
            return slice > 9 ? 0 : "PBIPI"[slice % 5];
        }
        if (type == 34) mpk_take_parameters(typing, unit, length);
        if (type >= 32) continue;
        guint8 is_first = 0;
        gst_bit_reader_skip(&bits, 16);
        gst_bit_reader_get_bits_uint8(&bits, &is_first, 1);
        // Pictures with which decoding can begin have one more flag.
        if (type >= 16 && type <= 23) gst_bit_reader_skip(&bits, 1);
        const guint set = mpk_golomb(&bits);
        if (!is_first || set > 63) return 0;
        gst_bit_reader_skip(&bits, typing->extra_bits[set]);
        const guint slice = mpk_golomb(&bits);
        return slice > 2 ? 0 : "BPI"[slice];
    }
    return 0;
}

/// The type of a picture by its header in a stream with start codes: MPEG-1 and MPEG-2 (ISO/IEC 13818-2, 6.2.3), and MPEG-4
/// (ISO/IEC 14496-2, 6.2.5).
static inline char mpk_mpeg_type(const guint8 *data, gsize size, int is_mpeg4) {
    for (gsize at = 0; at + 5 < size; at++) {
        if (data[at] || data[at + 1] || data[at + 2] != 1) continue;
        if (is_mpeg4 && data[at + 3] == 0xB6) return "IPBP"[data[at + 4] >> 6];
        // D pictures, of MPEG-1 only, are coded by themselves too.
        if (!is_mpeg4 && data[at + 3] == 0x00) return "\0IPBI\0\0\0"[data[at + 5] >> 3 & 7];
    }
    return 0;
}

/// The type of the picture that a packet of VP9 shows (VP9 bitstream specification, 6.2 and annex B): the last one of a
/// superframe.
static inline char mpk_vp9_type(const guint8 *data, gsize size) {
    const guint8 mark = size ? data[size - 1] : 0;
    if ((mark & 0xE0) == 0xC0) {
        const gsize count = (mark & 7) + 1, width = (mark >> 3 & 3) + 1, index = 2 + count * width;
        if (size > index && data[size - index] == mark) {
            gsize at = 0;
            for (gsize frame = 0; frame + 1 < count; frame++) {
                gsize length = 0;
                for (gsize byte = 0; byte < width; byte++)
                    length |= (gsize)data[size - index + 1 + frame * width + byte] << (8 * byte);
                if (length >= size - index - at) return 0;
                at += length;
            }
            data += at;
        }
    }
    GstBitReader bits;
    gst_bit_reader_init(&bits, data, (guint)MIN(size, 4));
    guint8 marker = 0, low = 0, high = 0, shows_other = 0, is_inter = 0;
    gst_bit_reader_get_bits_uint8(&bits, &marker, 2);
    gst_bit_reader_get_bits_uint8(&bits, &low, 1);
    gst_bit_reader_get_bits_uint8(&bits, &high, 1);
    if (marker != 2) return 0;
    if (low && high) gst_bit_reader_skip(&bits, 1);
    gst_bit_reader_get_bits_uint8(&bits, &shows_other, 1);
    // A picture that is kept to be shown later refers to others: that is what it is kept for.
    if (shows_other) return 'P';
    return gst_bit_reader_get_bits_uint8(&bits, &is_inter, 1) ? is_inter ? 'P' : 'I' : 0;
}

/// The type of the picture that a temporal unit of AV1 shows (AV1 bitstream specification, 5.3 and 5.9.2).
static inline char mpk_av1_type(const guint8 *data, gsize size) {
    char shown = 0;
    gsize at = 0;
    while (at + 2 < size) {
        const int kind = data[at] >> 3 & 15;
        gsize length = size - at - 1, head = 1 + (data[at] >> 2 & 1);
        if (data[at] & 2) {
            length = 0;
            // leb128
            for (int byte = 0; byte < 8 && at + head < size; byte++) {
                const guint8 value = data[at + head++];
                length |= (gsize)(value & 127) << (7 * byte);
                if (!(value & 128)) break;
            }
        }
        at += head;
        if (at >= size || length > size - at) break;
        // The sequence header of a still picture, whose frame header says no more.
        if (kind == 1 && length > 0 && (data[at] >> 3 & 1)) return 'I';
        // A frame's header, by itself or with its tiles.
        if ((kind == 3 || kind == 6) && length > 0) {
            const int shows_other = data[at] >> 7, type = data[at] >> 5 & 3, is_shown = data[at] >> 4 & 1;
            if (shows_other) shown = 'P';
            else if (is_shown) shown = "IPIP"[type];
        }
        at += length;
    }
    return shown;
}

/// How the picture in a packet was coded, in the letters of `PictureType`; 0: unknown.
static inline char mpk_coded_type(mpk_typing *typing, GstBuffer *buffer, GstCaps *caps) {
    const GstStructure *fields = caps ? gst_caps_get_structure(caps, 0) : NULL;
    if (!fields) return 0;
    const char *name = gst_structure_get_name(fields);
    static const char *const alone[] = {"image/jpeg", "image/png", "image/x-jpc", "video/x-prores", "video/x-dnxhd",
        "video/x-cineform", "video/x-dv", "video/x-huffyuv"};
    for (gsize index = 0; index < G_N_ELEMENTS(alone); index++)
        if (strcmp(name, alone[index]) == 0) return 'I';
    GstMapInfo map;
    if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) return 0;
    int version = 0;
    char type = 0;
    if (strcmp(name, "video/x-h264") == 0 || strcmp(name, "video/x-h265") == 0)
        type = mpk_slice_type(typing, map.data, map.size);
    else if (strcmp(name, "video/mpeg") == 0 && gst_structure_get_int(fields, "mpegversion", &version))
        type = mpk_mpeg_type(map.data, map.size, version == 4);
    else if (strcmp(name, "video/x-vp8") == 0)
        // RFC 6386, 9.1
        type = map.size ? "IP"[map.data[0] & 1] : 0;
    else if (strcmp(name, "video/x-vp9") == 0)
        type = mpk_vp9_type(map.data, map.size);
    else if (strcmp(name, "video/x-av1") == 0)
        type = mpk_av1_type(map.data, map.size);
    gst_buffer_unmap(buffer, &map);
    return type;
}

// MARK: - Carrying it on

/// What holds the type. Decoders copy it to the frame that they make of a packet, as it has no tags.
static const char *const mpk_type_meta = "MPKPictureType";

static inline void mpk_buffer_set_type(GstBuffer *buffer, char type) {
    GstCustomMeta *meta = gst_buffer_add_custom_meta(buffer, mpk_type_meta);
    if (meta) gst_structure_set(gst_custom_meta_get_structure(meta), "type", G_TYPE_INT, (int)type, NULL);
}

/// How a decoded picture was coded, in those letters; 0: unknown.
static inline char mpk_buffer_type(GstBuffer *buffer) {
    GstCustomMeta *meta = gst_buffer_get_custom_meta(buffer, mpk_type_meta);
    int type = 0;
    if (meta) gst_structure_get_int(gst_custom_meta_get_structure(meta), "type", &type);
    return (char)type;
}

/// Makes a picture that was made of another one have its type.
static inline void mpk_buffer_take_type(GstBuffer *buffer, GstBuffer *source) {
    const char type = mpk_buffer_type(source);
    if (type) mpk_buffer_set_type(buffer, type);
}

/// Reads the parameter sets of HEVC in a stream's configuration record (ISO/IEC 14496-15, 8.3.3.1).
static inline void mpk_take_configuration(mpk_typing *typing, GstCaps *caps) {
    typing->units = mpk_units_of(caps);
    const GValue *value = gst_structure_get_value(gst_caps_get_structure(caps, 0), "codec_data");
    GstBuffer *record = typing->units.is_hevc && value ? gst_value_get_buffer(value) : NULL;
    GstMapInfo map;
    if (!record || !gst_buffer_map(record, &map, GST_MAP_READ)) return;
    gsize at = 23;
    for (int array = map.size > 22 ? map.data[22] : 0; array > 0 && at + 3 <= map.size; array--) {
        int count = map.data[at + 1] << 8 | map.data[at + 2];
        for (at += 3; count > 0 && at + 2 <= map.size; count--) {
            const gsize length = (gsize)(map.data[at] << 8 | map.data[at + 1]);
            at += 2;
            if (length > map.size - at) break;
            if (length > 2 && (map.data[at] >> 1 & 63) == 34) mpk_take_parameters(typing, map.data + at, length);
            at += length;
        }
    }
    gst_buffer_unmap(record, &map);
}

static inline GstPadProbeReturn mpk_type_packet(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    mpk_typing *typing = (mpk_typing *)data;
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (!caps) return GST_PAD_PROBE_OK;
    if (caps != typing->caps) {
        gst_caps_replace(&typing->caps, caps);
        mpk_take_configuration(typing, caps);
    }
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    const char type = mpk_coded_type(typing, buffer, caps);
    gst_caps_unref(caps);
    if (type) {
        buffer = gst_buffer_make_writable(buffer);
        mpk_buffer_set_type(buffer, type);
        GST_PAD_PROBE_INFO_DATA(info) = buffer;
    }
    return GST_PAD_PROBE_OK;
}
static inline void mpk_free_typing(gpointer data) {
    gst_caps_replace(&((mpk_typing *)data)->caps, NULL);
    g_free(data);
}
static inline void mpk_type_packets_of(GstElement *decoder) {
    GstPad *sink = gst_element_get_static_pad(decoder, "sink");
    if (!sink) return;
    gst_pad_add_probe(sink, GST_PAD_PROBE_TYPE_BUFFER, mpk_type_packet, g_new0(mpk_typing, 1), mpk_free_typing);
    gst_object_unref(sink);
}
static inline void mpk_type_decoder(GstBin *pipeline, GstBin *bin, GstElement *element, gpointer data) {
    (void)pipeline; (void)bin; (void)data;
    // JPEG's and PNG's are decoders of images.
    const GstElementFactoryListType kinds = GST_ELEMENT_FACTORY_TYPE_DECODER | GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO
        | GST_ELEMENT_FACTORY_TYPE_MEDIA_IMAGE;
    GstElementFactory *factory = gst_element_get_factory(element);
    if (factory && gst_element_factory_list_is_type(factory, kinds)) mpk_type_packets_of(element);
}
/// Has each decoded picture of a pipeline know how it was coded: of the element named `decoder`, or of the decoders that the
/// pipeline will choose by itself. For one place in the program: each object file has its own `is_known`.
static inline void mpk_carry_types(GstElement *pipeline) {
    static gsize is_known = 0;
    if (g_once_init_enter(&is_known)) {
        const gchar *none[] = {NULL};
        gst_meta_register_custom(mpk_type_meta, none, NULL, NULL, NULL);
        g_once_init_leave(&is_known, 1);
    }
    GstElement *decoder = gst_bin_get_by_name(GST_BIN(pipeline), "decoder");
    if (decoder) {
        mpk_type_packets_of(decoder);
        gst_object_unref(decoder);
    } else {
        g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(mpk_type_decoder), NULL);
    }
}
