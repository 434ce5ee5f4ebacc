// zimg wrapped in functions that take GStreamer's pictures: colours, depths, subsampling and scaling in one pass.
#pragma once

#include <gst/video/video.h>
#include <zimg.h>

/// What the numbers of a picture mean: code points of ITU-T H.273.
typedef struct {
    int matrix, transfer, primaries, is_full_range;
} mpk_colour;

/// The colours that raw video caps state: -1 and 2 ("unspecified") where they state nothing. Not read from a
/// GstVideoInfo, which makes up what is not stated.
static inline mpk_colour mpk_stated_colour(const GstCaps *caps) {
    mpk_colour result = {2, 2, 2, -1};
    GstVideoColorimetry found;
    const char *text = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry");
    if (!text || !gst_video_colorimetry_from_string(&found, text)) return result;
    result.matrix = (int)gst_video_color_matrix_to_iso(found.matrix);
    result.transfer = (int)gst_video_transfer_function_to_iso(found.transfer);
    result.primaries = (int)gst_video_color_primaries_to_iso(found.primaries);
    if (found.range != GST_VIDEO_COLOR_RANGE_UNKNOWN) result.is_full_range = found.range == GST_VIDEO_COLOR_RANGE_0_255;
    return result;
}

static inline int mpk_is_rgb(const GstVideoInfo *info) { return GST_VIDEO_INFO_IS_RGB(info); }
static inline int mpk_has_alpha(const GstVideoInfo *info) { return GST_VIDEO_INFO_HAS_ALPHA(info); }
/// Whether a buffer of a mixed stream is interlaced.
static inline int mpk_buffer_is_interlaced(GstBuffer *buffer) {
    return GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED) ? 1 : 0;
}
/// Whether the top field of a buffer comes first.
static inline int mpk_buffer_is_top_first(const GstVideoInfo *info, GstBuffer *buffer) {
    if (GST_VIDEO_INFO_INTERLACE_MODE(info) == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
        && GST_VIDEO_INFO_FIELD_ORDER(info) != GST_VIDEO_FIELD_ORDER_UNKNOWN)
        return GST_VIDEO_INFO_FIELD_ORDER(info) == GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST;
    return GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF) ? 1 : 0;
}

/// Copies a picture's interlacing mode and field order.
static inline void mpk_copy_scan(const GstVideoInfo *from, GstVideoInfo *to) {
    GST_VIDEO_INFO_INTERLACE_MODE(to) = GST_VIDEO_INFO_INTERLACE_MODE(from);
    GST_VIDEO_INFO_FIELD_ORDER(to) = GST_VIDEO_INFO_FIELD_ORDER(from);
}
/// Copies a buffer's flags, which describe its fields.
static inline void mpk_copy_flags(GstBuffer *from, GstBuffer *to) {
    gst_buffer_copy_into(to, from, GST_BUFFER_COPY_FLAGS, 0, (gsize)-1);
}

/// Whether zimg reads pictures of this layout as they are: each component in its own plane, in whole bytes or
/// little-endian words.
static inline int mpk_is_planar(const GstVideoInfo *info) {
    const GstVideoFormatInfo *format = info->finfo;
    unsigned planes = 0;
    if (GST_VIDEO_FORMAT_INFO_HAS_PALETTE(format) || GST_VIDEO_FORMAT_INFO_IS_TILED(format)) return 0;
    if (format->flags & GST_VIDEO_FORMAT_FLAG_COMPLEX) return 0;
    if (!(format->flags & (GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_RGB | GST_VIDEO_FORMAT_FLAG_GRAY))) return 0;
    for (guint component = 0; component < format->n_components; component++) {
        const guint depth = format->depth[component];
        if (depth < 8 || depth > 16 || depth != format->depth[0]) return 0;
        if (depth > 8 && !GST_VIDEO_FORMAT_INFO_IS_LE(format)) return 0;
        if (format->shift[component] || format->poffset[component]) return 0;
        if (format->pixel_stride[component] != (depth > 8 ? 2 : 1)) return 0;
        if (planes & 1u << format->plane[component]) return 0;
        planes |= 1u << format->plane[component];
    }
    return 1;
}

