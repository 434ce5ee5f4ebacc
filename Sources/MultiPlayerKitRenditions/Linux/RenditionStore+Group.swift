#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// What a store tells while it supplies a group.
    public enum RenditionEvent: Sendable {
        /// A rendition of this many lines is being made, because tiles are much smaller than the video; the part that is
        /// done, 0…1. Told for each hundredth at most; it never falls, and `made` may follow before it is 1.
        case making(lines: Int, of: URL, part: Double)
        /// There is a rendition of this many lines now, and these members, which play the video, were told of it.
        case made(lines: Int, of: URL, for: [MemberID])
        /// A video plays as it is, for this reason.
        case left(URL, PlaybackError)
    }

    extension RenditionStore {
        /// How often a group is looked at: tiles move and members come seldom.
        private static let interval = Duration.seconds(1)
        /// How long until a member that still wishes what it was offered is offered it again: it may have been opened anew.
        private static let patience = Duration.seconds(10)
        /// The time between two offers. Each member opens the file and decodes it beside the old one for a moment, for which a
        /// dozen at once would take the processors from tiles that play.
        private static let offerDistance = Duration.milliseconds(100)
        /// How long until what could not be made is tried again: a disk may have room by then.
        private static let pause = Duration.seconds(600)

        /// Makes renditions for the members whose tiles are much smaller than their videos, one after the other, and offers
        /// each to all members that show the video. Those that the budget lets decode least come first.
        ///
        /// A member switches on an exact frame, and back to its original when its tile grows. Holds the group, and returns when
        /// the task is cancelled.
        ///
        /// - Parameter report: told what is being made, what was made and what was not.
        @MainActor
        public func supply(
            _ group: PlaybackGroup, report: @MainActor (RenditionEvent) -> Void = { _ in }
        ) async {
            var failed: [RenditionWish.Work: HostTime] = [:]
            var offered: [RenditionWish.Offer: HostTime] = [:]
            var former: Set<RenditionWish.Work> = []
            while !Task.isCancelled {
                let now = HostTime.now
                let wishes = group.renditionWishes.filter { wish in
                    guard let offer = wish.offer else { return false }
                    return failed[offer.work].map { $0.duration(to: now) > Self.pause } ?? true
                        && offered[offer].map { $0.duration(to: now) > Self.patience } ?? true
                }
                // Tiles that grow or shrink step by step pass sizes that nobody wishes a second later.
                let lasting = wishes.filter { $0.work.map(former.contains) ?? false }
                former = Set(wishes.compactMap(\.work))
                guard let work = RenditionWish.next(of: lasting)?.work else {
                    try? await Task.sleep(for: Self.interval)
                    continue
                }
                do {
                    guard let made = try await make(work, report: report) else {
                        failed[work] = .now
                        continue
                    }
                    // Members may have come and gone meanwhile.
                    let offers = group.renditionWishes.compactMap(\.offer).filter { $0.work == work }
                    for offer in offers {
                        offered[offer] = .now
                        group.offer(made, to: offer.member)
                        try await Task.sleep(for: Self.offerDistance)
                    }
                    report(.made(lines: work.lines, of: work.url, for: offers.map(\.member)))
                } catch is CancellationError {
                    return
                } catch {
                    failed[work] = .now
                    if let error = error as? PlaybackError { report(.left(work.url, error)) }
                }
            }
        }
    }

    extension RenditionStore {
        /// The least progress that is worth telling.
        private static let step = 0.01

        @MainActor
        private func make(
            _ work: RenditionWish.Work, report: @MainActor (RenditionEvent) -> Void
        ) async throws -> URL? {
            let (parts, progress) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
            async let made = make(work, progress)
            var told = -Self.step
            for await part in parts where part >= told + Self.step {
                told = part
                report(.making(lines: work.lines, of: work.url, part: part))
            }
            return try await made
        }

        private func make(
            _ work: RenditionWish.Work, _ progress: AsyncStream<Double>.Continuation
        ) async throws -> URL? {
            defer { progress.finish() }
            return try await make(for: work.lines, of: work.url) { progress.yield($0) }
        }
    }

    extension PlaybackGroup {
        /// What each member would like to have.
        fileprivate var renditionWishes: [RenditionWish] {
            let tiers = Dictionary(uniqueKeysWithValues: snapshot.members.map { ($0.id, $0.tier) })
            return runner.lineup.entries.compactMap { entry in
                guard let player = entry.player as? GStreamerPlayer, let tile = player.tileSize,
                    let sizes = player.sizes,
                    entry.source.url.isFileURL
                else { return nil }
                return RenditionWish(
                    member: entry.id, url: entry.source.url, tileLines: Int(tile.height.rounded(.up)),
                    stored: sizes.map { Int($0.height) },
                    tier: tiers[entry.id] ?? .full)
            }
        }

        fileprivate func offer(_ url: URL, to member: MemberID) {
            (runner.lineup.entries.first { $0.id == member }?.player as? GStreamerPlayer)?.offer(url)
        }
    }
#endif
