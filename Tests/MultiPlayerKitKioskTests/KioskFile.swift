import Foundation

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// A valid kiosk file in lines, some of which a test replaces.
enum KioskFile {
    static let folder = URL(filePath: "/srv/kiosk", directoryHint: .isDirectory)

    static let lines = [
        #"{"#,
        #"  "screens": ["#,
        #"    { "name": "left", "size": [1280, 720], "ticksPerSecond": 59.94, "layout": "stacked","#,
        #"      "background": "road.mp4","#,
        #"      "tiles": ["#,
        #"        { "name": "with", "clips": ["a.mp4", {"file": "b.mp4", "from": 1, "to": 3, "duration": 5, "fade": 0.5}] },"#,
        #"        { "name": "without", "clip": "https://example.com/c.mp4", "poster": "p.png", "end": "loop" }"#,
        #"      ],"#,
        #"      "part": [0, 0, 0.5, 1], "output": "full-screen" },"#,
        #"    { "name": "right", "tiles": [{ "name": "bus", "clip": "d.mp4" }], "output": {"connector": 34} }"#,
        #"  ],"#,
        #"  "loop": "together", "audio": "without","#,
        #"  "schedule": [{"days": ["mon", "tue"], "on": "09:00", "off": "18:00"}, {"on": "22:00", "off": "02:30"}],"#,
        #"  "clock": {"source": "network", "host": "10.0.0.1", "port": 5638, "epoch": "2026-01-01T00:00:00Z"},"#,
        #"  "watch": {"socket": "run/kiosk.sock", "port": 9100, "heartbeat": "/run/kiosk.beat"}"#,
        #"}"#,
    ]

    static var text: String { lines.joined(separator: "\n") }

    /// The valid file with one line replaced, lines counted from 1.
    static func with(line: Int, _ text: String) -> String {
        var lines = lines
        lines[line - 1] = text
        return lines.joined(separator: "\n")
    }

    static func read(_ text: String, checkingFiles: Bool = false) throws(KioskConfigurationError) -> KioskConfiguration
    {
        try KioskConfiguration(data: Data(text.utf8), folder: folder, checkingFiles: checkingFiles)
    }

    /// The mistakes in a text; empty if it is valid.
    static func mistakes(_ text: String) -> [KioskConfigurationError.Mistake] { mistakes(Array(text.utf8)) }

    static func mistakes(_ bytes: [UInt8]) -> [KioskConfigurationError.Mistake] {
        do {
            _ = try KioskConfiguration(data: Data(bytes), folder: folder)
            return []
        } catch {
            return error.mistakes
        }
    }
}
