// The same call with a complete check: it is accepted, so the other files are refused for the reason that they state.
// accepted on ios tvos macos
import AVFoundation

@MainActor func plantedGuardedCall(of player: AVPlayer) {
    if #available(iOS 26.0, tvOS 26.0, macOS 26.0, visionOS 26.0, *) {
        player.networkResourcePriority = .high
    }
}