/// A planar layout for one that `mpk_is_planar` refuses, with at least its chroma resolution and its depth, up to 12
/// bits (10 for YUV with alpha, 16 for grey).
static inline GstVideoFormat mpk_planar_sibling(const GstVideoInfo *info) {
    const GstVideoFormatInfo *format = info->finfo;
    const int depth = GST_VIDEO_FORMAT_INFO_IS_TILED(format) || GST_VIDEO_FORMAT_INFO_HAS_PALETTE(format)
        ? 8 : (int)format->depth[0];
    const int has_alpha = GST_VIDEO_FORMAT_INFO_HAS_ALPHA(format);
    if (GST_VIDEO_FORMAT_INFO_IS_GRAY(format)) return depth > 8 ? GST_VIDEO_FORMAT_GRAY16_LE : GST_VIDEO_FORMAT_GRAY8;
    if (!GST_VIDEO_FORMAT_INFO_IS_YUV(format)) {
        if (depth > 8) return has_alpha ? GST_VIDEO_FORMAT_GBRA_12LE : GST_VIDEO_FORMAT_GBR_12LE;
        return has_alpha ? GST_VIDEO_FORMAT_GBRA : GST_VIDEO_FORMAT_GBR;
    }
    if (has_alpha) return GST_VIDEO_FORMAT_A444_10LE;
    const int wide = GST_VIDEO_FORMAT_INFO_W_SUB(format, 1), high = GST_VIDEO_FORMAT_INFO_H_SUB(format, 1);
    if (wide && high) {
        return depth > 10 ? GST_VIDEO_FORMAT_I420_12LE : depth > 8 ? GST_VIDEO_FORMAT_I420_10LE : GST_VIDEO_FORMAT_I420;
    }
    if (wide) {
        return depth > 10 ? GST_VIDEO_FORMAT_I422_12LE : depth > 8 ? GST_VIDEO_FORMAT_I422_10LE : GST_VIDEO_FORMAT_Y42B;
    }
    return depth > 10 ? GST_VIDEO_FORMAT_Y444_12LE : depth > 8 ? GST_VIDEO_FORMAT_Y444_10LE : GST_VIDEO_FORMAT_Y444;
}

/// The row alignment, in bytes, of pictures that zimg writes or reads.
#define MPK_ROW_ALIGNMENT 64

/// A picture layout with aligned rows. Owned; NULL when there is none of that size.
static inline GstVideoInfo *mpk_info_aligned(GstVideoFormat format, int width, int height) {
    GstVideoInfo *result = gst_video_info_new();
    GstVideoAlignment alignment;
    gst_video_alignment_reset(&alignment);
    for (int plane = 0; plane < GST_VIDEO_MAX_PLANES; plane++) alignment.stride_align[plane] = MPK_ROW_ALIGNMENT - 1;
    if (!gst_video_info_set_format(result, format, (guint)width, (guint)height)
        || !gst_video_info_align(result, &alignment)) {
        gst_video_info_free(result);
        return NULL;
    }
    return result;
}

/// Memory for a picture with aligned rows: an owned reference, or NULL.
static inline GstBuffer *mpk_buffer_aligned(const GstVideoInfo *info) {
    GstAllocationParams parameters;
    gst_allocation_params_init(&parameters);
    parameters.align = MPK_ROW_ALIGNMENT - 1;
    return gst_buffer_new_allocate(NULL, GST_VIDEO_INFO_SIZE(info), &parameters);
}

static inline zimg_chroma_location_e mpk_chroma_location(const GstVideoInfo *info) {
    switch ((int)info->chroma_site) {
        case GST_VIDEO_CHROMA_SITE_JPEG: return ZIMG_CHROMA_CENTER;
        case GST_VIDEO_CHROMA_SITE_COSITED: return ZIMG_CHROMA_TOP_LEFT;
        case GST_VIDEO_CHROMA_SITE_V_COSITED: return ZIMG_CHROMA_TOP;
        default: return ZIMG_CHROMA_LEFT;
    }
}

