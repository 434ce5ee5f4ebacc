// An `#available` check is always true on a platform that it leaves out.
// refused on tvos: 'networkResourcePriority' is only available in tvOS 26.0
// refused on macos: 'networkResourcePriority' is only available in macOS 26.0
// accepted on ios
import AVFoundation

@MainActor func plantedGuardWithoutPlatform(of player: AVPlayer) {
    if #available(iOS 26.0, *) {
        player.networkResourcePriority = .high
    }
}
