import Foundation
import MultiPlayerKit

extension KioskStatus {
    /// For a terminal: a few lines about the kiosk, then a table for each screen. Ends with a line feed.
    public func summary() -> String {
        let error = clock.errorSeconds.map { "error up to \(PlainText.span($0))" } ?? "error unknown"
        let memory = Self.decimals(Double(process.memoryBytes) / 1_000_000, 1)
        var lines = [
            "Kiosk is \(isOn ? "on" : "off"), at \(PlainText.localTime(at)), started \(PlainText.span(at - startedAt)) ago",
            "Clock: \(clock.source), \(clock.isSynchronized ? "synchronized" : "NOT synchronized"), \(error), "
                + "correction \(Self.decimals(clock.correctionPPM, 1)) ppm",
            "Process: \(memory) MB, \(process.descriptors) descriptors, \(process.threads) threads, "
                + "\(PlainText.span(process.processorSeconds)) of processor time",
        ]
        for screen in screens {
            lines.append("")
            let size = screen.size.map(String.init).joined(separator: "×")
            let ticks = screen.ticks
            lines.append(
                "Screen \(screen.name): \(size), \(Self.words(screen.output)); "
                    + "ticks: \(ticks.presented) presented, \(ticks.late) late, \(ticks.missed) missed")
            lines += Self.table(screen.tiles)
        }
        return lines.map { PlainText.line($0) + "\n" }.joined()
    }

    private static func words(_ output: Output) -> String {
        switch output {
        case .window: "in a window"
        case .connector: "on a connector"
        case .none: "shown nowhere"
        case .failed(let reason): "NOT shown: \(reason)"
        }
    }

    /// Columns as wide as their widest entry; what may be long is last.
    private static func table(_ tiles: [Tile]) -> [String] {
        var rows = [["TILE", "STATE", "POSITION", "TURN", "LATE", "REBUILT", "SOUND", "CLIP", "FAILURE"]]
        for tile in tiles {
            rows.append([
                PlainText.line(tile.name), tile.state.rawValue, decimals(tile.position, 3) + " s", "\(tile.turn)",
                "\(tile.lateTicks)", "\(tile.rebuilds)", tile.isAudible ? "yes" : "-", PlainText.line(tile.clip),
                tile.failure ?? "-",
            ])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = "  " + cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func decimals(_ value: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", value)
    }
}