static inline void mpk_describe(const GstVideoInfo *info, mpk_colour colour, zimg_image_format *result) {
    const GstVideoFormatInfo *format = info->finfo;
    const int is_yuv = GST_VIDEO_FORMAT_INFO_IS_YUV(format), is_grey = GST_VIDEO_FORMAT_INFO_IS_GRAY(format);
    zimg_image_format_default(result, ZIMG_API_VERSION);
    result->width = (unsigned)GST_VIDEO_INFO_WIDTH(info);
    result->height = (unsigned)GST_VIDEO_INFO_HEIGHT(info);
    result->depth = format->depth[0];
    result->pixel_type = format->depth[0] > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE;
    result->color_family = is_grey ? ZIMG_COLOR_GREY : is_yuv ? ZIMG_COLOR_YUV : ZIMG_COLOR_RGB;
    if (is_yuv) {
        result->subsample_w = GST_VIDEO_FORMAT_INFO_W_SUB(format, 1);
        result->subsample_h = GST_VIDEO_FORMAT_INFO_H_SUB(format, 1);
        result->chroma_location = mpk_chroma_location(info);
    }
    result->matrix_coefficients =
        is_yuv || is_grey ? (zimg_matrix_coefficients_e)colour.matrix : ZIMG_MATRIX_RGB;
    result->transfer_characteristics = (zimg_transfer_characteristics_e)colour.transfer;
    result->color_primaries = (zimg_color_primaries_e)colour.primaries;
    result->pixel_range = colour.is_full_range ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED;
    if (GST_VIDEO_FORMAT_INFO_HAS_ALPHA(format)) result->alpha = ZIMG_ALPHA_STRAIGHT;
}

/// A filter graph from part of a planar picture, in that picture's pixels, to a whole one. Owned, free with
/// zimg_filter_graph_free; NULL where zimg knows none. Only one thread may run it at a time.
static inline zimg_filter_graph *mpk_graph_new(const GstVideoInfo *source, mpk_colour source_colour, double x, double y,
    double width, double height, int is_pixelated, const GstVideoInfo *destination, mpk_colour destination_colour) {
    zimg_image_format from, to;
    mpk_describe(source, source_colour, &from);
    mpk_describe(destination, destination_colour, &to);
    from.active_region.left = x;
    from.active_region.top = y;
    from.active_region.width = width;
    from.active_region.height = height;
    zimg_graph_builder_params parameters;
    zimg_graph_builder_params_default(&parameters, ZIMG_API_VERSION);
    // The filter of GStreamer's converter below: of two adjacent tiles, neither may look sharper than its file.
    parameters.resample_filter = is_pixelated ? ZIMG_RESIZE_POINT : ZIMG_RESIZE_BILINEAR;
    parameters.resample_filter_uv = parameters.resample_filter;
    return zimg_filter_graph_build(&from, &to, &parameters);
}

static inline size_t mpk_graph_scratch_size(const zimg_filter_graph *graph) {
    size_t size = 0;
    return zimg_filter_graph_get_tmp_size(graph, &size) ? 0 : size;
}

/// Whether zimg may read a mapped picture in place.
static inline int mpk_is_aligned(const GstVideoFrame *frame) {
    for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++) {
        if ((guintptr)GST_VIDEO_FRAME_PLANE_DATA(frame, plane) % MPK_ROW_ALIGNMENT) return 0;
        if (GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane) % MPK_ROW_ALIGNMENT) return 0;
    }
    return 1;
}

