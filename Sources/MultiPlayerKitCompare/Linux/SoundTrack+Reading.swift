#if canImport(CGStreamer)
    import CGStreamer
    import MultiPlayerKit

    extension SoundTrack {
        /// Decodes the sound of a file, and nothing else of it; blocks.
        ///
        /// - Parameters:
        ///   - end: where to stop, in seconds from the first frame.
        ///   - isCancelled: asked now and then.
        init(of chain: DecodeChain, until end: Double, isCancelled: () -> Bool) throws(PlaybackError) {
            let reading = try StreamReading.sound(of: chain, rate: Self.rate)
            var track: SoundTrack?
            while !isCancelled(), (track?.end ?? 0) < end {
                let goesOn: Void? = try reading.next { sample throws(PlaybackError) in
                    guard let buffer = gst_sample_get_buffer(sample), let time = chain.soundTime(of: sample) else {
                        return
                    }
                    var map = GstMapInfo()
                    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
                    defer { gst_buffer_unmap(buffer, &map) }
                    let heard = (time + reading.lateness).seconds
                    if track == nil { track = SoundTrack(start: heard) }
                    let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
                    track?.append(bytes.bindMemory(to: Float.self), at: heard)
                }
                if goesOn == nil { break }
            }
            self = track ?? SoundTrack(start: 0)
        }
    }
#endif
