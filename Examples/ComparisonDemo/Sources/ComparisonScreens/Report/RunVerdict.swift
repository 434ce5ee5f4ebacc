/// How a run went, as the exit code that scripts read.
struct RunVerdict: Equatable {
    /// Something could not be opened at the start.
    private(set) var hasUnplayableInput = false
    /// Something gave up, or ended too early, after the start.
    private(set) var hasFailedWhilePlaying = false
    /// A recording, picture or report is not complete.
    var hasLostOutput = false
    /// Ctrl-C or a request to end.
    var wasInterrupted = false

    mutating func noteFailure(afterStart: Bool) {
        if afterStart { hasFailedWhilePlaying = true } else { hasUnplayableInput = true }
    }

    /// The most telling one, where several would fit.
    var exitCode: Int32 {
        if wasInterrupted { return Self.interrupted }
        if hasUnplayableInput { return CommandLineMistake.exitCode }
        return hasFailedWhilePlaying || hasLostOutput ? 1 : 0
    }

    /// What a shell expects of a program that ctrl-C has ended.
    static let interrupted: Int32 = 130
}
