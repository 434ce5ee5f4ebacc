import MultiPlayerKit
import MultiPlayerKitCompare

/// Places that somebody wants to find again.
extension ScreenModel {
    /// During playback, a marker passed less than this long ago is skipped on the way back: otherwise the key would
    /// return to the same marker again and again.
    private static let passing = Duration.milliseconds(700)

    func toggleMarker() { markers.toggle(at: position) }

    /// Goes to the next marker in a direction; without one it stays.
    func jump(_ direction: ScreenAction.Direction) {
        let margin = group.state == .playing ? Self.passing : .zero
        let marker =
            switch direction {
            case .forwards: markers.next(after: position)
            case .backwards: markers.last(before: position - margin)
            }
        guard let marker else { return }
        forgetLanding()
        skip(to: marker.time)
    }

    /// Half a frame at 30 a second.
    private static let near = Duration.milliseconds(16)

    /// What the marker says at which the group stands; `nil`: nothing.
    var markerText: String? {
        guard group.state == .paused || group.state == .ended else { return nil }
        let position = position
        return markers.first {
            !$0.text.isEmpty && $0.time >= position - Self.near && $0.time <= position + Self.near
        }?.text
    }

    /// Where the markers are along the time line, 0…1.
    var markerFractions: [Double] {
        guard let range else { return [] }
        let length = (range.upperBound - range.lowerBound).inSeconds
        guard length > 0 else { return [] }
        return markers.map { ($0.time - range.lowerBound).inSeconds / length }.filter { (0...1).contains($0) }
    }
}
