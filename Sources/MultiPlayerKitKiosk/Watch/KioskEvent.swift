import Foundation
import MultiPlayerKit

/// Something that happened to a kiosk and that its operators may want to know.
///
/// Its `description` is one line for a log.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum KioskEvent: Hashable, Sendable, CustomStringConvertible {
    case started
    /// The tile keeps what it shows, and tries the clip again after a while. `error` is a `PlaybackError`'s text.
    case clipFailed(tile: String, error: String, retryIn: Duration)
    case clipBack(tile: String, clip: String)
    /// A tile's player was rebuilt.
    case rebuilt(tile: String, reason: String)
    /// The file of a clip was replaced; the new one plays from the next seam on.
    case replaced(tile: String, clip: String)
    /// `until`: when its hours end; `nil`: never.
    case switchedOn(until: Date?)
    /// `until`: when its hours begin again; `nil`: never.
    case switchedOff(until: Date?)
    /// The shared time was set; positive: forwards.
    case clockJump(by: Duration)
    case clockLost
    case clockFound
    case outputLost(screen: String, reason: String)
    case outputBack(screen: String)
    /// The tile that should be heard is not; its sound is tried again.
    case soundLost(reason: String)
    case soundBack

    public var description: String {
        let text =
            switch self {
            case .started: "kiosk started"
            case .clipFailed(let tile, let error, let wait):
                "tile \(tile): \(error); trying again in \(PlainText.span(wait.seconds))"
            case .clipBack(let tile, let clip): "tile \(tile): \(clip) plays again"
            case .rebuilt(let tile, let reason): "tile \(tile): player made anew: \(reason)"
            case .replaced(let tile, let clip): "tile \(tile): \(clip) was replaced, the new one plays"
            case .switchedOn(let end): "switched on" + Self.until(end)
            case .switchedOff(let end): "switched off" + Self.until(end)
            case .clockJump(let step):
                "clock set \(step < .zero ? "back" : "forwards") by \(PlainText.span(abs(step.seconds)))"
            case .clockLost: "clock lost, going on by the machine's own"
            case .clockFound: "clock found again"
            case .outputLost(let screen, let reason): "screen \(screen): output lost: \(reason)"
            case .outputBack(let screen): "screen \(screen): output is back"
            case .soundLost(let reason): "sound lost: \(reason)"
            case .soundBack: "sound is back"
            }
        return PlainText.line(text)
    }

    private static func until(_ date: Date?) -> String {
        date.map { " until \(PlainText.localTime($0.timeIntervalSince1970))" } ?? ""
    }
}