/// Runs a graph between two mapped pictures of the layouts it was made for. Both must be aligned, and `scratch` too.
static inline int mpk_graph_run(
    const zimg_filter_graph *graph, const GstVideoFrame *source, const GstVideoFrame *destination, void *scratch) {
    zimg_image_buffer_const from = {ZIMG_API_VERSION};
    zimg_image_buffer to = {ZIMG_API_VERSION};
    for (guint component = 0; component < GST_VIDEO_FRAME_N_COMPONENTS(source); component++) {
        const guint plane = (guint)GST_VIDEO_FRAME_COMP_PLANE(source, component);
        from.plane[component].data = GST_VIDEO_FRAME_PLANE_DATA(source, plane);
        from.plane[component].stride = GST_VIDEO_FRAME_PLANE_STRIDE(source, plane);
        from.plane[component].mask = ZIMG_BUFFER_MAX;
    }
    for (guint component = 0; component < GST_VIDEO_FRAME_N_COMPONENTS(destination); component++) {
        const guint plane = (guint)GST_VIDEO_FRAME_COMP_PLANE(destination, component);
        to.plane[component].data = GST_VIDEO_FRAME_PLANE_DATA(destination, plane);
        to.plane[component].stride = GST_VIDEO_FRAME_PLANE_STRIDE(destination, plane);
        to.plane[component].mask = ZIMG_BUFFER_MAX;
    }
    return zimg_filter_graph_process(graph, &from, &to, scratch, NULL, NULL, NULL, NULL) == ZIMG_ERROR_SUCCESS;
}

// MARK: - Scaling and repacking by GStreamer

/// A scaler, or repacker, from part of a picture, in that picture's pixels, to the whole of another. It does not
/// convert colours: the values of both are taken to mean the same. Owned; NULL on refusal.
///
/// There is deliberately no destination rectangle. Off its fast paths GstVideoConverter packs whole rows of the
/// destination (video-converter.c, pack_lines of GStreamer 1.22 and 1.26), so a tile would overwrite what lies to its
/// left and right; `mpk_scale` passes it a destination that ends where the tile ends.
static inline GstVideoConverter *mpk_scaler(
    const GstVideoInfo *source, int x, int y, int width, int height, const GstVideoInfo *destination) {
    // GStreamer refuses a converter when frame rates or interlacing modes differ, neither of which matters for one
    // whole picture.
    GstVideoInfo in = *source, out = *destination;
    GST_VIDEO_INFO_INTERLACE_MODE(&in) = GST_VIDEO_INFO_INTERLACE_MODE(&out) = GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
    GST_VIDEO_INFO_FPS_N(&in) = GST_VIDEO_INFO_FPS_N(&out) = 0;
    GST_VIDEO_INFO_FPS_D(&in) = GST_VIDEO_INFO_FPS_D(&out) = 1;
    out.colorimetry = in.colorimetry;
    out.chroma_site = in.chroma_site;
    GstStructure *config = gst_structure_new("convert",
        GST_VIDEO_CONVERTER_OPT_SRC_X, G_TYPE_INT, x, GST_VIDEO_CONVERTER_OPT_SRC_Y, G_TYPE_INT, y,
        GST_VIDEO_CONVERTER_OPT_SRC_WIDTH, G_TYPE_INT, width, GST_VIDEO_CONVERTER_OPT_SRC_HEIGHT, G_TYPE_INT, height,
        GST_VIDEO_CONVERTER_OPT_FILL_BORDER, G_TYPE_BOOLEAN, FALSE,
        GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD, GST_VIDEO_RESAMPLER_METHOD_LINEAR,
        GST_VIDEO_CONVERTER_OPT_CHROMA_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD,
        GST_VIDEO_RESAMPLER_METHOD_LINEAR, NULL);
    return gst_video_converter_new(&in, &out, config);
}

/// A converter from a picture's layout, with another's colours, to RGB of the same size, for screens and files. Owned;
/// NULL on refusal.
static inline GstVideoConverter *mpk_rgb_converter(
    const GstVideoInfo *source, const GstVideoInfo *colours, GstVideoFormat format) {
    GstVideoInfo in = *source, out;
    in.colorimetry = colours->colorimetry;
    in.chroma_site = colours->chroma_site;
    gst_video_info_set_format(&out, format, (guint)GST_VIDEO_INFO_WIDTH(source), (guint)GST_VIDEO_INFO_HEIGHT(source));
    GST_VIDEO_INFO_FPS_N(&in) = GST_VIDEO_INFO_FPS_N(&out) = 0;
    GST_VIDEO_INFO_FPS_D(&in) = GST_VIDEO_INFO_FPS_D(&out) = 1;
    return gst_video_converter_new(&in, &out, NULL);
}

