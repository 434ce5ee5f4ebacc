import AVFoundation
import MultiPlayerKit

/// Where the players of a group are, against the line that the group has told them.
@MainActor
struct GroupLook {
    let group: PlaybackGroup
    /// The length of a member's turn where it loops; `nil` where none does.
    let turn: Duration?

    /// How far a member's player is behind the group's line at a host time; `nil` while it follows none.
    ///
    /// Rate, item time and host time of one instant come from its timebase in one call, so no second reading of a clock
    /// gets in between. All members of these measurements begin at the group's own zero, at its speed.
    func lateness(of id: MemberID, at host: HostTime) -> Duration? {
        guard let line = line(of: id) else { return nil }
        let shown = line.time + line.host.duration(to: host) * line.rate
        return folded(group.time(at: host) - shown)
    }

    /// The line that a member's timebase follows, and how fast that is by the host clock.
    func line(of id: MemberID) -> (rate: Double, time: Duration, host: HostTime)? {
        guard let timebase = group.player(of: id)?.currentItem?.timebase else { return nil }
        return HostLine.of(timebase)
    }

    /// The number of the frame that is due at a host time, in the turn of a loop.
    func frame(at host: HostTime) -> Int {
        let position = group.time(at: host).asSeconds
        let inside = turn.map { position - (position / $0.asSeconds).rounded(.down) * $0.asSeconds } ?? position
        // A thousandth of a frame, because times are rounded to nanoseconds.
        return Int((inside * Double(TestClip.rate) + 0.001).rounded(.down))
    }

    /// Turns are alike, and the item of a loop counts through many: only the place within one is compared.
    private func folded(_ lateness: Duration) -> Duration {
        guard let turn else { return lateness }
        let turns = (lateness.asSeconds / turn.asSeconds).rounded()
        return lateness - turn * Int(turns)
    }
}

/// How item time and host time belong together.
enum HostLine {
    /// `nil` for a timebase that stands.
    static func of(_ timebase: CMTimebase) -> (rate: Double, time: Duration, host: HostTime)? {
        guard let line = try? timebase.rateAndAnchorTime(relativeTo: CMClock.hostTimeClock), line.rate > 0,
            let time = Duration(line.anchorTime), let host = HostTime(line.referenceTime)
        else { return nil }
        return (line.rate, time, host)
    }
}

/// The audio session of runs with sound. Without it a device that is switched to silent would be measured silent.
enum Sound {
    static func claim() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback, mode: .moviePlayback)
        try AVAudioSession.sharedInstance().setActive(true)
    }

    static func giveBack() {
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    }
}
