import AVFoundation
import MultiPlayerKit
import QuartzCore

/// A player without the kit, with an output that makes it decode: for what is AVFoundation's own doing.
@MainActor
final class PlainPlayer {
    struct NotReady: Error {
        /// The item's error, and what caused it; `nil`: it never said anything.
        var error: NSError?
    }

    /// What a completion handler tells.
    struct Completion: Sendable {
        var isDone: Bool
        var took: Duration
        var isOnMain: Bool
    }

    let player: AVPlayer
    let item: AVPlayerItem
    private let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: IndexPicture.format
    ])

    /// Longer than any item that is going to be ready takes.
    private static let patience = Duration.seconds(10)

    convenience init(_ url: URL) async throws {
        try await self.init(AVPlayerItem(url: url))
    }

    /// Waits until the item is ready.
    init(_ item: AVPlayerItem) async throws {
        self.item = item
        // Attached before the item is a player's: later, the player would plan its decoding anew.
        item.add(output)
        player = AVPlayer()
        player.automaticallyWaitsToMinimizeStalling = false
        player.isMuted = true
        player.replaceCurrentItem(with: item)
        let end = HostTime.now.advanced(by: Self.patience)
        while item.status != .readyToPlay || player.status != .readyToPlay {
            guard item.status != .failed, HostTime.now < end else {
                let error = item.error as NSError?
                release()
                throw NotReady(error: error)
            }
            do {
                try await pause(for: .milliseconds(5))
            } catch {
                release()
                throw error
            }
        }
    }

    func release() {
        player.replaceCurrentItem(with: nil)
    }

    func seek(to time: CMTime) async -> Completion {
        await timed { player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: $0) }
    }

    func preroll() async -> Completion {
        await timed { player.preroll(atRate: 1, completionHandler: $0) }
    }

    /// Whether there is a picture that was not there at the last look.
    func hasNewPicture() -> Bool {
        let time = output.itemTime(forHostTime: CACurrentMediaTime())
        guard output.hasNewPixelBuffer(forItemTime: time) else { return false }
        return output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) != nil
    }

    private func timed(_ act: (@escaping @Sendable (Bool) -> Void) -> Void) async -> Completion {
        let start = HostTime.now
        return await withCheckedContinuation { continuation in
            act { isDone in
                continuation.resume(
                    returning: Completion(
                        isDone: isDone, took: start.duration(to: .now), isOnMain: Thread.isMainThread))
            }
        }
    }
}
