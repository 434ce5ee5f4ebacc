import Foundation
import Observation

/// The one file that a run leaves, in the form of `Tests/DeviceRun/README.md`, and its lines as they come.
@MainActor
@Observable
final class RunReport {
    private(set) var lines: [String] = []
    /// Where it is written; `nil` before the first run.
    private(set) var file: URL?

    func begin(named name: String, head: [String]) {
        lines = head
        file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first?.appending(path: name)
        write()
    }

    /// Adds a line, and writes the file anew: a run that the system ends has lost nothing before.
    func add(_ line: String) {
        lines.append(line)
        write()
    }

    private func write() {
        guard let file else { return }
        do {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
        } catch {
            lines.append("note  the report cannot be written: \(error)")
        }
    }
}
