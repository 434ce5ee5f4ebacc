#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// A fault in one file is reported clearly, and the others play on.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct BadInputTests {
        private let scratch: ScratchFolder
        private var folder: URL { scratch.url }
        private let good: URL
        private let goodFacts: ClipFacts
        private let clip = IndexClip.hard(id: 1).with { $0.frameCount = 150 }

        init() throws {
            scratch = try ScratchFolder()
            good = try ClipLibrary.shared.url(for: .editListBFrames)
            goodFacts = try IndexClip.editListBFrames.facts()
        }

        /// A bad source, and the error code that it must cause.
        struct Case: Sendable, CustomTestStringConvertible {
            var name: String
            var code: PlaybackError.Code
            var make: @Sendable (URL) throws -> URL
            var testDescription: String { name }
        }

        nonisolated static let cases: [Case] = [
            Case(name: "missing file", code: .sourceNotFound) { $0.appending(path: "missing.mp4") },
            Case(name: "directory", code: .sourceUnreadable) { $0 },
            Case(name: "empty file", code: .sourceEmpty) { try write(Data(), "empty.mp4", $0) },
            Case(name: "text renamed", code: .notAVideo) {
                try write(Data(String(repeating: "This is no video at all.\n", count: 200).utf8), "text.mp4", $0)
            },
            Case(name: "zeroes", code: .notAVideo) { try write(Data(count: 100_000), "zeroes.mp4", $0) },
            Case(name: "truncated before its index", code: .notAVideo) { folder in
                let data = try Data(contentsOf: ClipLibrary.shared.url(for: .hard(id: 1).with { $0.frameCount = 150 }))
                return try write(data.prefix(data.count / 2), "half.mp4", folder)
            },
            Case(name: "sound only", code: .noVideoTrack) { folder in
                let url = folder.appending(path: "sound.m4a")
                try run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", url.path])
                return url
            },
            Case(name: "unknown codec", code: .codecUnknown) { folder in
                let data = try Data(contentsOf: ClipLibrary.shared.url(for: .editListBFrames))
                // The sample entry's name is that of the codec: nothing here decodes one of an unknown name.
                guard
                    let range = data.range(
                        of: Data("avc1".utf8), in: data.index(data.startIndex, offsetBy: 200)..<data.endIndex)
                else { throw CocoaError(.fileReadCorruptFile) }
                return try write(
                    data[..<range.lowerBound] + Data("zzz9".utf8) + data[range.upperBound...], "codec.mp4", folder)
            },
            Case(name: "unreachable host", code: .sourceUnreachable) { _ in URL(string: "http://127.0.0.1:9/clip.mp4")!
            },
            Case(name: "other scheme", code: .sourceUnreachable) { _ in URL(string: "gopher://example/clip.mp4")! },
        ]

        @Test(arguments: cases)
        func `one bad member is reported and the other plays`(bad: Case) async throws {
            let url = try bad.make(folder)
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let badID = performance.group.add(url: url)
            let goodID = performance.group.add(url: good)
            try await performance.group.play()
            performance.stage.advance(ticks: 60)
            await settle(performance.group)
            let error = try #require(performance.group.failures[badID])
            print("\(bad.name): \(error)")
            #expect(error.code == bad.code)
            #expect(error.description.contains(error.subject) && !error.subject.isEmpty && !error.cure.isEmpty)
            #expect(!error.description.contains("\n"))
            for (count, tick) in performance.reader.all.enumerated() {
                #expect(tick.tiles[goodID]?.index == goodFacts.position(at: FrameRate(60).time(ofFrame: Int64(count))))
            }
            #expect(performance.reader.all.count == 60)
        }

        @Test func `play throws if all members are bad`() async throws {
            let performance = try Performance(pace: .unpaced)
            performance.group.add(url: folder.appending(path: "missing.mp4"))
            await #expect(throws: PlaybackError.self) { try await performance.group.play() }
        }

        @Test(arguments: [10, 50, 90])
        func `a truncated file with its index in front plays the frames it has`(percent: Int) async throws {
            let whole = try fastStart(clip)
            let data = try Data(contentsOf: whole)
            let url = try Self.write(data.prefix(data.count * percent / 100), "cut\(percent).mp4", folder)
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let badID = performance.group.add(url: url)
            let goodID = performance.group.add(url: good, end: .loop)
            try await performance.group.play()
            performance.stage.advance(ticks: 330)
            await settle(performance.group)
            let error = try #require(performance.group.failures[badID])
            print("\(percent) %: \(error)")
            #expect(error.code == .truncated)
            let seen = performance.reader.all.compactMap { $0.tiles[badID]?.index }
            // The share of the frames is only roughly that of the bytes.
            #expect(Set(seen).count >= 150 * percent / 100 - 25)
            #expect(seen == seen.sorted())
            #expect(performance.reader.all.allSatisfy { $0.tiles[goodID] != nil })
        }

        @Test(arguments: 0..<6)
        func `a file with flipped bytes in the middle plays what decodes`(seed: UInt64) async throws {
            var random = SplitMix(seed: seed)
            var data = try Data(contentsOf: fastStart(clip))
            for _ in 0..<40 {
                let position = Int.random(in: data.count / 3..<data.count * 2 / 3, using: &random)
                data[position] = UInt8.random(in: 0...255, using: &random)
            }
            let url = try Self.write(data, "flipped\(seed).mp4", folder)
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let badID = performance.group.add(url: url)
            let goodID = performance.group.add(url: good, end: .loop)
            try await performance.group.play()
            performance.stage.advance(ticks: 300, patience: .seconds(2))
            let seen = Set(performance.reader.all.compactMap { $0.tiles[badID]?.index })
            #expect(seen.count > 70)
            #expect(performance.reader.all.allSatisfy { $0.tiles[goodID] != nil })
        }

        @Test func `a file that is deleted while it plays plays on`() async throws {
            let url = folder.appending(path: "deleted.mp4")
            try FileManager.default.copyItem(at: ClipLibrary.shared.url(for: clip), to: url)
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let id = performance.group.add(url: url, end: .loop)
            let goodID = performance.group.add(url: good, end: .loop)
            try await performance.group.play()
            performance.stage.advance(ticks: 60)
            try FileManager.default.removeItem(at: url)
            performance.stage.advance(ticks: 400, patience: .seconds(2))
            // An open file stays readable on Linux after its name is gone.
            #expect(performance.reader.all.last?.tiles[id] != nil)
            #expect(performance.reader.all.allSatisfy { $0.tiles[goodID] != nil })
        }

        @Test(arguments: [
            "with space.mp4", "quote'\"s.mp4", "per%20cent%.mp4", "ümläut-日本.mp4", "semi;colon & !.mp4", "#hash?.mp4",
        ])
        func `a file of any name can be played`(name: String) async throws {
            let url = folder.appending(component: name)
            try FileManager.default.copyItem(at: good, to: URL(filePath: folder.path + "/" + name))
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let id = performance.group.add(url: URL(filePath: folder.path + "/" + name))
            _ = url
            try await performance.group.play()
            performance.stage.advance(ticks: 30)
            #expect(performance.reader.all.last?.tiles[id]?.index == 14)
        }

        @Test func `a missing permission is reported`() throws {
            let closed = folder.appending(path: "closed.mp4")
            try FileManager.default.copyItem(at: good, to: closed)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed.path)
            // A file of the kernel that can only be written: the superuser, whom no other file is closed to, may not
            // read it either.
            let writeOnly = URL(filePath: "/proc/sys/vm/drop_caches")
            for url in geteuid() == 0 ? [writeOnly] : [writeOnly, closed] {
                let error = #expect(throws: PlaybackError.self) {
                    try SourceCheck(source: MediaSource(url: url)).run()
                }
                #expect(error?.code == .sourceUnreadable, "\(url.path): \(String(describing: error))")
                #expect(error?.reason == "permission denied")
            }
        }

        @Test func `a server's refusal is reported`() async throws {
            let server = try TinyServer()
            defer { server.stop() }
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let id = performance.group.add(url: URL(string: "http://127.0.0.1:\(server.port)/none.mp4")!)
            await #expect(throws: PlaybackError.self) { try await performance.group.play() }
            await settle(performance.group)
            let error = try #require(performance.group.failures[id])
            print("404: \(error)")
            #expect(error.code == .sourceUnreachable)
        }

        // MARK: Help

        /// Waits for a failure: events reach the façade on the main actor a moment later.
        private func settle(_ group: PlaybackGroup) async {
            for _ in 0..<100 where group.failures.isEmpty { try? await Task.sleep(for: .milliseconds(10)) }
        }

        private func fastStart(_ clip: IndexClip) throws -> URL {
            let url = folder.appending(path: "whole.mp4")
            try Self.run(
                "ffmpeg",
                [
                    "-v", "error", "-y", "-i", try ClipLibrary.shared.url(for: clip).path, "-c", "copy", "-movflags",
                    "+faststart", url.path,
                ])
            return url
        }

        nonisolated private static func write(_ data: Data, _ name: String, _ folder: URL) throws -> URL {
            let url = folder.appending(path: name)
            try data.write(to: url)
            return url
        }

        nonisolated private static func run(_ tool: String, _ arguments: [String]) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [tool] + arguments
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    /// Answers every request on a loopback port with "not found".
    final class TinyServer: Sendable {
        let port: Int
        private let socketHandle: Int32

        init() throws {
            let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(handle, pointer, length) == 0 && listen(handle, 8) == 0
                        && getsockname(handle, pointer, &length) == 0
                }
            }
            guard bound else { throw CocoaError(.featureUnsupported) }
            port = Int(UInt16(bigEndian: address.sin_port))
            socketHandle = handle
            Thread {
                while true {
                    let client = accept(handle, nil, nil)
                    guard client >= 0 else { return }
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    _ = recv(client, &buffer, buffer.count, 0)
                    let answer = Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
                    _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
                    close(client)
                }
            }.start()
        }

        func stop() {
            shutdown(socketHandle, Int32(SHUT_RDWR))
            close(socketHandle)
        }
    }
#endif
