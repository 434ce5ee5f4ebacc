#if canImport(AVFoundation)
    import AVFoundation

    /// An opened video: what a group has to know about it, and what items are made from.
    package struct OpenAsset: Sendable {
        var shared: SharedAsset
        package var info: MediaInfo
        /// The video track's own range, exact; turns of it are laid end to end without rounding.
        var trackRange: CMTimeRange
        /// How the file wants its pictures turned.
        package var transform = CGAffineTransform.identity
        /// Whether turns can be laid end to end: possible with files, not with streams.
        package var canCompose: Bool
        /// The same video in all its sizes, the largest first, as ``DecodeGrant/rendition`` counts them; empty if there
        /// is only one.
        var renditions: [OpenAsset] = []
        /// Why other sizes are left out.
        var mismatches: [PlaybackError] = []
        /// When the frames are shown, if their rate varies and the file is a local one.
        var sampleTimes: SampleTimes?

        package var asset: AVAsset { shared.asset }

        /// Loads what is needed, off the main actor. A file that has other sizes is opened in all of them.
        package static func open(_ source: MediaSource) async throws(PlaybackError) -> OpenAsset {
            var main = try await openOne(source)
            guard main.canCompose else { return main }
            var all = [main]
            for url in source.otherSizes {
                let other = MediaSource(url: url, cache: source.cache)
                do throws(PlaybackError) {
                    let open = try await openOne(other)
                    if let reason = difference(between: main, and: open) {
                        throw PlaybackError(
                            .notARendition, subject: other.name, reason: reason,
                            cure: "code it from the same frames as \(source.name); it is left out")
                    }
                    all.append(open)
                } catch {
                    main.mismatches.append(error)
                }
            }
            all.sort { $0.codedArea > $1.codedArea }
            main.info.renditions = all.flatMap(\.info.renditions)
            if all.count > 1 { main.renditions = all }
            return main
        }

        /// The rendition at an index; if sound is wanted and that rendition has none, the source's main file.
        package func rendition(_ index: Int, sound: Bool) -> OpenAsset {
            guard renditions.indices.contains(index) else { return self }
            let one = renditions[index]
            return sound && info.hasAudio && !one.info.hasAudio ? self : one
        }

        /// Whether its pixels may not be read.
        package func isProtected() async -> Bool { (try? await asset.load(.hasProtectedContent)) == true }

        /// The tracks that play; none of a stream.
        package func playedTracks() async -> (video: AVAssetTrack?, sound: AVAssetTrack?) {
            guard canCompose else { return (nil, nil) }
            return (try? await asset.playedTrack(.video), try? await asset.playedTrack(.audio))
        }

        private var codedArea: Double { info.displaySize.width * info.displaySize.height }

        /// Why two files are not one video in two sizes, judged by their headers, because nothing is decoded here;
        /// `nil` if they are.
        private static func difference(between left: OpenAsset, and right: OpenAsset) -> String? {
            guard right.canCompose else { return "is a stream" }
            guard left.info.frameRate == right.info.frameRate else { return "has another frame rate" }
            let frame = (left.info.frameRate ?? FrameRate(30)).frameDuration
            func isFar(_ one: Duration, _ other: Duration) -> Bool { one - other >= frame || other - one >= frame }
            let (one, other) = (left.info.bounds, right.info.bounds)
            return isFar(one.start, other.start) || isFar(one.end, other.end) ? "begins or ends elsewhere" : nil
        }

        private static func openOne(_ source: MediaSource) async throws(PlaybackError) -> OpenAsset {
            // The app's own asset may have access to what cannot be seen from here.
            if source.given == nil { try check(source) }
            let shared = try await source.asset()
            let asset = shared.asset
            do {
                let (isPlayable, duration) = try await asset.load(.isPlayable, .duration)
                if source.url.isPlaylist { return try stream(shared, lasting: duration, source) }
                guard let track = try await asset.playedTrack(.video) else {
                    throw PlaybackError(
                        .noVideoTrack, subject: source.name, reason: "has no pictures", cure: "use a video file")
                }
                guard isPlayable else {
                    throw PlaybackError(
                        .codecUnknown, subject: source.name, reason: "cannot be played on this device",
                        cure: "convert it to H.264 or HEVC in an MP4 file")
                }
                let (size, transform, rate, range) = try await track.load(
                    .naturalSize, .preferredTransform, .nominalFrameRate, .timeRange)
                let hasAudio = try await !asset.loadTracks(withMediaType: .audio).isEmpty
                guard let start = Duration(range.start), let end = Duration(range.end), end > start else {
                    throw PlaybackError(
                        .sourceEmpty, subject: source.name, reason: "its video track is empty",
                        cure: "export it again")
                }
                let shown = CGRect(origin: .zero, size: size).applying(transform).standardized.size
                let info = MediaInfo(
                    displaySize: shown, frameRate: FrameRate(nominal: rate), bounds: ItemBounds(start: start, end: end),
                    hasAudio: hasAudio)
                var open = OpenAsset(
                    shared: shared, info: info, trackRange: range, transform: transform, canCompose: true)
                if info.frameRate == nil, source.url.isFileURL {
                    open.sampleTimes = try await SampleTimes(track, edits: track.load(.segments))
                }
                return open
            } catch let error as PlaybackError {
                throw error
            } catch {
                try check(source)
                throw PlayerFailure.translate(error, source)
            }
        }

        /// An HTTP live stream reveals its size only while it plays. A stream without an end has no times to
        /// synchronize by.
        private static func stream(
            _ shared: SharedAsset, lasting duration: CMTime, _ source: MediaSource
        ) throws(PlaybackError) -> OpenAsset {
            guard let length = Duration(duration), length > .zero else {
                throw PlaybackError(
                    .notAVideo, subject: source.name, reason: "is a live stream without an end",
                    cure: "play it in a player of its own; a group needs videos that can be sought")
            }
            let info = MediaInfo(
                displaySize: CGSize(width: 1920, height: 1080), frameRate: nil,
                bounds: ItemBounds(start: .zero, end: length), hasAudio: true)
            return OpenAsset(
                shared: shared, info: info, trackRange: CMTimeRange(start: .zero, duration: duration),
                canCompose: false)
        }

        /// Describes what is wrong with a file more plainly than the system does.
        private static func check(_ source: MediaSource) throws(PlaybackError) {
            guard source.url.isFileURL else { return }
            let path = source.url.path
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
                throw PlaybackError(
                    .sourceNotFound, subject: source.name, reason: "there is no such file", cure: "check the path")
            }
            guard !isDirectory.boolValue, FileManager.default.isReadableFile(atPath: path) else {
                throw PlaybackError(
                    .sourceUnreadable, subject: source.name,
                    reason: isDirectory.boolValue ? "is a folder" : "may not be read",
                    cure: isDirectory.boolValue ? "name a file in it" : "check its permissions")
            }
        }
    }

    extension AVAsset {
        /// The track of a type that plays: the first of those that are enabled as the file comes, if any is.
        func playedTrack(_ type: AVMediaType) async throws -> AVAssetTrack? {
            let tracks = try await loadTracks(withMediaType: type)
            for track in tracks {
                if try await track.load(.isEnabled) { return track }
            }
            return tracks.first
        }
    }

    extension FrameRate {
        /// Creates the rate that a track's rounded value stands for; `nil` if it stands for none.
        ///
        /// A `Float` holds 29.97003 for 30000/1001: a rate within 5 ppm of a whole number times 1000/1001 is taken for
        /// that rate.
        package init?(nominal: Float) {
            // None is near what is no positive number.
            let value = Double(nominal)
            let whole = value.rounded()
            let slowed = (value * 1.001).rounded()
            if abs(value - whole) < whole * 5e-6 {
                self.init(Int64(whole))
            } else if abs(value * 1.001 - slowed) < slowed * 5e-6 {
                self.init(Int64(slowed) * 1000, 1001)
            } else {
                return nil
            }
        }
    }
#endif
