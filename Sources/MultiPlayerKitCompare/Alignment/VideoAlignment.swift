import Foundation
import MultiPlayerKit
import Synchronization

/// Finds how two recordings of one event lie to each other, from what both microphones heard or both cameras saw.
///
/// ```swift
/// let found = try await VideoAlignment(of: MediaSource(url: second), with: MediaSource(url: first)).run()
/// group.align(secondMember, with: firstMember, as: found)
/// ```
/// Sound is compared where both have some: by the loudness of its bands, then sample by sample. Where there is none, or
/// it leaves doubt, pictures are: what moves before standing cameras of about the same view. On Linux the sizes of the coded
/// pictures say where to look, so that little is decoded. The recordings need five seconds in common, and their clocks may
/// differ by 0.1 %.
public struct VideoAlignment: Sendable {
    /// What is brought into step.
    public var source: MediaSource
    /// What it is brought into step with.
    public var reference: MediaSource

    /// Creates an alignment of two videos.
    public init(of source: MediaSource, with reference: MediaSource) {
        (self.source, self.reference) = (source, reference)
    }

    /// Reads as much of both videos as it takes, and compares them.
    ///
    /// - Parameter progress: called on the main actor now and then with the part that is done, 0…1.
    /// - Throws: `PlaybackError` `notAlignable` where nothing says for sure how they lie to each other, others for a video
    ///   that cannot be read; `CancellationError`.
    @MainActor
    public func run(progress: @MainActor (Double) -> Void = { _ in }) async throws -> AlignmentResult {
        let isCancelled = Flag()
        let (parts, report) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        return try await withTaskCancellationHandler {
            async let found = search(isCancelled, report)
            // A second look at the sound begins earlier again.
            var most = 0.0
            for await part in parts where part > most {
                most = part
                progress(part)
            }
            return try await found
        } onCancel: {
            isCancelled.raise()
        }
    }

    /// Pictures of one video that are kept: 50 MB.
    private static let mostPictures = 20_000

    /// Set once, read by others.
    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isRaised: Bool { value.withLock { $0 } }
        func raise() { value.withLock { $0 = true } }
    }

    private nonisolated func search(
        _ isCancelled: Flag, _ report: AsyncStream<Double>.Continuation
    ) async throws -> AlignmentResult {
        defer { report.finish() }
        let first = try await Recording.open(reference) { isCancelled.isRaised }
        let second = try await Recording.open(source) { isCancelled.isRaised }
        // Reading blocks, and comparing takes long: both in a thread of their own.
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                let result = Result { try compare(first, second, report) }
                continuation.resume(with: isCancelled.isRaised ? .failure(CancellationError()) : result)
            }
        }
    }

    private func compare(
        _ first: Recording, _ second: Recording, _ report: AsyncStream<Double>.Continuation
    ) throws -> AlignmentResult {
        report.yield(0.05)
        let haveSound = first.info.hasAudio && second.info.hasAudio
        // Sound that only one has heard is not worth decoding, and could only mislead. To learn the sizes a file is read to
        // its end, which is not worth it for long ones.
        let isShort = max(first.pictureCount, second.pictureCount) <= Self.mostPictures
        let lag =
            haveSound && isShort
            ? PictureAligner.lag(of: try second.codedPictures(), with: try first.codedPictures()) : nil
        if haveSound, let found = try compareSound(first, second, lag: lag, report) { return found }
        let ways = Recording.waysToCompare(first, second, mostPictures: Self.mostPictures)
        if ways.isEmpty { throw refusal("it is too long to compare all its pictures with those of") }
        for way in ways {
            let material: PictureAligner.Material =
                switch way {
                case .all: .all(try first.allPictures(), try second.allPictures())
                case .coded: .coded(try first.codedPictures(), try second.codedPictures())
                }
            report.yield(0.8)
            let aligner = PictureAligner(material) { side, range throws(PlaybackError) in
                try (side == .reference ? first : second).pictures(in: range)
            }
            if let found = try aligner.align(), found.isSure { return AlignmentResult(found, .pictures) }
        }
        // The sizes may have pointed to the wrong part.
        if lag != nil, let found = try compareSound(first, second, lag: nil, report) { return found }
        let sought =
            haveSound ? "neither its sound nor what moves in it says" : "without sound, what moves does not say"
        throw refusal("\(sought) for sure how it lies to")
    }

    /// Seconds of sound beyond what both are thought to have in common.
    private static let margin = 2.0
    /// Seconds by which sound may say something else than the sizes of coded pictures, which are right to a tenth.
    private static let disagreement = 0.5

    /// - Parameter lag: how both lie, about; `nil`: unknown.
    private func compareSound(
        _ first: Recording, _ second: Recording, lag: LagSearch.Candidate?, _ report: AsyncStream<Double>.Continuation
    ) throws -> AlignmentResult? {
        let lengths = (first.info.bounds.length.seconds, second.info.bounds.length.seconds)
        let own = try first.sound(until: lag.map { lengths.1 - $0.lag + Self.margin } ?? .infinity)
        report.yield(0.3)
        let theirs = try second.sound(until: lag.map { lengths.0 + $0.lag + Self.margin } ?? .infinity)
        report.yield(0.5)
        guard let found = SoundAligner().align(theirs, with: own), found.isSure,
            lag.map({ abs(found.offset + (found.speed - 1) * $0.at - $0.lag) <= Self.disagreement }) ?? true
        else { return nil }
        return AlignmentResult(found, .sound)
    }

    private func refusal(_ reason: String) -> PlaybackError {
        PlaybackError(
            .notAlignable, subject: source.name, reason: "\(reason) \(reference.name)",
            cure: "mark an instant in each and align them by hand")
    }
}

extension Recording {
    /// About how many pictures it has.
    var pictureCount: Int { Int(info.bounds.length.seconds * (info.frameRate?.perSecond ?? 30)) }
}

extension AlignmentResult {
    /// Less than a millionth, 3.6 ms an hour, is the uncertainty of the estimate and not a clock's. It would keep players
    /// from playing sound as it is.
    private static let leastDrift = 1e-6

    fileprivate init(_ estimate: AlignmentEstimate, _ evidence: Evidence) {
        let speed = abs(estimate.speed - 1) < Self.leastDrift ? 1 : estimate.speed
        self.init(
            offset: .nearest(seconds: estimate.offset), speed: speed, confidence: estimate.confidence,
            evidence: evidence)
    }
}
