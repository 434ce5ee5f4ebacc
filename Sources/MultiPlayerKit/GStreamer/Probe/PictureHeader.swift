#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What the first bytes of a coded picture state plainly about it, for PNG, JPEG, JPEG 2000, ProRes, VP8 and DNxHD.
    ///
    /// It is read before a decoder sees the picture: decoders allocate memory by the header, 1.6 GB for a PNG of 48 KB.
    package struct PictureHeader: Hashable, Sendable {
        package var width: Int
        package var height: Int
        var bitDepth: Int?
        var chroma: ChromaSubsampling?
        var hasAlpha = false
        var fieldOrder: FieldOrder?
        var stated = MediaColour.Stated()

        /// Reads up to `count` bytes from a position.
        typealias Reader = (_ position: Int, _ count: Int) -> [UInt8]

        /// - Parameter mediaType: GStreamer's name for it, such as "image/png". Types other than those above give
        ///   `nil`.
        init?(mediaType: String, _ read: Reader) {
            switch mediaType {
            case "image/png": self.init(png: read)
            case "image/jpeg": self.init(jpeg: read)
            case "image/x-jpc", "image/x-j2c", "image/jp2": self.init(jpeg2000: read)
            case "video/x-prores": self.init(prores: read)
            case "video/x-vp8": self.init(vp8: read)
            case "video/x-dnxhd": self.init(dnxhd: read)
            default: return nil
            }
        }

        /// Reads the header of a packet.
        init?(mediaType: String, buffer: UnsafeMutablePointer<GstBuffer>) {
            self.init(mediaType: mediaType) { position, count in
                var bytes = [UInt8](repeating: 0, count: count)
                let found = mpk_buffer_bytes(buffer, gsize(position), &bytes, gsize(count))
                return Array(bytes.prefix(Int(found)))
            }
        }

        /// Reads the header of a file that is a PNG or JPEG, recognized by its first bytes; `nil`: it is neither.
        package init?(still bytes: SourceBytes) {
            let read: Reader = { bytes.read($1, at: UInt64($0)) ?? [] }
            switch read(0, 3) {
            case [0x89, 0x50, 0x4E]: self.init(png: read)
            case [0xFF, 0xD8, 0xFF]: self.init(jpeg: read)
            default: return nil
            }
        }

        /// W3C PNG, 11.2.2: IHDR comes first.
        private init?(png read: Reader) {
            let head = read(0, 26)
            guard head.count == 26, head[12..<16].elementsEqual("IHDR".utf8) else { return nil }
            (width, height) = (head.number(16, 4), head.number(20, 4))
            bitDepth = Int(head[24])
            chroma = [0, 4].contains(head[25]) ? .gray : .rgb
            hasAlpha = [4, 6].contains(head[25])
            fieldOrder = .progressive
        }

        /// ITU-T T.81, B.2.2: the frame header follows any number of other segments.
        private init?(jpeg read: Reader) {
            var at = 2
            // Far more segments than a picture has; the bound keeps a damaged one from holding up the probe.
            for _ in 0..<1_000 {
                let head = read(at, 4)
                guard head.count == 4, head[0] == 0xFF else { return nil }
                let marker = head[1]
                guard marker != 0xFF else {
                    at += 1
                    continue
                }
                guard (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) else {
                    // Scan data or the end before any frame header.
                    guard marker != 0xDA, marker != 0xD9 else { return nil }
                    at += 2 + max(head.number(2, 2), 2)
                    continue
                }
                let frame = read(at + 4, 15)
                guard frame.count >= 6 else { return nil }
                bitDepth = Int(frame[0])
                (height, width) = (frame.number(1, 2), frame.number(3, 2))
                fieldOrder = .progressive
                guard frame[5] > 1 else {
                    chroma = .gray
                    return
                }
                guard frame.count >= 12 else { return nil }
                chroma =
                    switch (frame[7], frame[10]) {
                    case (0x22, 0x11): .yuv420
                    case (0x21, 0x11), (0x22, 0x12): .yuv422
                    case (0x12, 0x11): .yuv440
                    case (0x41, 0x11): .yuv411
                    default: frame[7] == frame[10] ? .yuv444 : nil
                    }
                return
            }
            return nil
        }

        /// ITU-T T.800, A.5.1: the size marker follows the start of the code stream.
        private init?(jpeg2000 read: Reader) {
            let head = read(0, 4_096)
            guard head.count > 45, let start = (0..<head.count - 45).first(where: { head.number($0, 4) == 0xFF4F_FF51 })
            else { return nil }
            width = head.number(start + 8, 4) - head.number(start + 16, 4)
            height = head.number(start + 12, 4) - head.number(start + 20, 4)
            bitDepth = Int(head[start + 42] & 0x7F) + 1
        }

        /// SMPTE RDD 36, 5.1 and 6.1: the frame header.
        private init?(prores read: Reader) {
            let head = read(0, 28)
            guard head.count == 28, head[4..<8].elementsEqual("icpf".utf8) else { return nil }
            (width, height) = (head.number(16, 2), head.number(18, 2))
            let isFine = head[20] >> 6 == 3
            chroma = isFine ? .yuv444 : .yuv422
            bitDepth = isFine ? 12 : 10
            fieldOrder = [.progressive, .topFirst, .bottomFirst, .unknown][Int(head[20] >> 2 & 3)]
            hasAlpha = head[25] & 15 != 0
            stated = MediaColour.Stated(
                matrix: head[24].stated.map(ColourMatrix.init(code:)),
                transfer: head[23].stated.map(ColourTransfer.init(code:)),
                primaries: head[22].stated.map(ColourPrimaries.init(code:)))
        }

        /// RFC 6386, 9.1: the frame tag of a key frame.
        private init?(vp8 read: Reader) {
            let head = read(0, 10)
            guard head.count == 10, head[0] & 1 == 0, head[3] == 0x9D, head[4] == 1, head[5] == 0x2A else { return nil }
            width = (Int(head[7]) << 8 | Int(head[6])) & 0x3FFF
            height = (Int(head[9]) << 8 | Int(head[8])) & 0x3FFF
            (bitDepth, chroma, fieldOrder) = (8, .yuv420, .progressive)
        }

        /// SMPTE ST 2019-1: the header of a coding unit. The decoder tells the sample format.
        private init?(dnxhd read: Reader) {
            let head = read(0, 28)
            guard head.count == 28, head.number(0, 3) == 2 else { return nil }
            (height, width) = (head.number(24, 2), head.number(26, 2))
            if head[5] & 2 != 0 { height *= 2 }
        }
    }

    extension [UInt8] {
        /// A big-endian number.
        fileprivate func number(_ start: Int, _ count: Int) -> Int {
            self[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    extension UInt8 {
        /// 0 and 2 mean "unspecified" in a ProRes header.
        fileprivate var stated: UInt8? { self == 0 || self == 2 ? nil : self }
    }
#endif
