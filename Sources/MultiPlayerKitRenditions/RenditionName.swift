import Foundation
import MultiPlayerKit
import MultiPlayerKitCache

/// The name of a rendition's file, which says of what content it was made.
enum RenditionName {
    private static let mark = "-r"
    private static let ending = ".mp4"
    private static let digits = 64

    /// Samples of the content that are hashed, and bytes of each.
    private static let samples = 16
    private static let sampleLength = 4_096

    /// Names the content of a file: its length, the time of its last change, and bytes from all of it. A file that is
    /// replaced, or changed in place, has another name afterwards; one that is moved or copied with its times keeps it.
    ///
    /// - Throws: `PosixError`.
    static func key(of url: URL) throws -> String {
        let file = try PosixFile(url.resolvingSymlinksInPath().path)
        let facts = try file.facts()
        var message = Array("\(facts.size) \(facts.modifiedAt)".utf8)
        var piece = [UInt8](repeating: 0, count: sampleLength)
        for number in 0..<samples {
            let start = max(facts.size - Int64(sampleLength), 0) * Int64(number) / Int64(samples - 1)
            let count = Int(min(Int64(sampleLength), facts.size - start))
            let isWhole = try piece.withUnsafeMutableBytes { bytes in
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: start)
            }
            guard isWhole else {
                throw PosixError(refusing: "read", "it becomes shorter meanwhile", cure: "wait until it is complete")
            }
            message += piece[..<count]
        }
        return SHA256.hex(message)
    }

    static func file(_ key: String, lines: Int) -> String { "\(key)\(mark)\(lines)\(ending)" }

    /// The content and the lines of a rendition; `nil`: the file is not one.
    static func parts(of file: String) -> (key: String, lines: Int)? {
        guard file.hasSuffix(ending), file.utf8.count > digits + mark.utf8.count + ending.utf8.count else { return nil }
        let (key, rest) = (file.prefix(digits), file.dropFirst(digits))
        guard key.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }), rest.hasPrefix(mark)
        else { return nil }
        let text = rest.dropFirst(mark.count).dropLast(ending.count)
        guard let lines = Int(text), lines > 0, String(lines) == text else { return nil }
        return (String(key), lines)
    }
}
