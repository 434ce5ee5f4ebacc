#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    /// One video of a group that is exported, opened anew.
    ///
    /// Sendable because an asset and its tracks stay as they were opened.
    final class ExportMember: @unchecked Sendable {
        let id: MemberID
        let name: String
        let info: MediaInfo
        /// How the file wants its pictures turned.
        let transform: CGAffineTransform
        let asset: AVAsset
        let video: AVAssetTrack
        /// The sound that plays, and where it lies.
        let sound: (track: AVAssetTrack, asset: AVAsset, range: CMTimeRange)?
        private let map: TimeMap
        private let isBackground: Bool

        private init(
            _ member: GroupCopy.Member, isBackground: Bool, _ main: OpenAsset, _ large: OpenAsset,
            _ video: AVAssetTrack,
            _ sound: (track: AVAssetTrack, asset: AVAsset, range: CMTimeRange)?
        ) {
            (id, name, map, self.isBackground) = (member.id, member.source.name, member.map, isBackground)
            (info, transform, asset) = (main.info, large.transform, large.asset)
            (self.video, self.sound) = (video, sound)
        }

        /// Opens a video in its largest size.
        ///
        /// - Throws: `PlaybackError` `outputFailed` for what the system does not let an app read.
        static func open(_ member: GroupCopy.Member, isBackground: Bool = false) async throws -> ExportMember {
            let main = try await OpenAsset.open(member.source)
            let large = main.rendition(0, sound: false)
            guard let video = await large.playedTracks().video else {
                throw refusal(
                    member.source.name, reason: "it is a stream, and its pictures cannot be read",
                    cure: "export a downloaded copy")
            }
            guard await !main.isProtected(), await !large.isProtected() else {
                throw refusal(
                    member.source.name, reason: "it is protected, and its pictures may not be read",
                    cure: "leave it out, or export a copy without protection")
            }
            var sound: (track: AVAssetTrack, asset: AVAsset, range: CMTimeRange)?
            if let track = await main.playedTracks().sound {
                sound = (track, main.asset, try await track.load(.timeRange))
            }
            return ExportMember(member, isBackground: isBackground, main, large, video, sound)
        }

        private static func refusal(_ name: String, reason: String, cure: String) -> PlaybackError {
            PlaybackError(.outputFailed, subject: name, reason: reason, cure: cure)
        }

        func timeline(on line: GroupLine) -> MemberTimeline {
            MemberTimeline(line: line, map: map, bounds: info.bounds, isAmbient: isBackground)
        }

        /// How long it makes its group; `nil`: it has no say, as it starts again.
        var length: Duration? {
            guard map.end != .loop else { return nil }
            let range = timeline(on: GroupLine(anchor: .held(at: .zero))).range
            return max(map.groupTime(atItemTime: range.upperBound, inPoint: range.lowerBound), .zero)
        }
    }
#endif