/// Part of a mapped picture as a separate picture: shares the memory, is never unmapped. `x` and `y` lie on whole
/// chroma samples.
static inline GstVideoFrame mpk_part(const GstVideoFrame *whole, int x, int y, int width, int height) {
    GstVideoFrame part = *whole;
    GST_VIDEO_INFO_WIDTH(&part.info) = width;
    GST_VIDEO_INFO_HEIGHT(&part.info) = height;
    for (guint component = 0; component < GST_VIDEO_FRAME_N_COMPONENTS(whole); component++) {
        const GstVideoFormatInfo *format = whole->info.finfo;
        const guint plane = (guint)GST_VIDEO_FRAME_COMP_PLANE(whole, component);
        part.data[plane] = (guint8 *)whole->data[plane]
            + (y >> GST_VIDEO_FORMAT_INFO_H_SUB(format, component)) * GST_VIDEO_FRAME_PLANE_STRIDE(whole, plane)
            + (x >> GST_VIDEO_FORMAT_INFO_W_SUB(format, component)) * GST_VIDEO_FRAME_COMP_PSTRIDE(whole, component);
    }
    return part;
}

/// Scales one mapped picture into a rectangle of another, of the size that the scaler was made for.
static inline void mpk_scale(
    GstVideoConverter *scaler, const GstVideoFrame *source, const GstVideoFrame *destination, int x, int y, int width,
    int height) {
    GstVideoFrame part = mpk_part(destination, x, y, width, height);
    gst_video_converter_frame(scaler, source, &part);
}

/// Whether a picture has the canvas's layout: 8 bits, three planes, chroma at half size in both directions.
static inline int mpk_is_canvas_layout(const GstVideoInfo *info) {
    const GstVideoFormat format = GST_VIDEO_INFO_FORMAT(info);
    return format == GST_VIDEO_FORMAT_I420 || format == GST_VIDEO_FORMAT_YV12;
}

// MARK: - Rows

static inline int mpk_component_width(const GstVideoFrame *frame, int component) {
    return GST_VIDEO_FRAME_COMP_WIDTH(frame, component);
}
static inline int mpk_component_height(const GstVideoFrame *frame, int component) {
    return GST_VIDEO_FRAME_COMP_HEIGHT(frame, component);
}
/// Bytes from one sample of a row to the next, the bits of a sample, and the unused ones below it.
static inline int mpk_component_step(const GstVideoFrame *frame, int component) {
    return GST_VIDEO_FRAME_COMP_PSTRIDE(frame, component);
}
static inline int mpk_component_depth(const GstVideoFrame *frame, int component) {
    return GST_VIDEO_FRAME_COMP_DEPTH(frame, component);
}
static inline int mpk_component_shift(const GstVideoFrame *frame, int component) {
    return GST_VIDEO_FORMAT_INFO_SHIFT(frame->info.finfo, component);
}
static inline int mpk_component_count(const GstVideoInfo *info) { return GST_VIDEO_INFO_N_COMPONENTS(info); }
static inline guint8 *mpk_component_line(const GstVideoFrame *frame, int component, int row) {
    return GST_VIDEO_FRAME_COMP_DATA(frame, component) + (gssize)row * GST_VIDEO_FRAME_COMP_STRIDE(frame, component);
}
/// A row of a component of 16-bit words.
static inline guint16 *mpk_component_row(const GstVideoFrame *frame, int component, int row) {
    return (guint16 *)(void *)mpk_component_line(frame, component, row);
}
/// Pixels per chroma sample in each direction.
static inline int mpk_chroma_width(const GstVideoInfo *info) {
    return info->finfo->n_components > 1 ? 1 << GST_VIDEO_FORMAT_INFO_W_SUB(info->finfo, 1) : 1;
}
static inline int mpk_chroma_height(const GstVideoInfo *info) {
    return info->finfo->n_components > 1 ? 1 << GST_VIDEO_FORMAT_INFO_H_SUB(info->finfo, 1) : 1;
}

