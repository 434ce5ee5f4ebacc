#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// A screen without a display server (KMS), drawn on by GStreamer's sink.
    ///
    /// Sendable because nothing changes after `init`, and pipelines do their own locking.
    final class BareScreen: WindowSurface, @unchecked Sendable {
        private let pipeline: Element
        private let source: Element
        private let route: BusRoute

        /// - Parameters:
        ///   - connector: the connector to draw on; `nil`: the first that has a display.
        ///   - unopened: what to say if that cannot be done.
        init(
            connector: Int?, format: StageFormat, unopened: String,
            deliver: @escaping @Sendable (WindowEvent) -> Void
        ) throws(PlaybackError) {
            let number = connector.map { " connector-id=\($0)" } ?? ""
            do throws(GStreamerFailure) {
                // Two pictures: one being drawn, one waiting. Older ones are dropped.
                pipeline = try Element(
                    launch: "appsrc name=pictures is-live=true format=time max-buffers=2 leaky-type=downstream "
                        + "! videoconvert ! kmssink\(number) name=sink")
            } catch {
                throw .window(
                    "GStreamer cannot draw on a screen: \(error.text)", "install gstreamer1.0-plugins-bad", error)
            }
            guard let source = pipeline.child("pictures"), let sink = pipeline.child("sink") else {
                throw .window("GStreamer cannot draw on a screen", "install gstreamer1.0-plugins-bad")
            }
            self.source = source
            format.describe(source)
            // The stage does the timing: the sink shows a picture as soon as it arrives.
            sink.set("sync", false)
            sink.set("async", false)
            let opening = Opening()
            route = BusRoute(
                pipeline,
                handle: { message in
                    guard case .failed(let failed) = message, !opening.keeps(failed) else { return }
                    deliver(.failed(.window("the screen has gone: \(failed.text)", "open it again", failed)))
                })
            let isPlaying = gst_element_set_state(pipeline.pointer, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE
            let failure = opening.end()
            guard isPlaying, failure == nil else {
                pipeline.stop()
                route.close()
                let cause = failure.map { "(\($0.text))" } ?? ""
                throw .window("\(unopened) \(cause)", "check the display, or play without a window", failure)
            }
        }

        func show(_ picture: Picture) {
            let noTime = GstClockTime.max
            _ = mpk_appsrc_push(source.pointer, mpk_buffer_alias(picture.buffer, noTime, noTime))
        }

        func toggleFullScreen() {}

        func close() {
            pipeline.stop()
            route.close()
        }
    }

    /// Keeps the first failure of a pipeline that is being opened; later ones go to its user.
    private final class Opening: Sendable {
        private let state = Mutex<(isOver: Bool, failure: GStreamerFailure?)>((false, nil))

        /// Keeps a failure that belongs to the opening; returns whether it does.
        func keeps(_ failure: GStreamerFailure) -> Bool {
            state.withLock { state in
                guard !state.isOver else { return false }
                state.failure = state.failure ?? failure
                return true
            }
        }

        func end() -> GStreamerFailure? {
            state.withLock { state in
                state.isOver = true
                return state.failure
            }
        }
    }
#endif
