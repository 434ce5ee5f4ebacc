#if os(Linux) || os(macOS)
    import Foundation

    /// Makes test clips when they are first asked for and keeps them in a folder.
    ///
    /// May be used from any thread and by several processes at once: a clip is made once, others wait for it. Blocks
    /// the calling thread while a clip is made, about 1.5 s for 100 frames of 720p with grain.
    public struct ClipLibrary: Sendable {
        /// Where the clips are kept.
        public let folder: URL

        /// The library all tests share: the folder that the environment variable `MPK_CLIP_CACHE` names, or
        /// `.build/index-clips` under the current directory.
        public static let shared = ClipLibrary()

        /// Part of every file name. To be raised with every change of what the frames or the files look like.
        static let formatVersion = 2

        /// - Parameter folder: where to keep the clips, made when needed; `nil`, the default, is the shared place.
        public init(folder: URL? = nil) {
            let named = ProcessInfo.processInfo.environment["MPK_CLIP_CACHE"].map { URL(fileURLWithPath: $0) }
            let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
            self.folder = folder ?? named ?? current.appendingPathComponent(".build/index-clips")
        }

        /// The file of a clip, made now unless it is there.
        ///
        /// - Throws: `ClipError` with the words of `ffmpeg` when that fails.
        public func url(for clip: IndexClip) throws -> URL {
            try clip.validate()
            let target = place(of: clip)
            return try once(target) { temporary in
                guard clip.variant != .plain else { return try draw(clip, into: temporary) }
                let source = try url(for: clip.with { $0.variant = .plain })
                try Tool.ffmpeg.output(EncoderArguments(clip: clip).copying(source.path, into: temporary.path))
            }
        }

        /// Where the file of a clip is or will be.
        func place(of clip: IndexClip) -> URL {
            folder.appendingPathComponent("\(clip.fileNameStem)-v\(Self.formatVersion)")
                .appendingPathExtension(clip.container.fileExtension)
        }

        /// Makes a file under another name and moves it to its place, unless it is there.
        func once(_ target: URL, make: (URL) throws -> Void) throws -> URL {
            let files = FileManager.default
            if files.fileExists(atPath: target.path) { return target }
            do {
                try files.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw ClipError(code: .file, detail: "\(folder.path): \(error)")
            }
            return try withLock(target.appendingPathExtension("lock")) {
                if files.fileExists(atPath: target.path) { return target }
                let name = "making-\(UUID().uuidString)-\(target.lastPathComponent)"
                let temporary = folder.appendingPathComponent(name)
                defer { try? files.removeItem(at: temporary) }
                try make(temporary)
                guard rename(temporary.path, target.path) == 0 else {
                    throw ClipError(code: .file, detail: "cannot move to \(target.path): errno \(errno)")
                }
                return target
            }
        }

        /// Holds a lock that also keeps other processes out. The file stays, so that all lock the same one.
        private func withLock<Result>(_ file: URL, _ body: () throws -> Result) throws -> Result {
            let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw ClipError(code: .file, detail: "\(file.path): errno \(errno)") }
            defer { close(descriptor) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else { throw ClipError(code: .file, detail: "\(file.path): errno \(errno)") }
            }
            return try body()
        }

        /// Makes the file of a clip before any cut.
        private func draw(_ clip: IndexClip, into file: URL) throws {
            guard clip.rotation != .none else { return try encode(clip, into: file) }
            let unturned = file.deletingLastPathComponent().appendingPathComponent("unturned-\(file.lastPathComponent)")
            defer { try? FileManager.default.removeItem(at: unturned) }
            try encode(clip, into: unturned)
            try Tool.ffmpeg.output(EncoderArguments(clip: clip).turning(unturned.path, into: file.path))
        }

        private func encode(_ clip: IndexClip, into file: URL) throws {
            let painter = FramePainter(clip)
            let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: painter.frameSize, alignment: 64)
            defer { frame.deallocate() }
            guard let pixels = frame.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            try Tool.ffmpeg.run(EncoderArguments(clip: clip).coding(into: file.path)) { write in
                for index in 0..<clip.frameCount {
                    painter.paint(frame: index, into: pixels)
                    // The status of the program says why it stopped reading.
                    guard write(UnsafeRawBufferPointer(frame)) else { return }
                }
            }
        }
    }

    extension IndexClip {
        /// A file name that can be told from others at sight, ending in a hash of the whole description.
        var fileNameStem: String {
            let rate =
                frameRate.denominator == 1
                ? "\(frameRate.numerator)" : "\(frameRate.numerator)d\(frameRate.denominator)"
            var parts = ["clip\(id)", "\(codec)", "\(width)x\(height)", "\(rate)fps", "\(frameCount)f"]
            if grain { parts.append("grain") }
            if bFrames > 0 { parts.append("b\(bFrames)") }
            if openGOP { parts.append("open") }
            if rotation != .none { parts.append("turned\(rotation.rawValue)") }
            if !frameDurations.isEmpty { parts.append("vfr") }
            if audio != nil { parts.append("sound") }
            switch variant {
            case .plain: break
            case .lateStart: parts.append("late")
            case .cut(let frame): parts.append("cut\(frame)")
            case .cutWithoutEditList(let frame): parts.append("bare\(frame)")
            }
            return (parts + [stableHash]).joined(separator: "-")
        }

        /// A hash of all fields that is the same in every process, as 16 hexadecimal digits.
        var stableHash: String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            // Encoding a value of numbers, strings and flags does not fail.
            let description = (try? encoder.encode(self)) ?? Data()
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in description { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
#endif
