#if os(Linux) || os(macOS)
    import Foundation

    /// The parts of ffprobe's answer that matter here, under ffprobe's names.
    struct Probe: Decodable {
        /// A packet or a frame.
        struct Entry: Decodable {
            var type: String
            var streamIndex: Int?
            var size: String?
            var bestEffortTimestamp: Int?
            var keyFrame: Int?
            var interlacedFrame: Int?
            var topFieldFirst: Int?
        }

        struct SideData: Decodable {
            var displaymatrix: String?
        }

        struct Stream: Decodable {
            var index: Int?
            var codecName: String?
            var width: Int?
            var height: Int?
            var pixFmt: String?
            var timeBase: String?
            var durationTs: Int?
            var duration: String?
            var sampleAspectRatio: String?
            var colorRange: String?
            var colorSpace: String?
            var colorPrimaries: String?
            var colorTransfer: String?
            var sideDataList: [SideData]?
        }

        struct Format: Decodable {
            var startTime: String?
            var duration: String?
        }

        var packetsAndFrames: [Entry]?
        var streams: [Stream]?
        var format: Format?

        /// Asks ffprobe.
        ///
        /// - Parameters:
        ///   - track: which streams to look at, in ffprobe's syntax.
        ///   - entries: which of their entries to show.
        init(_ file: URL, _ track: String, _ entries: String) throws {
            let words = ["-v", "error", "-select_streams", track, "-of", "json", "-show_entries", entries, file.path]
            let answer = try Tool.ffprobe.output(words)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            do {
                self = try decoder.decode(Probe.self, from: answer)
            } catch {
                throw ClipError(code: .toolFailed, detail: "answer of ffprobe: \(error)")
            }
        }
    }

    extension Probe.Stream {
        /// How the display matrix turns, then mirrors the picture; neither if there is none.
        ///
        /// ffprobe's own rotation in degrees ignores mirroring.
        var orientation: (rotation: IndexClip.Rotation, isMirrored: Bool) {
            guard let text = sideDataList?.compactMap(\.displaymatrix).first else { return (.none, false) }
            let numbers = text.split(separator: "\n").flatMap { line in
                line.split(separator: ":").last?.split(separator: " ").compactMap { Int($0) } ?? []
            }
            guard numbers.count == 9 else { return (.none, false) }
            let (a, b, c, d) = (numbers[0].signum(), numbers[1].signum(), numbers[3].signum(), numbers[4].signum())
            let isMirrored = a * d - b * c < 0
            // Undo the mirror, which changes the sign of what becomes x.
            return switch (isMirrored ? -a : a, b) {
            case (0, 1): (.clockwise90, isMirrored)
            case (-1, 0): (.clockwise180, isMirrored)
            case (0, -1): (.clockwise270, isMirrored)
            default: (.none, isMirrored)
            }
        }
    }

    extension Probe.Entry {
        var scan: IndexClip.Scan {
            guard interlacedFrame == 1 else { return .progressive }
            return topFieldFirst == 1 ? .topFieldFirst : .bottomFieldFirst
        }
    }

    extension String {
        /// A ratio written as `1/15360`.
        var ratio: IndexClip.Ratio? {
            let parts = split(separator: "/").compactMap { Int($0) }
            return parts.count == 2 ? IndexClip.Ratio(parts[0], parts[1]) : nil
        }

        /// Seconds with six decimals, as ffprobe writes them.
        var duration: Duration? {
            Double(self).map { .microseconds(Int64(($0 * 1_000_000).rounded())) }
        }

        /// `nil` for the words that ffprobe uses for an unknown value.
        var known: String? { self == "unknown" || self == "unspecified" || self == "reserved" ? nil : self }
    }
#endif
