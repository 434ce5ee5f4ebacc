#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// What a window draws on.
    protocol WindowSurface: Sendable {
        /// Draws a picture as soon as it can; newer ones take the place of those that wait.
        func show(_ picture: Picture)
        func toggleFullScreen()
        /// Returns when it has gone.
        func close()
    }

    /// What happens to a window.
    enum WindowEvent: Sendable {
        case input(StageInput)
        /// Where the window is from now on.
        case placed(StageWindow.Place)
        /// Another window has the keyboard focus now: no key-up will come.
        case unfocused
        /// The display server has ended.
        case lost
        case failed(PlaybackError)
    }

    extension PlaybackError {
        static func window(
            _ reason: String, _ cure: String, _ underlying: (any Error & Sendable)? = nil
        ) -> PlaybackError {
            PlaybackError(.outputFailed, subject: "window", reason: reason, cure: cure, underlying: underlying)
        }
    }

    /// A window of SDL's: what the stage's thread and ``WindowThread`` share of it.
    final class SharedSurface: WindowSurface {
        let format: PictureFormat
        let deliver: @Sendable (WindowEvent) -> Void
        /// The picture that waits to be drawn.
        private let waiting = Mutex<Picture?>(nil)

        /// In pixels.
        var stage: CGSize { CGSize(width: format.width, height: format.height) }

        /// Opens a window on the display that the environment names.
        ///
        /// - Parameter deliver: called on ``WindowThread``.
        init(
            title: String, place: StageWindow.Place?, format: PictureFormat,
            deliver: @escaping @Sendable (WindowEvent) -> Void
        ) throws(PlaybackError) {
            (self.format, self.deliver) = (format, deliver)
            let refusal = WindowThread.shared.result { [self] desk -> WindowDesk.Refusal? in
                do throws(WindowDesk.Refusal) {
                    try desk.open(self, title: title, place: place)
                    return nil
                } catch {
                    return error
                }
            }
            if let refusal { throw .window(refusal.reason, refusal.cure) }
        }

        func show(_ picture: Picture) {
            let isFirst = waiting.withLock { waiting in
                defer { waiting = picture }
                return waiting == nil
            }
            if isFirst { WindowThread.shared.wake() }
        }

        /// The picture to draw, if there is a new one.
        func takePicture() -> Picture? {
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
        }

        func toggleFullScreen() {
            WindowThread.shared.perform { [self] in $0.toggleFullScreen(self) }
        }

        func close() {
            WindowThread.shared.result { [self] in $0.close(self) }
        }
    }
#endif