/// Copies planes row by row between two mapped pictures of one pixel format, and repeats the last pixel and row where
/// the destination is larger.
static inline void mpk_copy_extending(const GstVideoFrame *source, const GstVideoFrame *destination) {
    for (guint component = 0; component < GST_VIDEO_FRAME_N_COMPONENTS(source); component++) {
        const int bytes = GST_VIDEO_FRAME_COMP_PSTRIDE(source, component);
        const int width = GST_VIDEO_FRAME_COMP_WIDTH(source, component);
        const int height = GST_VIDEO_FRAME_COMP_HEIGHT(source, component);
        const int full = GST_VIDEO_FRAME_COMP_WIDTH(destination, component);
        for (int row = 0; row < GST_VIDEO_FRAME_COMP_HEIGHT(destination, component); row++) {
            const guint8 *from = GST_VIDEO_FRAME_COMP_DATA(source, component)
                + (gsize)MIN(row, height - 1) * (gsize)GST_VIDEO_FRAME_COMP_STRIDE(source, component);
            guint8 *to = GST_VIDEO_FRAME_COMP_DATA(destination, component)
                + (gsize)row * (gsize)GST_VIDEO_FRAME_COMP_STRIDE(destination, component);
            memcpy(to, from, (gsize)width * (gsize)bytes);
            for (int column = width; column < full; column++) memcpy(to + column * bytes, to + (width - 1) * bytes, bytes);
        }
    }
}

/// Copies part of a mapped picture into another of that size; `x` and `y` lie on whole chroma samples.
static inline void mpk_crop(
    const GstVideoFrame *source, int x, int y, int width, int height, const GstVideoFrame *destination) {
    GstVideoFrame part = mpk_part(source, x, y, width, height);
    mpk_copy_extending(&part, destination);
}

static inline void mpk_join_bytes(guint8 *to, const guint8 *above, const guint8 *own, const guint8 *below, int count) {
    for (int x = 0; x < count; x++) {
        const int up = above[x] - own[x], down = below[x] - own[x];
        to[x] = up * down > 81 ? (guint8)((above[x] + below[x] + 1) >> 1) : own[x];
    }
}
static inline void mpk_join_words(
    guint16 *to, const guint16 *above, const guint16 *own, const guint16 *below, int count, int limit) {
    for (int x = 0; x < count; x++) {
        const gint64 up = above[x] - own[x], down = below[x] - own[x];
        to[x] = up * down > limit ? (guint16)((above[x] + below[x] + 1) >> 1) : own[x];
    }
}

/// Merges two fields into one instant, that of the first: the second field's lines stay where they fit, and are
/// interpolated from the first's where the picture has moved. Both pictures are mapped, planar and of one layout.
///
/// A pixel has moved where it is higher or lower than both its vertical neighbours by more than 9 of 255 levels
/// (geometric mean), the measure and threshold that inverse telecine filters use (metric 1 of TIVTC's IsCombed).
static inline void mpk_join_fields(const GstVideoFrame *source, const GstVideoFrame *destination, int is_top_first) {
    for (guint component = 0; component < GST_VIDEO_FRAME_N_COMPONENTS(source); component++) {
        const int bytes = GST_VIDEO_FRAME_COMP_PSTRIDE(source, component);
        const int width = GST_VIDEO_FRAME_COMP_WIDTH(source, component);
        const int height = GST_VIDEO_FRAME_COMP_HEIGHT(source, component);
        const int threshold = 9 << (GST_VIDEO_FRAME_COMP_DEPTH(source, component) - 8);
        const gsize stride = (gsize)GST_VIDEO_FRAME_COMP_STRIDE(source, component);
        for (int row = 0; row < height; row++) {
            const guint8 *own = GST_VIDEO_FRAME_COMP_DATA(source, component) + (gsize)row * stride;
            guint8 *to = GST_VIDEO_FRAME_COMP_DATA(destination, component)
                + (gsize)row * (gsize)GST_VIDEO_FRAME_COMP_STRIDE(destination, component);
            if ((row & 1) == (is_top_first ? 0 : 1) || height < 2) {
                memcpy(to, own, (gsize)width * (gsize)bytes);
                continue;
            }
            const guint8 *above = row > 0 ? own - stride : own + stride;
            const guint8 *below = row + 1 < height ? own + stride : own - stride;
            if (bytes == 1) {
                mpk_join_bytes(to, above, own, below, width);
            } else {
                mpk_join_words((guint16 *)to, (const guint16 *)above, (const guint16 *)own, (const guint16 *)below, width,
                    threshold * threshold);
            }
        }
    }
}

