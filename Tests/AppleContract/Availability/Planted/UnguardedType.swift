// A class of a later release, stored without a question.
// refused on ios tvos macos: 'AVPlaybackCoordinationMedium' is only available in
import AVFoundation

struct PlantedUnguardedType {
    let medium: AVPlaybackCoordinationMedium
}
