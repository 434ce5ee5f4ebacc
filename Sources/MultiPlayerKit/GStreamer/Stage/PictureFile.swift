#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// One picture as a PNG file, which is complete or as it was before.
    struct PictureFile {
        let url: URL

        func write(_ picture: Picture, format: StageFormat) throws {
            do {
                let pipeline = try Element(
                    launch: "appsrc name=pictures format=time ! videoconvert ! pngenc ! filesink name=file")
                guard let source = pipeline.child("pictures"), let file = pipeline.child("file") else { return }
                let output: OutputFile
                do { output = try OutputFile(for: url) } catch {
                    throw GStreamerFailure(
                        domain: .resource, code: 0, text: "the file cannot be written: \(error)")
                }
                file.set("location", output.path)
                mpk_appsrc_set_caps(source.pointer, format.caps.pointer)
                let done = DispatchSemaphore(value: 0)
                let failure = Mutex<GStreamerFailure?>(nil)
                let route = BusRoute(pipeline) { message in
                    if case .failed(let failed) = message { failure.withLock { $0 = failed } }
                    done.signal()
                }
                pipeline.play()
                _ = mpk_appsrc_push(source.pointer, mpk_buffer_alias(picture.buffer, 0, 0))
                _ = mpk_appsrc_end(source.pointer)
                // Even 8K compresses within seconds; the rest is for a slow disk.
                let isLate = done.wait(timeout: .now() + 30) == .timedOut
                pipeline.stop()
                route.close()
                if let failed = failure.withLock({ $0 }) { throw failed }
                if isLate { throw GStreamerFailure(domain: .other, code: 0, text: "writing took too long") }
                do { try output.commit() } catch {
                    throw GStreamerFailure(domain: .resource, code: 0, text: "\(error)")
                }
            } catch let failed as GStreamerFailure {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent, reason: failed.text,
                    cure: "choose a folder that exists and may be written to", underlying: failed)
            }
        }
    }
#endif
