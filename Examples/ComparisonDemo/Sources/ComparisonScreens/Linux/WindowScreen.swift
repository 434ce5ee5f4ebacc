#if os(Linux)
    import Foundation
    import MultiPlayerKit

    /// The comparison in a window: what is drawn above the tiles, and what keys and mouse mean.
    @MainActor
    final class WindowScreen {
        private enum Drag { case none, wipe, timeLine }

        /// How long the selected member keeps its frame after a key that concerns it.
        private static let selectionTime = Duration.seconds(3)
        /// Width in which the mouse takes hold of the wipe, in stage pixels: a comfortable target.
        private static let grip = 32.0

        private let window: StageWindow
        private let stage: Stage
        private let model: CompareModel
        private var keys = WindowKeys()
        private var drag = Drag.none
        private var fraction = 0.0
        private var selectionMarks = 0
        private var selectionEnd = HostTime.now
        private var shown: [StageMark] = []

        init(_ window: StageWindow, stage: Stage, model: CompareModel) {
            (self.window, self.stage, self.model) = (window, stage, model)
        }

        func toggleFullScreen() { window.toggleFullScreen() }

        /// Takes what a person did; an action is for the run to carry out.
        func take(_ input: StageInput) -> ScreenAction? {
            switch input {
            case .keyDown(let key): return keys.press(key)
            case .keyUp(let key): keys.release(key)
            case .buttonDown(1, let x, let y): press(CGPoint(x: x, y: y))
            case .moved(let x, let y): move(CGPoint(x: x, y: y))
            case .buttonUp(1, let x, let y): release(CGPoint(x: x, y: y))
            case .closed: return .quit
            case .buttonDown, .buttonUp: break
            }
            return nil
        }

        /// Brings what is drawn above the tiles up to date.
        func refresh() {
            if model.selectionMarks != selectionMarks {
                selectionMarks = model.selectionMarks
                selectionEnd = HostTime.now.advanced(by: Self.selectionTime)
            }
            var overlay = ScreenOverlay(stage: stage.size)
            overlay.addTimeLine(progress: drag == .timeLine ? fraction : model.progress, isHeld: drag == .timeLine)
            if let boundary { overlay.addWipe(boundary, isHeld: drag == .wipe) }
            if HostTime.now < selectionEnd, let member = model.member(model.selection + 1),
                let place = stage.placements[member]
            {
                overlay.addFrame(around: place.visible)
            }
            // The same marks again cost a tick nothing; others make it compose anew.
            guard overlay.marks != shown else { return }
            shown = overlay.marks
            stage.setMarks(shown)
        }

        // MARK: Mouse

        private var boundary: TileLayout.WipeBoundary? {
            let sizes = model.group.snapshot.members.map { $0.info?.displaySize ?? .zero }
            return model.layout.wipeBoundary(for: sizes, in: stage.size)
        }

        private func press(_ point: CGPoint) {
            if ScreenOverlay(stage: stage.size).isOnTimeLine(point) {
                drag = .timeLine
                model.beginScrub()
            } else if let boundary, boundary.handle(thickness: Self.grip).contains(point) {
                drag = .wipe
            }
            move(point)
        }

        private func move(_ point: CGPoint) {
            switch drag {
            case .none: return
            case .timeLine:
                fraction = ScreenOverlay(stage: stage.size).fraction(at: point)
                model.scrub(to: fraction)
            case .wipe:
                guard let boundary else { return }
                model.wipe(to: boundary.position(at: point))
                stage.layout = model.layout
            }
            refresh()
        }

        private func release(_ point: CGPoint) {
            move(point)
            if drag == .timeLine { model.endScrub(at: fraction) }
            drag = .none
            refresh()
        }
    }
#endif
