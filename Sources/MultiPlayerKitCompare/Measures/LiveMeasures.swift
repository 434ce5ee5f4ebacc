import Foundation
import MultiPlayerKit
import Synchronization

/// Measures two members of a group while they are shown.
///
/// On Linux a stage gives it the pictures:
/// ```swift
/// let measures = LiveMeasures(of: copy, against: original)
/// try stage.add(measures)
/// // Later, at any time:
/// print(measures.latest?.measures.psnr ?? .infinity, measures.comparison.worst(3).map(\.time))
/// ```
/// On Apple platforms a `ComposedSurface` does (`measures.read(surface)`), of the two members whose difference it shows.
///
/// What is measured are the decoded pictures that are shown together and due together, whole and before any conversion
/// for a screen. On a stage the members then decode their largest rendition, however small their tiles; a surface has its
/// pictures in 4:2:0 with 8 bits.
///
/// Measuring has a thread of its own, of low priority: it delays no tick. A pair that comes while another is being
/// measured is passed over and counted; played once more, it is measured then.
public final class LiveMeasures: Sendable {
    private struct State {
        /// By the time of the reference's frame.
        var pairs: [Duration: MeasuredPair] = [:]
        var latest: MeasuredPair?
        var skipped = 0
        var isBusy = false
        /// The pair that was given last, so that a frame that stays is measured once.
        var given: [Duration] = []
        var error: PlaybackError?
    }

    /// Two frames that are shown together.
    struct Moment: Sendable {
        /// Group time.
        var time: Duration
        /// Item times from the first frames.
        var referenceTime, otherTime: Duration
    }

    /// The member that is measured.
    public let member: MemberID
    /// The member that it is measured against.
    public let reference: MemberID
    private let state = Mutex(State())
    private let worker = MeasureWorker()

    /// Pairs that are kept: an hour of 30 a second, some 40 MB.
    private static let mostPairs = 108_000

    /// Creates measures of two members of one group; nothing is measured before pictures are given to it.
    public init(of member: MemberID, against reference: MemberID) {
        (self.member, self.reference) = (member, reference)
    }

    /// The pair measured last; `nil` before the first.
    public var latest: MeasuredPair? { state.withLock(\.latest) }

    /// All pairs measured, by group time, each frame of the reference once.
    public var comparison: MeasuredComparison {
        MeasuredComparison(pairs: state.withLock { Array($0.pairs.values) }.sorted { $0.time < $1.time })
    }

    /// Pairs that were shown while another was being measured.
    public var skipped: Int { state.withLock(\.skipped) }

    /// Why the pictures cannot be measured; `nil` if they can.
    public var error: PlaybackError? { state.withLock(\.error) }

    /// Measures two pictures elsewhere, unless they have been, or others are being measured.
    func take(
        _ moment: Moment, _ measure: @escaping @Sendable (MeasureWorker) throws(PlaybackError) -> PictureMeasures
    ) {
        let isWanted = state.withLock { state in
            let times = [moment.referenceTime, moment.otherTime]
            guard state.error == nil, state.given != times else { return false }
            state.given = times
            guard !state.isBusy else {
                state.skipped += 1
                return false
            }
            state.isBusy = true
            return true
        }
        guard isWanted else { return }
        worker.perform { [weak self] worker in
            do throws(PlaybackError) {
                let measures = try measure(worker)
                self?.note(
                    MeasuredPair(
                        time: moment.time, referenceTime: moment.referenceTime, otherTime: moment.otherTime,
                        measures: measures))
            } catch {
                self?.state.withLock { ($0.error, $0.isBusy) = (error, false) }
            }
        }
    }

    private func note(_ pair: MeasuredPair) {
        state.withLock { state in
            if state.pairs.count >= Self.mostPairs { state.pairs = [:] }
            state.pairs[pair.referenceTime] = pair
            (state.latest, state.isBusy) = (pair, false)
        }
    }
}
