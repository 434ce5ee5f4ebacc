#if os(Linux) || os(macOS)
    import Foundation

    /// Runs `ffmpeg` or `ffprobe` and waits for the end.
    struct Tool {
        /// Name of the program, looked up in `PATH`.
        let name: String

        static let ffmpeg = Tool(name: "ffmpeg")
        static let ffprobe = Tool(name: "ffprobe")

        /// Runs the program and returns what it wrote to standard output.
        @discardableResult
        func output(_ arguments: [String]) throws -> Data {
            let pipe = Pipe()
            pipe.closeOnExec()
            var data = Data()
            try run(arguments, input: FileHandle.nullDevice, output: pipe) {
                try pipe.fileHandleForWriting.close()
                data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            }
            return data
        }

        /// Runs the program and passes on its standard output in pieces of one size; a shorter last piece is dropped.
        func output(_ arguments: [String], inPiecesOf size: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws {
            let pipe = Pipe()
            pipe.closeOnExec()
            try run(arguments, input: FileHandle.nullDevice, output: pipe) {
                try pipe.fileHandleForWriting.close()
                let descriptor = pipe.fileHandleForReading.fileDescriptor
                let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
                defer { piece.deallocate() }
                var filled = 0
                while true {
                    let count = read(descriptor, piece.baseAddress! + filled, size - filled)
                    if count < 0 && errno == EINTR { continue }
                    guard count > 0 else { break }
                    filled += count
                    guard filled == size else { continue }
                    body(UnsafeRawBufferPointer(piece))
                    filled = 0
                }
            }
        }

        /// Runs the program and feeds its standard input.
        ///
        /// - Parameter feed: gets a function that writes bytes; it returns `false` once the program reads no more.
        func run(_ arguments: [String], feed: ((UnsafeRawBufferPointer) -> Bool) throws -> Void) throws {
            let pipe = Pipe()
            pipe.closeOnExec()
            try run(arguments, input: pipe, output: FileHandle.nullDevice) {
                try pipe.fileHandleForReading.close()
                let descriptor = pipe.fileHandleForWriting.fileDescriptor
                try withoutBrokenPipeSignal {
                    try feed { bytes in writeAll(bytes, to: descriptor) }
                }
                try pipe.fileHandleForWriting.close()
            }
        }

        private func run(_ arguments: [String], input: Any, output: Any, meanwhile: () throws -> Void) throws {
            // Standard error goes to a file: nobody has to empty it while the program runs.
            let log = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
            guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
                throw ClipError(code: .file, detail: "cannot write \(log.path)")
            }
            defer { try? FileManager.default.removeItem(at: log) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [name] + arguments
            process.standardInput = input
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: log)
            do {
                try process.run()
            } catch {
                throw ClipError(code: .toolMissing, detail: "\(name): \(error)")
            }
            let result = Result { try meanwhile() }
            if case .failure = result { process.terminate() }
            process.waitUntilExit()
            let words = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            guard process.terminationStatus == 0 else {
                let code: ClipError.Code = process.terminationStatus == 127 ? .toolMissing : .toolFailed
                let command = ([name] + arguments).joined(separator: " ")
                throw ClipError(code: code, detail: "status \(process.terminationStatus)\n\(command)\n\(words)")
            }
            try result.get()
        }
    }

    extension Pipe {
        /// Keeps other programs that are started meanwhile from holding the pipe open.
        fileprivate func closeOnExec() {
            for handle in [fileHandleForReading, fileHandleForWriting] {
                _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }
    }

    /// Writes everything; `false` when the other side is gone.
    private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Turns a broken pipe into an error of `write` for this thread, so that a program that dies early does not take
    /// the tests with it. The rest of the process keeps its own handling.
    private func withoutBrokenPipeSignal(_ body: () throws -> Void) rethrows {
        var brokenPipe = sigset_t()
        var before = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
        defer {
            var pending = sigset_t()
            sigpending(&pending)
            if sigismember(&pending, SIGPIPE) == 1 {
                var signal: Int32 = 0
                sigwait(&brokenPipe, &signal)
            }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        try body()
    }
#endif
