#if canImport(AVFoundation) && canImport(ImageIO)
    import Foundation
    import ImageIO
    import MultiPlayerKit
    import UniformTypeIdentifiers

    extension GroupStills {
        /// Creates stills of what a group shows now.
        ///
        /// Each is made with a decoder that nothing else needs, so that no video is lowered for one. Streams, protected files
        /// and players that are not AVPlayers are refused: they hand out no pictures.
        @MainActor
        public init(of group: PlaybackGroup) {
            time = max(group.time(), .zero)
            members = group.members.map { member in
                let name = group.name(of: member)
                return Member(name: name) { time, file in
                    let size = group.snapshot.members.first { $0.id == member }?.info?.displaySize ?? .zero
                    guard
                        let picture = await group.thumbnail(of: member, at: time, fitting: size, tolerance: .zero)
                    else {
                        try Task.checkCancellation()
                        throw Self.missing(
                            name, at: time,
                            cure: "choose a time at which it is seen, and pause what else decodes; "
                                + "streams and protected files hand out no pictures")
                    }
                    try await Self.write(picture, to: file)
                }
            }
        }

        /// Not on the main thread: a large picture takes longer than a frame.
        private nonisolated static func write(_ picture: Thumbnail, to file: URL) async throws {
            let data = NSMutableData()
            guard
                let target = CGImageDestinationCreateWithData(
                    data as CFMutableData, UTType.png.identifier as CFString, 1, nil)
            else { throw PlaybackError.unwritten(file, "there is no memory for it") }
            CGImageDestinationAddImage(target, picture.image, nil)
            guard CGImageDestinationFinalize(target) else {
                throw PlaybackError.unwritten(file, "its pixels cannot be read")
            }
            do {
                try Data(referencing: data).write(to: file, options: .atomic)
            } catch {
                throw PlaybackError.unwritten(file, error.localizedDescription)
            }
        }
    }
#endif
