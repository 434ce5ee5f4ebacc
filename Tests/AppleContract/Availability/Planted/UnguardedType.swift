// A class of a later release, stored without an `@available` attribute.
// refused on ios tvos macos: 'AVPlaybackCoordinationMedium' is only available in
import AVFoundation

struct PlantedUnguardedType {
    let medium: AVPlaybackCoordinationMedium
}
