#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// How one pipeline reads its source: from a file, from an address, or from a cache while the bytes arrive.
    ///
    /// A resource that is complete in the cache is read as a plain file.
    package final class SourceReader: Sendable {
        private enum Way: Sendable {
            case file(URL)
            case address(URL)
            case cached(CacheFeeder)
        }

        private let way: Way
        /// Keeps a complete resource in its place while its file is read.
        private let media: (any ByteReader)?
        private let index: PlainIndex?
        /// Whether the source may lead to other addresses; an address may, because it is remote itself.
        private let mayLeadAway: Bool

        /// - Parameters:
        ///   - copy: the copy to read in the source's place.
        ///   - index: the index for the demuxer to see in place of the file's own; `nil`: the file's own.
        init(_ source: MediaSource, copy: IndexedCopy? = nil, index: PlainIndex? = nil) {
            self.index = index
            mayLeadAway = source.allowsRemote || copy == nil && source.usedCache == nil && !source.url.isFileURL
            if let copy {
                (way, media) = (.file(copy.url), nil)
                return
            }
            guard let cache = source.usedCache else {
                (way, media) = (source.url.isFileURL ? .file(source.url) : .address(source.url), nil)
                return
            }
            let media = cache.reader(of: source.url, priority: .playing)
            way = media.fileURLBlocking().map { .file($0) } ?? .cached(CacheFeeder(media))
            self.media = media
        }

        /// Whether some of it may still have to be fetched into the cache.
        var isFetching: Bool { if case .cached = way { true } else { false } }

        /// Whether its bytes come from a disk, so that there is no server to wait for.
        var isFile: Bool { if case .file = way { true } else { false } }

        /// The element that delivers the bytes; to be named `source`.
        package var element: String {
            switch way {
            case .file: "filesrc blocksize=65536"
            case .address: "souphttpsrc timeout=6 retries=1"
            case .cached: "appsrc format=bytes"
            }
        }

        /// The beginning of a launch line that finds its decoders by itself.
        ///
        /// It does not use `decodebin3` (1.22): when an unwanted stream ends, that unlocks a mutex of what another
        /// thread has freed, and the process crashes. So `parsebin` finds the streams, and only the wanted one gets a
        /// decoder.
        package func decoding(_ caps: String) -> String {
            "\(element) name=source ! parsebin name=streams decodebin name=decode caps=\(caps) decode."
        }

        /// Points the element named `source` at the source: as a property, which needs no quoting whatever a name
        /// contains.
        package func attach(to pipeline: Element) {
            guard let source = pipeline.child("source") else { return }
            switch way {
            case .file(let url): source.set("location", url.path)
            case .address(let url): source.set("location", url.absoluteString)
            case .cached(let feeder): feeder.feed(source)
            }
            if !mayLeadAway, let streams = pipeline.child("streams") { mpk_stay_local(streams.pointer) }
            index?.apply(to: pipeline)
            mpk_mend_matroska_within(pipeline.pointer)
            mpk_mend_fragments_from(source.pointer)
        }

        /// What a launch line that finds its decoders by itself decodes.
        package enum Streams {
            /// The video stream whose id ends with this text, or the first if there is none.
            case video(String)
            case sound
        }

        /// Attaches a line that began with ``decoding(_:)``, and links the wanted stream.
        package func attachDecoding(to pipeline: Element, _ wanted: Streams) {
            attach(to: pipeline)
            guard let streams = pipeline.child("streams"), let decoder = pipeline.child("decode") else { return }
            switch wanted {
            case .video(let id): mpk_link_stream(streams.pointer, decoder.pointer, "video/", id)
            case .sound: mpk_link_stream(streams.pointer, decoder.pointer, "audio/", nil)
            }
        }

        /// Ends a read that waits, for good; to be called before its pipeline is stopped.
        package func close() {
            if case .cached(let feeder) = way { feeder.close() }
            media?.close()
        }
    }
#endif
