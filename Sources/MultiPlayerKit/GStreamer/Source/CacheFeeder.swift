#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Gives an `appsrc` the bytes that it asks for, from a cache that may still be filling.
    ///
    /// It answers in the element's streaming thread, and may wait there for a server. So that a seek or a stop gets
    /// through, a flush ends that wait before it reaches the element, and `close()` ends it for good.
    ///
    /// Sendable because `condition` guards what changes.
    final class CacheFeeder: @unchecked Sendable {
        /// The number of bytes given in one go to an element that does not say how many it needs.
        private static let block = 65_536

        private let media: any ByteReader
        private let condition = NSCondition()
        /// The position of the next bytes.
        private var place: Int64 = 0
        private var isReading = false
        private var isFlushing = false
        private var isClosed = false

        init(_ media: any ByteReader) {
            self.media = media
        }

        /// Serves an appsrc; waits for the server to state the resource's length, unless it is known.
        func feed(_ source: Element) {
            let length = try? media.lengthBlocking()
            mpk_appsrc_set_size(source.pointer, gint64(length ?? -1))
            mpk_appsrc_route(
                source.pointer,
                { source, length, context in
                    guard let source, let context else { return }
                    CacheFeeder.of(context).give(length, to: source)
                },
                { _, place, context in
                    guard let context else { return 0 }
                    CacheFeeder.of(context).go(to: Int64(clamping: place))
                    return 1
                }, Unmanaged.passRetained(self).toOpaque(), Self.release)
            source.probe(
                "src", GST_PAD_PROBE_TYPE_EVENT_FLUSH, context: Unmanaged.passRetained(self).toOpaque(),
                release: Self.release
            ) { _, info, context in
                guard let info, let context, let event = mpk_probe_event(info) else { return GST_PAD_PROBE_OK }
                CacheFeeder.of(context).flush(mpk_event_type(event) == GST_EVENT_FLUSH_START)
                return GST_PAD_PROBE_OK
            }
        }

        func close() {
            condition.lock()
            isClosed = true
            condition.unlock()
            media.close()
        }

        private static func of(_ context: UnsafeMutableRawPointer) -> CacheFeeder {
            Unmanaged<CacheFeeder>.fromOpaque(context).takeUnretainedValue()
        }

        private static let release: GDestroyNotify = { context in
            if let context { Unmanaged<CacheFeeder>.fromOpaque(context).release() }
        }

        private func go(to place: Int64) { condition.withLock { self.place = place } }

        private func flush(_ begins: Bool) {
            condition.lock()
            defer { condition.unlock() }
            isFlushing = begins
            guard begins else { return }
            // A read may be about to wait: cancel until it has noticed.
            while isReading, !isClosed {
                condition.unlock()
                media.cancelReads()
                condition.lock()
                if isReading { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.002)) }
            }
        }

        /// Runs in the streaming thread. Gives all bytes requested, as pulling elements expect, or as many as exist.
        private func give(_ wanted: guint, to source: UnsafeMutablePointer<GstAppSrc>) {
            condition.lock()
            // Without a push the element waits until its own flush reaches it.
            guard !isFlushing, !isClosed else { return condition.unlock() }
            isReading = true
            let start = place
            condition.unlock()
            let count = wanted == guint.max || wanted == 0 ? Self.block : Int(wanted)
            let result = Result { try read(start, count) }
            condition.lock()
            isReading = false
            let isWanted = !isFlushing && !isClosed
            if isWanted, case .success(let bytes) = result { place = start + Int64(bytes.count) }
            condition.broadcast()
            condition.unlock()
            guard isWanted else { return }
            let element = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstElement.self)
            switch result {
            case .success(let bytes) where bytes.isEmpty: _ = mpk_appsrc_end(element)
            case .success(let bytes):
                let buffer = bytes.withUnsafeBytes {
                    mpk_buffer_copying($0.baseAddress, gsize($0.count), UInt(clamping: start))
                }
                if let buffer { _ = mpk_appsrc_push(element, buffer) }
            case .failure(let error):
                mpk_post_read_error(element, "\(error)")
                _ = mpk_appsrc_end(element)
            }
        }

        private func read(_ start: Int64, _ count: Int) throws -> Data {
            var bytes = Data()
            while bytes.count < count {
                if condition.withLock({ isFlushing || isClosed }) { throw CancellationError() }
                let next = start + Int64(bytes.count)
                let more = try media.readBlocking(next..<next + Int64(count - bytes.count))
                guard !more.isEmpty else { break }
                if bytes.isEmpty { bytes = more } else { bytes += more }
            }
            return bytes
        }
    }
#endif
