#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import SwiftUI

    /// Why there is no difference to be seen.
    enum DifferenceRefusal: Hashable {
        case oneMember
        /// The rest by name.
        case stream(String)
        case protectedFile(String)
        case failed(String)
        case foreignPlayer(String)

        /// `nil`: nothing is known to stand in the way.
        @MainActor
        init?(of group: PlaybackGroup) {
            guard group.members.count > 1 else {
                self = .oneMember
                return
            }
            for member in group.members.prefix(2) {
                let name = group.name(of: member)
                guard let player = group.steered(member) else {
                    self = .foreignPlayer(name)
                    return
                }
                if group.failures[member] != nil {
                    self = .failed(name)
                    return
                }
                if player.openAsset?.canCompose == false {
                    self = .stream(name)
                    return
                }
            }
            return nil
        }

        /// Whether one of the first two is protected: its output hands out nothing.
        @MainActor
        static func protection(of group: PlaybackGroup) async -> DifferenceRefusal? {
            for member in group.members.prefix(2) {
                guard let asset = group.steered(member)?.openAsset?.asset,
                    (try? await asset.load(.hasProtectedContent)) == true
                else { continue }
                return .protectedFile(group.name(of: member))
            }
            return nil
        }

        var text: Text {
            switch self {
            case .oneMember: Text("A difference needs two videos. Add another one.")
            case .stream(let name):
                Text("\(name) is a stream, and a difference needs files. Choose a wipe to compare in place.")
            case .protectedFile(let name):
                Text("\(name) is protected and keeps its pixels to itself. Choose a wipe to compare in place.")
            case .failed(let name): Text("\(name) cannot be played. Another layout says why, in its place.")
            case .foreignPlayer(let name):
                Text("\(name) is played by another player, whose pixels are not to be had.")
            }
        }
    }

    /// Stands where the difference of two pictures would be.
    struct DifferenceNotice: View {
        let refusal: DifferenceRefusal

        var body: some View {
            ContentUnavailableView(
                "No Difference View", systemImage: "square.on.square.dashed", description: refusal.text)
        }
    }
#endif
