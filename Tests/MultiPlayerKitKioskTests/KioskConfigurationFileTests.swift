import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

/// Reading a file from a folder, and checking that the files it names exist.
@Suite struct KioskConfigurationFileTests {
    private func withFolder(_ test: (URL) throws -> Void) throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try test(scratch.url)
    }

    private func mistakes(_ file: URL, checkingFiles: Bool = false) -> [KioskConfigurationError.Mistake] {
        do {
            _ = try KioskConfiguration(contentsOf: file, checkingFiles: checkingFiles)
            return []
        } catch {
            return error.mistakes
        }
    }

    @Test func `names are relative to the folder of the file`() throws {
        try withFolder { folder in
            let file = folder.appending(path: "kiosk.json")
            try Data(#"{"screens": [{"background": "a.mp4"}]}"#.utf8).write(to: file)
            let configuration = try KioskConfiguration(contentsOf: file)
            #expect(
                configuration.screens[0].background?.clips[0].source.url.path == folder.appending(path: "a.mp4").path)
        }
    }

    @Test func `missing files are mistakes when that is to be checked`() throws {
        try withFolder { folder in
            let file = folder.appending(path: "kiosk.json")
            try Data("x".utf8).write(to: folder.appending(path: "here.mp4"))
            let lines = [
                #"{ "screens": [{ "background": "here.mp4","#, #"    "tiles": [{ "name": "a", "poster": "p.png","#,
                #"      "clips": ["gone.mp4", ".", "http://localhost/x.mp4"] }] }],"#,
                #"  "watch": {"heartbeat": "nowhere/beat", "socket": "kiosk.sock"} }"#,
            ]
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
            #expect(mistakes(file).isEmpty)
            let found = mistakes(file, checkingFiles: true)
            #expect(
                found.map(\.field) == [
                    "screens[0].tiles[0].poster", "screens[0].tiles[0].clips[0]", "screens[0].tiles[0].clips[1]",
                    "watch.heartbeat",
                ])
            #expect(found.map(\.line) == [2, 3, 3, 4])
            #expect(
                zip(found, [#""p.png""#, #""gone.mp4""#, "is a folder", "nowhere"]).allSatisfy {
                    $0.problem.contains($1)
                })
        }
    }

    @Test func `the demo's own file is valid, and the files it names exist`() throws {
        var root = URL(filePath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let file = root.appending(path: "Examples/ComparisonDemo/kiosk.json")
        #expect(mistakes(file, checkingFiles: true) == [])
    }

    @Test func `a missing file, a folder and a file that is too large are reported as such`() throws {
        try withFolder { folder in
            let large = folder.appending(path: "large.json")
            try Data(count: KioskConfiguration.largestFile + 1).write(to: large)
            let cases = [
                (folder.appending(path: "none.json"), "none.json: there is no such file"),
                (folder, "cannot be read"), (large, "large.json: is larger than 1 MB"),
            ]
            for (file, words) in cases {
                let mistakes = mistakes(file)
                #expect(mistakes.count == 1 && mistakes[0].description.contains(words), "\(mistakes)")
                #expect(mistakes.first?.line == nil)
            }
        }
    }

    @Test func `a file of the largest allowed size is read`() throws {
        let padding = String(repeating: " ", count: KioskConfiguration.largestFile - KioskFile.text.utf8.count)
        #expect(try KioskFile.read(KioskFile.text + padding) == KioskFile.read(KioskFile.text))
        #expect(KioskFile.mistakes(KioskFile.text + padding + " ").count == 1)
    }
}
