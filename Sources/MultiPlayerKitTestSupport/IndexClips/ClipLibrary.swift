#if os(Linux) || os(macOS)
    import Foundation

    /// Makes test clips when they are first asked for and keeps them in a folder.
    ///
    /// May be used from any thread and by several processes at once: a clip is made once, others wait for it. Blocks
    /// the calling thread while a clip is made, somewhat more than a second for 100 frames of 720p with grain.
    public struct ClipLibrary: Sendable {
        /// Where the clips are kept.
        public let folder: URL

        /// The library all tests share: the folder that the environment variable `MPK_CLIP_CACHE` names, or
        /// `.build/index-clips` under the current directory.
        public static let shared = ClipLibrary()

        /// Part of every file name. Raise it with every change of what the frames or the files look like.
        static let formatVersion = 5

        /// - Parameter folder: where to keep the clips, created when needed; `nil`, the default, is the shared folder.
        public init(folder: URL? = nil) {
            let named = ProcessInfo.processInfo.environment["MPK_CLIP_CACHE"].map { URL(fileURLWithPath: $0) }
            let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
            self.folder = folder ?? named ?? current.appendingPathComponent(".build/index-clips")
        }

        /// The file of a clip, made now unless it exists.
        ///
        /// - Throws: `ClipError` with the words of `ffmpeg` when that fails.
        public func url(for clip: IndexClip) throws -> URL {
            try clip.validate()
            let target = place(of: clip)
            return try once(target) { temporary in
                try make(clip, into: temporary)
                if clip.rotation != .none || clip.isMirrored { try TrackMatrix(clip: clip).write(into: temporary) }
                let isMatroska = clip.container == .mkv || clip.container == .webm
                if isMatroska && !clip.colour.isTagged { try MatroskaColour.remove(from: temporary) }
            }
        }

        /// Makes the file of a clip, except for its orientation.
        private func make(_ clip: IndexClip, into file: URL) throws {
            let words = EncoderArguments(clip: clip)
            if clip.variant != .plain {
                let source = try url(for: clip.with { $0.variant = .plain })
                try Tool.ffmpeg.output(words.copying(source.path, into: file.path))
            } else if let id = clip.otherTrack {
                let source = try url(for: clip.with { $0.otherTrack = nil })
                let other = try url(for: clip.with { ($0.id, $0.otherTrack, $0.audio) = (id, nil, nil) })
                try Tool.ffmpeg.output(words.adding(other.path, inFrontOf: source.path, into: file.path))
            } else {
                try encode(clip, into: file)
            }
        }

        /// Where the file of a clip is or will be.
        func place(of clip: IndexClip) -> URL {
            folder.appendingPathComponent("\(clip.fileNameStem)-v\(Self.formatVersion)")
                .appendingPathExtension(clip.container.fileExtension)
        }

        /// Makes a file under another name and moves it into place, unless it exists.
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

        private func encode(_ clip: IndexClip, into file: URL) throws {
            let painter = FramePainter(clip)
            let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: painter.frameSize, alignment: 64)
            defer { frame.deallocate() }
            guard let pixels = frame.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            try Tool.ffmpeg.run(EncoderArguments(clip: clip).coding(into: file.path)) { write in
                for index in 0..<clip.frameCount {
                    painter.paint(frame: index, into: pixels)
                    // The program's exit status tells why it stopped reading.
                    guard write(UnsafeRawBufferPointer(frame)) else { return }
                }
            }
        }
    }
#endif
