import Foundation
import MultiPlayerKit
import MultiPlayerKitCompare
import MultiPlayerKitScreen

extension ScreenOptions {
    /// The session that they name, and the options with what it says; both as they are if they name none.
    ///
    /// - Throws: `SessionError`.
    func opened() throws(SessionError) -> (options: ScreenOptions, session: ComparisonSession?) {
        guard let sessionPath else { return (self, nil) }
        let session = try ComparisonSession(contentsOf: URL(fileURLWithPath: sessionPath))
        var options = self
        options.sources = session.members.map { Self.word(for: $0.source) }
        options.background = session.background.map(Self.word)
        options.range = session.range.map { TimeRange(start: $0.lowerBound, end: $0.upperBound) }
        (options.loop, options.rate) = (session.loops, session.rate)
        options.audible = session.audible.map { $0 + 1 }
        return (options, session)
    }

    /// How an address is given on a command line.
    private static func word(for source: URL) -> String {
        source.isFileURL ? source.path : source.absoluteString
    }
}

extension ComparisonSession {
    /// The difference that it looks at; `nil`: another layout.
    var difference: TileLayout.Difference? {
        if case .difference(let difference) = layout.arrangement { difference } else { nil }
    }
}
