#if canImport(AVFoundation)
    import AVFoundation
    import CoreGraphics
    import MultiPlayerKit
    import Observation

    /// Reads what lies under a loupe from the players of a group, and keeps it until there is something newer.
    @MainActor @Observable
    final class LoupeReader {
        /// What the glass over one picture shows.
        struct Sight: Equatable {
            /// The pixels, one for each.
            var pixels: CGImage
            /// Of the picture as it is seen, in pixels as they are stored.
            var width, height: Int
            /// The place and the values of the pixel under the spot.
            var lines: [String]
            fileprivate var buffer: CVPixelBuffer
            fileprivate var view: Loupe.View

            static func == (a: Sight, b: Sight) -> Bool { a.buffer === b.buffer && a.view == b.view }
        }

        private struct Member {
            var pixels: ComposedMember
            var queue = ComposedFrames<CVPixelBuffer>.Queue()
            var shown: CVPixelBuffer?
        }

        /// By member; none for a member whose player hands out no pixels: a stream, a protected file, and a player that
        /// is no AVPlayer.
        private(set) var sights: [MemberID: Sight] = [:]
        @ObservationIgnored private var members: [MemberID: Member] = [:]

        /// Asks each player for its picture of an instant.
        func read(_ loupe: Loupe, of group: PlaybackGroup, at host: HostTime) {
            let lineup = group.runner.lineup
            let entries = lineup.entries.filter { !$0.isAmbient }
            for id in members.keys where !entries.contains(where: { $0.id == id }) { forget(id) }
            for entry in entries {
                guard let player = group.steered(entry.id) else { continue }
                var member = members[entry.id] ?? Member(pixels: ComposedMember(of: player))
                if !member.pixels.reads(player) {
                    member.pixels.end()
                    member = Member(pixels: ComposedMember(of: player), shown: member.shown)
                }
                let due = member.pixels.look(at: host, of: entry, on: lineup.line, into: &member.queue)
                if let due, let found = member.queue.entry(dueAt: due) { member.shown = found.picture }
                members[entry.id] = member
                guard let shown = member.shown, let turn = member.pixels.transform else { continue }
                look(at: shown, turnedBy: turn, of: entry.id, with: loupe)
            }
        }

        private func look(
            at buffer: CVPixelBuffer, turnedBy turn: CGAffineTransform, of id: MemberID, with loupe: Loupe
        ) {
            if let sight = sights[id], sight.buffer === buffer,
                sight.view == loupe.view(width: sight.width, height: sight.height)
            {
                return
            }
            guard let pixels = BufferPixels(buffer, turnedBy: turn),
                let view = loupe.view(width: pixels.width, height: pixels.height), let image = pixels.image(of: view)
            else {
                sights[id] = nil
                return
            }
            let values = pixels.values(column: view.column, row: view.row)
            sights[id] = Sight(
                pixels: image, width: pixels.width, height: pixels.height,
                lines: values.lines(column: view.column, row: view.row), buffer: buffer, view: view)
        }

        private func forget(_ id: MemberID) {
            members.removeValue(forKey: id)?.pixels.end()
            sights[id] = nil
        }

        /// Removes the outputs from the players.
        func end() {
            for id in Array(members.keys) { forget(id) }
        }
    }
#endif
