// The same with the question, so that a refusal of the others is one for their reason.
// accepted on ios tvos macos
import AVFoundation

@MainActor func plantedGuardedCall(of player: AVPlayer) {
    if #available(iOS 26.0, tvOS 26.0, macOS 26.0, visionOS 26.0, *) {
        player.networkResourcePriority = .high
    }
}
