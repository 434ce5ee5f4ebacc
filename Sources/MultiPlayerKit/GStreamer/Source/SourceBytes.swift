#if canImport(CGStreamer)
    import Foundation

    /// The bytes of a source, for probing it before a pipeline reads it.
    package struct SourceBytes {
        private enum Origin {
            case file(FileHandle)
            case cached(any ByteReader)
        }

        private let origin: Origin
        /// In bytes; zero: unknown.
        let size: UInt64

        /// Returns `nil` if only a pipeline can read the source, as from an address without a cache. May wait for a
        /// server.
        package init?(of source: MediaSource) {
            if let cache = source.usedCache {
                let media = cache.reader(of: source.url, priority: .playing)
                // The beginning is needed anyway, and the length comes with it: one request instead of two.
                _ = try? media.readBlocking(0..<65_536)
                guard let length = try? media.lengthBlocking() else { return nil }
                (origin, size) = (.cached(media), UInt64(max(length, 0)))
            } else {
                guard source.url.isFileURL, let file = try? FileHandle(forReadingFrom: source.url) else { return nil }
                (origin, size) = (.file(file), (try? file.seekToEnd()) ?? 0)
            }
        }

        /// Whether reading costs only disk time.
        var isFile: Bool { if case .file = origin { true } else { false } }

        package func close() {
            switch origin {
            case .file(let file): try? file.close()
            case .cached(let media): media.close()
            }
        }

        /// Up to `count` bytes from a position; `nil`: reading failed.
        func read(_ count: Int, at position: UInt64) -> [UInt8]? {
            switch origin {
            case .file(let file):
                guard (try? file.seek(toOffset: position)) != nil else { return nil }
                return (try? file.read(upToCount: count)).map(Array.init)
            case .cached(let media):
                var bytes: [UInt8] = []
                while bytes.count < count {
                    let start = Int64(clamping: position) + Int64(bytes.count)
                    guard let more = try? media.readBlocking(start..<start + Int64(count - bytes.count)) else {
                        return nil
                    }
                    guard !more.isEmpty else { break }
                    bytes += more
                }
                return bytes
            }
        }

        /// Whether the source is MP4, QuickTime or a relative, recognized by its first box.
        var isISOMedia: Bool {
            guard let head = read(12, at: 0), head.count == 12 else { return false }
            let box = String(decoding: head[4..<8], as: UTF8.self)
            return ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "styp"].contains(box)
        }
    }
#endif
