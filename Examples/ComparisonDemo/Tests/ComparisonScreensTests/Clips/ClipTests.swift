#if os(Linux)
    import DemoClips
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        /// The clips that are in the package are the ones that the code draws.
        @Suite struct ClipTests {
            /// One frame in this many is compared: key frames among them, and others in between.
            private static let stride = 20
            /// Decibels of the decoded against the drawn picture. Measured: 34 in the fastest frames, 41 in the calm
            /// loop; a neighbouring frame in the fastest part reaches 22.
            private static let likeness = 33.0

            @Test(arguments: DemoClip.allCases)
            func `the clip is what its code draws`(clip: DemoClip) throws {
                let decoded = try pictures(of: clip)
                let frames = Array(Swift.stride(from: 0, to: clip.frameCount, by: Self.stride))
                try #require(decoded.count == frames.count)
                for (frame, picture) in zip(frames, decoded) {
                    let drawn = clip.draw(frame: frame)
                    let likeness = decibels(drawn.pixels, picture)
                    #expect(likeness > Self.likeness, "\(clip.fileName), frame \(frame): \(likeness) dB")
                }
            }

            @Test func `the clips are small`() throws {
                let files = OwnClips.pair + [OwnClips.background]
                let bytes = try files.reduce(0) { try $0 + Data(contentsOf: $1).count }
                #expect(bytes < 1_500_000)
                #expect(files.map(\.lastPathComponent).sorted() == DemoClip.allCases.map(\.fileName).sorted())
            }

            private func pictures(of clip: DemoClip) throws -> [Data] {
                let folder = OwnClips.background.deletingLastPathComponent()
                let words = [
                    "ffmpeg", "-v", "error", "-i", folder.appendingPathComponent(clip.fileName).path, "-vf",
                    "select=not(mod(n\\,\(Self.stride)))", "-fps_mode", "passthrough", "-pix_fmt", "rgb24", "-f",
                    "rawvideo", "-",
                ]
                let all = try HelperTool.run(words)
                let (width, height) = clip.size
                let length = width * height * 3
                return Swift.stride(from: 0, to: all.count, by: length).map { all[$0..<min($0 + length, all.count)] }
            }

            /// The peak signal-to-noise ratio.
            private func decibels(_ left: [UInt8], _ right: Data) -> Double {
                guard left.count == right.count else { return 0 }
                let sum = right.withUnsafeBytes { right in
                    left.withUnsafeBytes { left in
                        var sum = 0
                        for index in 0..<left.count {
                            let difference = Int(left[index]) - Int(right[index])
                            sum += difference * difference
                        }
                        return sum
                    }
                }
                return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(left.count) / Double(sum))
            }
        }
    }
#endif
