#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import MultiPlayerKitScreen

    /// The picture above the time line: what the selected video shows at the time under the mouse.
    @MainActor
    final class TimeLineHover {
        /// Parts of the stage that it takes at most.
        private static let (width, height) = (0.2, 0.25)
        /// From the lower edge of the stage, in pixels: above the time line and a marker's text.
        private static let rise = 36.0
        /// How long it stays where the mouse rests: nobody tells that the mouse has left the window.
        private static let stay = Duration.seconds(2)
        /// Between two pictures, so that a mouse that moves costs a part of a processor only.
        private static let pause = Duration.milliseconds(60)

        private let stage: Stage
        private let model: ScreenModel
        /// Where the mouse is, 0…1 along the time line; `nil`: elsewhere.
        private var wanted: Double?
        private var movedAt = HostTime.now
        private var making: Task<Void, Never>?

        init(_ stage: Stage, _ model: ScreenModel) {
            (self.stage, self.model) = (stage, model)
        }

        deinit { making?.cancel() }

        /// - Parameter fraction: where the mouse is along the time line, 0…1; `nil`: elsewhere, or it holds something.
        func move(to fraction: Double?) {
            wanted = fraction
            movedAt = .now
            guard let fraction else {
                making?.cancel()
                making = nil
                if stage.thumbnail != nil { stage.thumbnail = nil }
                return
            }
            stage.thumbnail?.area = area(at: fraction)
            guard making == nil else { return }
            making = Task { [weak self] in
                var made: Double?
                while !Task.isCancelled, await self?.goOn(after: &made) == true {
                    try? await Task.sleep(for: Self.pause)
                }
            }
        }

        /// Makes the picture that is wanted, if it is another one; false: nobody wants one any more.
        private func goOn(after made: inout Double?) async -> Bool {
            guard let fraction = wanted, movedAt.duration(to: .now) < Self.stay else {
                move(to: nil)
                return false
            }
            guard fraction != made, let time = model.target(at: fraction),
                let member = model.member(model.selection + 1)
            else { return true }
            made = fraction
            // A file that can no longer be read is told of by the group itself.
            let found = try? await model.group.thumbnail(of: member, at: time)
            guard let now = wanted, !Task.isCancelled else { return false }
            stage.thumbnail = found.map { StageThumbnail($0.picture, in: area(at: now)) }
            return true
        }

        private func area(at fraction: Double) -> CGRect {
            let (width, height) = (stage.size.width * Self.width, stage.size.height * Self.height)
            let margin = width / 20
            let x = min(max(stage.size.width * fraction - width / 2, margin), stage.size.width - width - margin)
            return CGRect(x: x, y: stage.size.height - Self.rise - height, width: width, height: height)
        }
    }
#endif
