#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Lets a few packets wait in a sink, and holds the stream back before the sink gets more.
    ///
    /// The sink's own limit does not do: a full appsink waits while it holds its preroll lock, the step to PLAYING
    /// needs that lock, and the thread that would empty the sink is blocked in that step.
    ///
    /// Sendable because `condition` guards what changes.
    package final class PacketIntake: @unchecked Sendable {
        /// Enough packets to keep the demuxer busy between two pulls.
        private static let room = 8

        private let condition = NSCondition()
        private var waiting = 0
        private var isFlushing = false
        private var isClosed = false

        package init(of sink: Element) {
            guard let pad = gst_element_get_static_pad(sink.pointer, "sink") else { return }
            let types = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
            _ = mpk_add_probe(
                pad, GstPadProbeType(rawValue: types),
                { _, info, context in
                    guard let info, let context else { return GST_PAD_PROBE_OK }
                    let intake = Unmanaged<PacketIntake>.fromOpaque(context).takeUnretainedValue()
                    if mpk_probe_is_buffer(info) != 0 {
                        intake.admit()
                    } else if let event = mpk_probe_event(info) {
                        intake.flush(mpk_event_type(event) == GST_EVENT_FLUSH_START)
                    }
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passRetained(self).toOpaque(),
                { context in
                    if let context { Unmanaged<PacketIntake>.fromOpaque(context).release() }
                })
            mpk_unref(pad)
        }

        /// In the streaming thread: waits for room.
        private func admit() {
            condition.lock()
            while waiting >= Self.room, !isFlushing, !isClosed { condition.wait() }
            waiting += 1
            condition.unlock()
        }

        private func flush(_ begins: Bool) {
            condition.lock()
            isFlushing = begins
            waiting = 0
            condition.broadcast()
            condition.unlock()
        }

        /// Notes that a packet has been taken out of the sink.
        package func took() {
            condition.lock()
            waiting = max(waiting - 1, 0)
            condition.signal()
            condition.unlock()
        }

        /// Lets the stream go on for good: nobody takes packets any more.
        package func close() {
            condition.lock()
            isClosed = true
            condition.broadcast()
            condition.unlock()
        }
    }
#endif
