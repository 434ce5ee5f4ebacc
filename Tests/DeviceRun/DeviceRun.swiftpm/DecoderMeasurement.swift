import AVFoundation
import MultiPlayerKit

/// `decoders`, `decoders.failure`, `decoders.paused` and `decoders.release`: how many players decode at once before one
/// fails, how that shows, whether one at rest counts, and how soon a slot is free again.
@MainActor
struct DecoderMeasurement {
    /// How an attempt to have one more player ended.
    private enum Outcome {
        case plays
        /// With an error, in words.
        case loud(String)
        /// Ready, and without a picture.
        case silent
        /// The new one plays, and an earlier one has lost its pictures.
        case starvesOthers(Int)

        var words: String {
            switch self {
            case .plays: "none"
            case .loud(let error): "loud error=\"\(error)\""
            case .silent: "silent"
            case .starvesOthers(let count): "silent, of earlier ones: \(count)"
            }
        }
    }

    private let run: DeviceRun

    /// More than any app shows at once; a device that plays so many has no limit that matters.
    private static let most = 32
    /// A new player gets this long to show something, and then all are watched as long: of thirty pictures each.
    private static let watch = Duration.seconds(1)
    /// Fewer new pictures in that time are those of a player that has lost its decoder.
    private static let leastPictures = 5
    private static let releases = 5

    init(_ run: DeviceRun) {
        self.run = run
    }

    func run() async throws {
        for clip in TestClip.kinds {
            guard let url = DeviceClips.made(clip) else { continue }
            let asset = try await Self.repeated(AVURLAsset(url: url))
            try await measurePlaying(asset, clip)
            // What is released takes a moment to be free.
            try await pause(for: .seconds(3))
            try await measurePaused(asset, clip)
            try await pause(for: .seconds(3))
        }
    }

    // MARK: Playing

    private func measurePlaying(_ asset: AVAsset, _ clip: TestClip) async throws {
        var players: [PlainPlayer] = []
        defer { for player in players { player.release() } }
        var outcome = Outcome.plays
        while players.count < Self.most {
            run.say("decoders, \(clip.name): \(players.count) play")
            let (player, next) = try await add(asset, beside: players)
            outcome = next
            guard let player else { break }
            guard case .plays = next else {
                player.release()
                break
            }
            players.append(player)
        }
        let conditions = "\(clip.conditions) sound=none"
        let count = players.count
        run.report.add("decoders  \(conditions)  count=\(count)\(count == Self.most ? " and more" : "")")
        run.report.add("decoders.failure  \(conditions)  after=\(count) \(outcome.words)")
        // Without a limit there is no slot to wait for.
        if count > 0, count < Self.most { try await measureRelease(asset, conditions, &players) }
    }

    /// Adds a player to those that play, and watches all of them.
    private func add(
        _ asset: AVAsset, beside others: [PlainPlayer]
    ) async throws -> (player: PlainPlayer?, outcome: Outcome) {
        let player: PlainPlayer
        do {
            player = try await PlainPlayer(AVPlayerItem(asset: asset))
        } catch let failure as PlainPlayer.NotReady {
            return (nil, .loud(failure.words))
        }
        player.player.rate = 1
        let pictures: [Int]
        do {
            // The decoder that it takes from another is missed only after that: so they are counted afterwards.
            _ = try await countPictures(of: [player] + others)
            pictures = try await countPictures(of: [player] + others)
        } catch {
            player.release()
            throw error
        }
        if let error = player.item.error as NSError? {
            return (player, .loud(PlainPlayer.NotReady(error: error).words))
        }
        if pictures[0] < Self.leastPictures { return (player, .silent) }
        let starved = pictures.dropFirst().filter { $0 < Self.leastPictures }.count
        return (player, starved == 0 ? .plays : .starvesOthers(starved))
    }

    /// How many new pictures each has while all are watched.
    private func countPictures(of players: [PlainPlayer]) async throws -> [Int] {
        var pictures = [Int](repeating: 0, count: players.count)
        let end = HostTime.now.advanced(by: Self.watch)
        while HostTime.now < end {
            for (index, player) in players.enumerated() where player.hasNewPicture() { pictures[index] += 1 }
            try await pause(for: .milliseconds(10))
        }
        return pictures
    }

    // MARK: At rest

    private func measurePaused(_ asset: AVAsset, _ clip: TestClip) async throws {
        var players: [PlainPlayer] = []
        defer { for player in players { player.release() } }
        var outcome = Outcome.plays
        while players.count < Self.most {
            run.say("decoders.paused, \(clip.name): \(players.count) are prerolled")
            do {
                let player = try await PlainPlayer(AVPlayerItem(asset: asset))
                players.append(player)
                _ = await player.preroll()
                let end = HostTime.now.advanced(by: Self.watch)
                var hasPicture = player.hasNewPicture()
                while !hasPicture, HostTime.now < end {
                    try await pause(for: .milliseconds(10))
                    hasPicture = player.hasNewPicture()
                }
                guard !hasPicture else { continue }
                outcome =
                    (player.item.error as NSError?).map { .loud(PlainPlayer.NotReady(error: $0).words) } ?? .silent
                players.removeLast().release()
            } catch let failure as PlainPlayer.NotReady {
                outcome = .loud(failure.words)
            }
            break
        }
        let count = players.count
        run.report.add(
            "decoders.paused  \(clip.conditions) sound=none  count=\(count)\(count == Self.most ? " and more" : "")"
                + " then=\(outcome.words)")
    }

    // MARK: Release

    /// How long after a player has let its item go another one shows its first picture.
    private func measureRelease(
        _ asset: AVAsset, _ conditions: String, _ players: inout [PlainPlayer]
    ) async throws {
        var times: [[Double]] = []
        var failures = 0
        for number in 0..<Self.releases {
            run.say("decoders.release, \(number + 1) of \(Self.releases)")
            guard !players.isEmpty else { break }
            players.removeLast().release()
            let start = HostTime.now
            let end = start.advanced(by: .seconds(10))
            var isBack = false
            while !isBack, HostTime.now < end {
                guard let player = try? await PlainPlayer(AVPlayerItem(asset: asset)) else {
                    try await pause(for: .milliseconds(20))
                    continue
                }
                player.player.rate = 1
                let attempt = HostTime.now.advanced(by: Self.watch)
                while !isBack, HostTime.now < attempt {
                    isBack = player.hasNewPicture()
                    if !isBack { try await pause(for: .milliseconds(2)) }
                }
                if isBack {
                    times.append([start.duration(to: .now).asMilliseconds])
                    players.append(player)
                } else {
                    player.release()
                }
            }
            if !isBack { failures += 1 }
        }
        run.report.add(Figure("decoders.release", conditions, in: "ms", runs: times).line)
        run.report.add("looks  \(conditions)  releases=\(times.count) never=\(failures)")
    }

    // MARK: Clips

    /// The pictures of a clip over and over: players that are watched while more are added must not end meanwhile.
    private static func repeated(_ asset: AVURLAsset) async throws -> AVAsset {
        let composition = AVMutableComposition()
        guard let source = try await asset.loadTracks(withMediaType: .video).first,
            let track = composition.addMutableTrack(
                withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
        else { return asset }
        let turn = CMTimeRange(
            start: .zero, duration: CMTime(value: CMTimeValue(TestClip.seconds), timescale: 1))
        for number in 0..<20 {
            let start = CMTime(value: CMTimeValue(number * TestClip.seconds), timescale: 1)
            try track.insertTimeRange(turn, of: source, at: start)
        }
        return composition
    }
}
