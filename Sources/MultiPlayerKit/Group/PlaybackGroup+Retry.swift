/// Members that come back.
extension PlaybackGroup {
    /// Opens a member anew that has failed or that the stall policy has taken out. It joins the line where the group is
    /// by then; a group that gets ready for its start waits for it.
    ///
    /// Clears its error in ``failures``; if it fails again, that is reported like the first failure. Does nothing for a
    /// member that takes part, and for one that is gone. A player that the app lent was handed back when it failed:
    /// remove the member and add its player anew.
    public func retry(_ member: MemberID) {
        guard let phase = runner.lineup.phases[member], phase == .failed || phase == .dropped else { return }
        failures[member] = nil
        runner.perform(.retry(member))
    }
}
