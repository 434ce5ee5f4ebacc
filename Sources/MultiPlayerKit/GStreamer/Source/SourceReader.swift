#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// How one pipeline reads its source: a file, an address, or bytes of a cache while they come.
    ///
    /// What is complete in the cache is read as the plain file that it is.
    final class SourceReader: Sendable {
        private enum Way: Sendable {
            case file(URL)
            case address(URL)
            case cached(CacheFeeder)
        }

        private let way: Way
        /// Keeps a complete resource in its place while its file is read.
        private let media: CachedMedia?

        init(_ source: MediaSource) {
            guard let cache = source.usedCache else {
                (way, media) = (source.url.isFileURL ? .file(source.url) : .address(source.url), nil)
                return
            }
            let media = cache.media(for: source.url)
            way = media.fileURLBlocking().map { .file($0) } ?? .cached(CacheFeeder(media))
            self.media = media
        }

        /// Whether some of it may still have to be fetched into the cache.
        var isFetching: Bool { if case .cached = way { true } else { false } }

        /// Whether its bytes come from a disk, without anybody to wait for.
        var isFile: Bool { if case .file = way { true } else { false } }

        /// The element that gives its bytes; to be named `source`.
        var element: String {
            switch way {
            case .file: "filesrc blocksize=65536"
            case .address: "souphttpsrc timeout=6 retries=1"
            case .cached: "appsrc format=bytes"
            }
        }

        /// The beginning of a line that finds its decoders by itself.
        func decoding(_ caps: String) -> String {
            if case .cached = way { return "\(element) name=source ! decodebin3 name=decode caps=\(caps) decode." }
            return "uridecodebin3 name=source caps=\(caps)"
        }

        /// Points the element named `source` at it. As a property, without quoting: any character may stand in a name.
        func attach(to pipeline: Element) {
            guard let source = pipeline.child("source") else { return }
            switch way {
            case .file(let url): source.set("location", url.path)
            case .address(let url): source.set("location", url.absoluteString)
            case .cached(let feeder): feeder.feed(source)
            }
        }

        /// The same for a line that began with ``decoding(_:)``: pictures only, or sound only.
        func attachDecoding(to pipeline: Element, pictures: Bool) {
            if case .cached = way {
                attach(to: pipeline)
                if let decoder = pipeline.child("decode") { mpk_select_streams(decoder.pointer, pictures ? 1 : 0) }
                return
            }
            guard let source = pipeline.child("source") else { return }
            switch way {
            case .file(let url), .address(let url): source.set("uri", url.absoluteString)
            case .cached: break
            }
            mpk_select_streams(source.pointer, pictures ? 1 : 0)
        }

        /// Lets a read that waits go, for good; before its pipeline is stopped.
        func close() {
            if case .cached(let feeder) = way { feeder.close() }
            media?.close()
        }
    }
#endif
