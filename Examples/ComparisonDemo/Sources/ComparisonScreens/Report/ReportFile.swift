import Foundation

/// How reports are written.
enum ReportFile {
    /// Keys in the order of the alphabet, so that two reports can be compared line by line.
    static func json(_ report: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(report) + Data("\n".utf8)
    }
}
