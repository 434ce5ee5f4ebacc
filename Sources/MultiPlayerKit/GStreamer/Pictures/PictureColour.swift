#if canImport(CGStreamer)
    import CGStreamer

    /// The meaning of a picture's code values, with nothing left open.
    package struct PictureColour: Hashable, Sendable {
        package var matrix: ColourMatrix
        var transfer: ColourTransfer
        var primaries: ColourPrimaries
        package var range: ColourRange
        /// The peak brightness of PQ content, in cd/m²; `nil` if not stated.
        var peak: Double?

        /// The colour of a canvas of any size.
        static let canvas = PictureColour(matrix: .bt709, transfer: .bt709, primaries: .bt709, range: .limited)

        /// Non-linear red, green and blue, as an intermediate step to the canvas.
        static let components = PictureColour(matrix: .identity, transfer: .bt709, primaries: .bt709, range: .full)

        /// The primaries of BT.470 BG, SMPTE 170M and 240M, and EBU 3213 are so close to BT.709's that players show
        /// them alike. Here, two adjacent tiles must not differ by what only one of their files states.
        private static let alikeToBT709: Set<ColourPrimaries> = [
            .bt709, .bt470bg, .smpte170m, .smpte240m, ColourPrimaries(code: 22),
        ]

        /// Whether its primaries differ from the canvas's.
        var hasOtherGamut: Bool { !Self.alikeToBT709.contains(primaries) }

        /// Whether a picture's code values fit the canvas without conversion.
        package var isCanvas: Bool { matrix == .bt709 && range == .limited && !transfer.isHDR && !hasOtherGamut }

        /// The colour for zimg, to convert matrix and range only: with the same transfer and primaries on both sides,
        /// light is unchanged.
        var numbers: mpk_colour {
            let matrix = Self.known.contains(matrix) ? matrix : hasOtherGamut ? .bt2020 : .bt709
            return mpk_colour(
                matrix: Int32(matrix.code), transfer: Int32(ColourTransfer.bt709.code),
                primaries: Int32(ColourPrimaries.bt709.code), is_full_range: range == .full ? 1 : 0)
        }

        /// Matrices that zimg can undo without converting to light; any other is treated as the nearest gamut's.
        private static let known: Set<ColourMatrix> = [
            .identity, .bt709, .fcc, .bt470bg, .smpte170m, .smpte240m, ColourMatrix(code: 8), .bt2020,
        ]
        private static let curves: Set<ColourTransfer> = [
            .bt709, .gamma22, .gamma28, .bt601, .smpte240m, ColourTransfer(code: 11), ColourTransfer(code: 12), .srgb,
            .bt2020TenBit, .bt2020TwelveBit, .pq, .hlg,
        ]
        private static let gamuts: Set<ColourPrimaries> = alikeToBT709.union([
            .bt470m, .film, .bt2020, .dciP3, .displayP3,
        ])

        /// What cannot be shown correctly, in words; `nil` if everything can.
        func limit(of source: MediaSource) -> PlaybackError? {
            let reason: String
            if !Self.curves.contains(transfer) {
                reason = "shown without tone mapping: its transfer (\(transfer)) is not known here"
            } else if !Self.known.contains(matrix) {
                reason = "shown with other colours: its matrix (\(matrix)) is not known here"
            } else if !Self.gamuts.contains(primaries) {
                reason = "shown without mapping its gamut: its primaries (\(primaries)) are not known here"
            } else {
                return nil
            }
            return PlaybackError(
                .colourUnknown, subject: source.name, reason: reason, cure: "convert it to BT.709, HLG or PQ")
        }

    }

    extension PictureColour {
        /// The colour that a probe found.
        init(_ info: MediaInfo) {
            self.init(
                matrix: info.colour.matrix, transfer: info.colour.transfer, primaries: info.colour.primaries,
                range: info.colour.range, peak: info.lightLevel?.maxContent ?? info.lightLevel?.masteringPeak)
        }

        /// The colour that a decoder's caps state, completed by ``ColourRule``.
        ///
        /// - Parameter isJPEG: whether luma and chroma come from JPEG.
        package init(
            of info: UnsafePointer<GstVideoInfo>, caps: UnsafeMutablePointer<GstCaps>, isJPEG: Bool = false
        ) {
            let stated = mpk_stated_colour(caps)
            let codes = ColourRule(
                width: Int(info.pointee.width), height: Int(info.pointee.height),
                kind: mpk_is_rgb(info) != 0 ? .rgb : isJPEG ? .jpeg : .yuv
            )
            .completing(
                matrix: UInt8(clamping: stated.matrix), transfer: UInt8(clamping: stated.transfer),
                primaries: UInt8(clamping: stated.primaries),
                isFullRange: stated.is_full_range < 0 ? nil : stated.is_full_range > 0)
            self.init(
                matrix: ColourMatrix(code: codes.matrix), transfer: ColourTransfer(code: codes.transfer),
                primaries: ColourPrimaries(code: codes.primaries), range: codes.isFullRange ? .full : .limited)
        }
    }

    extension ColourMatrix {
        /// Shares of red and blue in luma; `nil`: not a matrix of luma and colour differences.
        package var weights: (red: Double, blue: Double)? {
            var (red, blue) = (0.0, 0.0)
            let matrix = gst_video_color_matrix_from_iso(UInt32(code))
            return gst_video_color_matrix_get_Kr_Kb(matrix, &red, &blue) != 0 ? (red, blue) : nil
        }
    }
#endif