// MARK: - Matrix and range of the canvas's layout

/// Converts 8-bit luma and chroma to another matrix and range, in units of 1/8192: each new luma is a weighted sum of
/// the old luma and its chroma, each new chroma a weighted sum of the two old ones, because grey stays grey.
typedef struct {
    int luma, luma_u, luma_v, luma_offset;
    int u_u, u_v, u_offset, v_u, v_v, v_offset;
} mpk_matrix;

static inline guint8 mpk_clamp(int value) { return (guint8)(value < 0 ? 0 : value > 255 ? 255 : value); }

/// Converts a row of luma; `shift` is what its chroma adds to each sample, the same for both samples of a pair.
static inline void mpk_shift_luma(guint8 *to, const guint8 *from, const int *shift, int luma, int count) {
    for (int x = 0; x < count; x++) to[x] = mpk_clamp((luma * from[x] + shift[x]) >> 13);
}

/// The same where luma keeps its scale: luma times 8192 has no bits below the shift, so only whole steps are added.
static inline void mpk_step_luma(guint8 *to, const guint8 *from, const gint16 *step, int count) {
    for (int x = 0; x < count; x++) to[x] = mpk_clamp(from[x] + step[x]);
}

/// Converts a mapped 8-bit 4:2:0 picture with even sides into another of its layout. `shift` has room for a row.
static inline void mpk_change_matrix(
    const GstVideoFrame *source, const GstVideoFrame *destination, const mpk_matrix *matrix, int *shift) {
    const int width = GST_VIDEO_FRAME_COMP_WIDTH(source, 1), height = GST_VIDEO_FRAME_COMP_HEIGHT(source, 1);
    // All factors are below 4, so they fit 16 bits in units of 1/8192: a processor does several such products at once.
    const gint16 luma_u = (gint16)matrix->luma_u, luma_v = (gint16)matrix->luma_v;
    const gint16 u_u = (gint16)matrix->u_u, u_v = (gint16)matrix->u_v, v_u = (gint16)matrix->v_u, v_v = (gint16)matrix->v_v;
    const int luma_offset = matrix->luma_offset, u_offset = matrix->u_offset, v_offset = matrix->v_offset;
    const int keeps_luma = matrix->luma == 8192;
    gint16 *step = (gint16 *)shift;
    for (int row = 0; row < height; row++) {
        const guint8 *u = mpk_component_line(source, 1, row), *v = mpk_component_line(source, 2, row);
        guint8 *to_u = mpk_component_line(destination, 1, row), *to_v = mpk_component_line(destination, 2, row);
        for (int x = 0; x < width; x++) to_u[x] = mpk_clamp((u_u * (gint16)u[x] + u_v * (gint16)v[x] + u_offset) >> 13);
        for (int x = 0; x < width; x++) to_v[x] = mpk_clamp((v_u * (gint16)u[x] + v_v * (gint16)v[x] + v_offset) >> 13);
        if (keeps_luma) {
            for (int x = 0; x < width; x++) {
                step[2 * x] = step[2 * x + 1] = (gint16)((luma_u * (gint16)u[x] + luma_v * (gint16)v[x] + luma_offset) >> 13);
            }
        } else {
            for (int x = 0; x < width; x++) {
                shift[2 * x] = shift[2 * x + 1] = luma_u * (gint16)u[x] + luma_v * (gint16)v[x] + luma_offset;
            }
        }
        for (int half = 0; half < 2; half++) {
            guint8 *to = mpk_component_line(destination, 0, 2 * row + half);
            const guint8 *from = mpk_component_line(source, 0, 2 * row + half);
            if (keeps_luma) {
                mpk_step_luma(to, from, step, 2 * width);
            } else {
                mpk_shift_luma(to, from, shift, matrix->luma, 2 * width);
            }
        }
    }
}
