#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// A file that is written next to its destination and replaces it when complete.
    ///
    /// Whatever the destination named before stays until then, and stays for good if writing fails. Only the file
    /// created here is ever removed.
    package final class OutputFile: Sendable {
        /// The path to write to. The name is hidden and unmistakable, for whoever finds the file after a power failure.
        package let path: String
        private let goal: String
        let file: PosixFile
        private let isSettled = Mutex(false)

        /// Creates an empty file in the destination's folder.
        ///
        /// - Throws: `PosixError`.
        package init(for url: URL) throws {
            // A symbolic link stays a link: its target is replaced.
            let goal = url.resolvingSymlinksInPath()
            let old = PosixFile.facts(of: goal.path)
            guard old?.isFile != false else {
                throw PosixError(
                    refusing: "replace", "something else than a file has this name", cure: "choose another name")
            }
            let ending = goal.pathExtension.isEmpty ? "" : "." + goal.pathExtension
            let name = ".multiplayerkit-unfinished-\(String(UInt64.random(in: .min ... .max), radix: 16))\(ending)"
            path = goal.deletingLastPathComponent().appending(path: name).path
            self.goal = goal.path
            file = try PosixFile(new: path, mode: 0o666)
            // Keep the old file's permissions. File systems without permissions refuse this, which does no harm.
            if let old { try? file.setMode(old.mode & 0o777) }
        }

        deinit { discard() }

        /// Bytes that may still be written to the file system of this destination, links followed; `nil` if unknown.
        static func room(for url: URL) -> Int64? {
            var answer = statvfs()
            guard statvfs(url.resolvingSymlinksInPath().deletingLastPathComponent().path, &answer) == 0 else {
                return nil
            }
            let (room, isTooLarge) = UInt64(answer.f_bavail).multipliedReportingOverflow(by: UInt64(answer.f_frsize))
            return isTooLarge ? .max : Int64(clamping: room)
        }

        /// Checks that this many bytes can be written, and leaves the file empty.
        ///
        /// - Throws: `PosixError`.
        func probe(_ bytes: Int64) throws {
            defer { try? file.truncate(to: 0) }
            try file.allocate(bytes)
        }

        /// Replaces the destination with this file. Returns once all of it is on the disk, so that a power failure
        /// leaves one of the two files.
        ///
        /// - Throws: `PosixError`; the destination is then unchanged, and the file still exists.
        @discardableResult
        package func commit() throws -> URL {
            try isSettled.withLock { isSettled in
                guard !isSettled else { return }
                try file.sync()
                try PosixFile.rename(path, to: goal)
                isSettled = true
            }
            return URL(fileURLWithPath: goal)
        }

        /// Moves the file next to the destination, as `name-2.mkv` or with the next higher number that is free.
        ///
        /// - Parameter number: the lowest number to try.
        /// - Returns: the new location, and its number.
        /// - Throws: `PosixError`; the file still exists where it was written.
        func commit(from number: Int) throws -> (url: URL, number: Int) {
            try isSettled.withLock { isSettled in
                try file.sync()
                let goal = URL(fileURLWithPath: goal)
                let (stem, ending) = (goal.deletingPathExtension().lastPathComponent, goal.pathExtension)
                var number = number
                while true {
                    let name = "\(stem)-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
                    let url = goal.deletingLastPathComponent().appending(path: name)
                    do {
                        // Creating a file is the only way to claim a name that no other program can have taken
                        // meanwhile.
                        _ = try PosixFile(new: url.path, mode: 0o600)
                    } catch let error as PosixError where error.number == EEXIST {
                        number += 1
                        continue
                    }
                    do { try PosixFile.rename(path, to: url.path) } catch {
                        try? PosixFile.remove(url.path)
                        throw error
                    }
                    isSettled = true
                    return (url, number)
                }
            }
        }

        /// Leaves the file where it is.
        func keep() { isSettled.withLock { $0 = true } }

        /// Removes the file, unless it was committed or kept.
        package func discard() {
            isSettled.withLock { isSettled in
                if !isSettled { try? PosixFile.remove(path) }
                isSettled = true
            }
        }
    }

    /// A PNG file of one picture: either written completely or left as it was before.
    struct PictureFile {
        let url: URL

        func write(_ picture: Picture, format: StageFormat) throws {
            do {
                let pipeline = try Element(
                    launch: "appsrc name=pictures format=time ! videoconvert ! pngenc ! filesink name=file")
                guard let source = pipeline.child("pictures"), let file = pipeline.child("file") else { return }
                let output: OutputFile
                do { output = try OutputFile(for: url) } catch {
                    throw GStreamerFailure(
                        domain: .resource, code: 0, text: "the file cannot be written: \(error)")
                }
                file.set("location", output.path)
                mpk_appsrc_set_caps(source.pointer, format.caps.pointer)
                let done = DispatchSemaphore(value: 0)
                let failure = Mutex<GStreamerFailure?>(nil)
                let route = BusRoute(pipeline) { message in
                    if case .failed(let failed) = message { failure.withLock { $0 = failed } }
                    done.signal()
                }
                pipeline.play()
                _ = mpk_appsrc_push(source.pointer, mpk_buffer_alias(picture.buffer, 0, 0))
                _ = mpk_appsrc_end(source.pointer)
                // Even 8K compresses within seconds; the rest is for a slow disk.
                let isLate = done.wait(timeout: .now() + 30) == .timedOut
                pipeline.stop()
                route.close()
                if let failed = failure.withLock({ $0 }) { throw failed }
                if isLate { throw GStreamerFailure(domain: .other, code: 0, text: "writing took too long") }
                do { try output.commit() } catch {
                    throw GStreamerFailure(domain: .resource, code: 0, text: "\(error)")
                }
            } catch let failed as GStreamerFailure {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent, reason: failed.text,
                    cure: "choose a folder that exists and may be written to", underlying: failed)
            }
        }
    }
#endif
