// A call of a later release without an `#available` check: compiles on Linux, does not start on iOS 18.
// refused on ios tvos macos: 'networkResourcePriority' is only available in
import AVFoundation

@MainActor func plantedUnguardedCall(of player: AVPlayer) {
    player.networkResourcePriority = .high
}
