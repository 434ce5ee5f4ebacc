#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport

    @testable import MultiPlayerKit

    /// Two decoded pictures of one kind of footage, as a player hands them to a stage.
    struct DecodedKind: Sendable {
        var name: String
        var displaySize: CGSize
        var pictures: [Picture]

        /// Decodes the first frame and a later one, and blocks meanwhile.
        init(_ kind: Wardrobe.Kind) throws {
            try self.init(kind.name, ClipLibrary.shared.url(for: kind.clip))
        }

        init(_ name: String, _ url: URL) throws {
            let media = try OpenedMedia(of: MediaSource(url: url))
            let bounds = media.info.bounds
            let timeline = MemberTimeline(
                line: GroupLine(anchor: .held(at: .zero)), map: TimeMap(), bounds: bounds)
            let first = timeline.position(at: HostTime(nanoseconds: 0))
            var later = first
            later.itemTime = min(first.itemTime + .milliseconds(410), bounds.end - .milliseconds(5))
            self.name = name
            displaySize = media.info.displaySize
            pictures = try [first, later].map { position in
                let decoder = FrameDecoder(
                    chain: media.chain(0), terms: DecodeTerms(), timeline: timeline, position: position,
                    meter: DecodeMeter()
                ) { _ in }
                decoder.start()
                defer { decoder.close {} }
                guard case .exact(let picture, _) = decoder.frame(at: position, on: nil, waitingAtMost: .seconds(10))
                else {
                    throw PlaybackError(
                        .decodingFailed, subject: name, reason: "no picture at \(position.itemTime)", cure: "look why")
                }
                return picture
            }
        }

        /// What decides how its pictures are drawn: kinds with the same clothes are drawn alike.
        var clothes: String {
            let format = pictures[0].format
            return "\(format.pixelFormat.rawValue) \(format.width)x\(format.height) \(format.colour) "
                + "\(format.orientation) \(format.scan) \(displaySize)"
        }

        /// One kind for each way of drawing.
        static let all: [DecodedKind] = {
            var known: Set<String> = []
            return Wardrobe.kinds.compactMap { try? DecodedKind($0) }.filter { known.insert($0.clothes).inserted }
        }()
    }

    /// The bytes of a rectangle of a canvas.
    struct PixelBlock: Equatable, Sendable {
        var planes: [[UInt8]]

        /// - Parameter rect: a rectangle of even pixels; `nil`: the whole picture.
        init?(_ picture: Picture?, _ rect: CGRect?) {
            let found = picture?.withPlanes { planes -> [[UInt8]] in
                let rect = rect ?? CGRect(x: 0, y: 0, width: planes.width, height: planes.height)
                return [
                    Self.bytes(planes.luma, planes.stride, rect, 0), Self.bytes(planes.u, planes.chromaStride, rect, 1),
                    Self.bytes(planes.v, planes.chromaStride, rect, 1),
                ]
            }
            guard let found else { return nil }
            planes = found
        }

        private static func bytes(_ plane: UnsafeRawBufferPointer, _ stride: Int, _ rect: CGRect, _ shift: Int)
            -> [UInt8]
        {
            let columns = Int(rect.minX) >> shift..<Int(rect.maxX) >> shift
            var result: [UInt8] = []
            for row in Int(rect.minY) >> shift..<Int(rect.maxY) >> shift {
                result += plane[row * stride + columns.lowerBound..<row * stride + columns.upperBound]
            }
            return result
        }
    }
#endif
