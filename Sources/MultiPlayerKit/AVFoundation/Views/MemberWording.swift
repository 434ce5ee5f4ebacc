#if canImport(AVFoundation) && canImport(SwiftUI)
    import SwiftUI

    /// What the views call members and states.
    extension PlaybackGroup {
        /// What people call the member's video; its number once it has been removed.
        func name(of member: MemberID) -> String {
            runner.lineup.entries.first { $0.id == member }?.name ?? member.description
        }

        /// What a member does and where it is, as VoiceOver says it.
        func spokenState(of member: MemberID) -> Text {
            if let failure = failures[member] { return Text(verbatim: failure.description) }
            let time = TimeText(time())
            return switch state {
            case .paused: Text("Paused at \(time.spoken)")
            case .preparing: Text("Preparing")
            case .playing: Text("Playing at \(time.spoken)")
            case .ended: Text("Ended at \(time.spoken)")
            }
        }
    }
#endif
