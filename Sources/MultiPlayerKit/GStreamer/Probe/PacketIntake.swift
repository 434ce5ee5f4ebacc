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
        private let room: Int
        private let condition = NSCondition()
        private var waiting = 0
        private var isFlushing = false
        private var isClosed = false

        /// - Parameter room: how many packets wait. The default keeps the demuxer busy between two pulls.
        package init(of sink: Element, room: Int = 8) {
            self.room = room
            sink.probe(
                "sink", GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_EVENT_FLUSH,
                context: Unmanaged.passRetained(self).toOpaque(),
                release: { context in context.map { Unmanaged<PacketIntake>.fromOpaque($0).release() } }
            ) { _, info, context in
                guard let info, let context else { return GST_PAD_PROBE_OK }
                let intake = Unmanaged<PacketIntake>.fromOpaque(context).takeUnretainedValue()
                if mpk_probe_is_buffer(info) != 0 {
                    intake.admit()
                } else if let event = mpk_probe_event(info) {
                    intake.flush(mpk_event_type(event) == GST_EVENT_FLUSH_START)
                }
                return GST_PAD_PROBE_OK
            }
        }

        /// In the streaming thread: waits for room.
        private func admit() {
            condition.lock()
            while waiting >= room, !isFlushing, !isClosed { condition.wait() }
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
            // Not for each packet: changing threads costs as much as some decoders take for one.
            if waiting <= room / 2 { condition.signal() }
            condition.unlock()
        }

        /// Notes that the sink is empty: what it did not keep takes no room either.
        package func tookAll() {
            condition.lock()
            waiting = 0
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
