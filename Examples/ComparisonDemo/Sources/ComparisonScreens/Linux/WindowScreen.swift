#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// A screen in a window: what keys and mouse mean.
    @MainActor
    final class WindowScreen {
        /// Width in which the mouse takes hold of the wipe, in stage pixels: a comfortable target.
        private static let grip = 32.0

        private let window: StageWindow
        private let stage: Stage
        private let model: ScreenModel
        private let drawing: ScreenDrawing
        private let hover: TimeLineHover
        private var keys = WindowKeys()
        private var isHelping = false
        /// Where the mouse was last; `nil`: it has never been over the window.
        private var pointer: CGPoint?

        init(_ window: StageWindow, stage: Stage, model: ScreenModel, drawing: ScreenDrawing) {
            (self.window, self.stage, self.model, self.drawing) = (window, stage, model, drawing)
            hover = TimeLineHover(stage, model)
            drawing.isSteered = true
        }

        func toggleFullScreen() { window.toggleFullScreen() }

        /// Where the window is; `nil`: it has never opened.
        var place: StageWindow.Place? { window.place }

        func toggleHelp() {
            isHelping.toggle()
            refreshNotice()
        }

        /// What the keys do, or else what the marker says at which the group stands.
        func refreshNotice() {
            let notice =
                isHelping
                ? KeyHelp.notice(isGrid: model.options.grid != nil)
                : model.markerText.map { StageNotice(title: $0, lines: [], place: .bottom) }
            if notice != stage.notice { stage.notice = notice }
        }

        /// What has taken the window away; `nil`: nothing, or a person.
        var error: PlaybackError? { window.error }

        /// Takes what a person did; an action is for the run to carry out.
        func take(_ input: StageInput) -> ScreenAction? {
            switch input {
            case .keyDown(let key): return keys.press(key)
            case .keyUp(let key): return keys.release(key)
            case .buttonDown(1, let x, let y): return press(CGPoint(x: x, y: y))
            case .moved(let x, let y): move(CGPoint(x: x, y: y))
            case .buttonUp(1, let x, let y): release(CGPoint(x: x, y: y))
            // The wheel.
            case .buttonDown(4, let x, let y): zoom(by: ScreenModel.zoomStep, at: CGPoint(x: x, y: y))
            case .buttonDown(5, let x, let y): zoom(by: 1 / ScreenModel.zoomStep, at: CGPoint(x: x, y: y))
            case .dropped(let files, let point): return drop(files.map(\.path), at: point)
            case .closed: return .quit
            case .buttonDown, .buttonUp: break
            @unknown default: break
            }
            return nil
        }

        /// One video that is dropped on a picture takes its place; everything else joins.
        private func drop(_ paths: [String], at point: CGPoint?) -> ScreenAction {
            guard let point, let path = paths.first, paths.count == 1, !ScreenAction.isSession(path) else {
                return .open(paths)
            }
            let places = stage.placements
            let member = model.group.members.lastIndex { id in
                places[id].map { !$0.isHidden && $0.visible.contains(point) } ?? false
            }
            return member.map { .replace(member: $0 + 1, with: path) } ?? .open(paths)
        }

        // MARK: Mouse

        private func press(_ point: CGPoint) -> ScreenAction? {
            if model.hasTimeLine, ScreenOverlay(stage: stage.size).isOnTimeLine(point) {
                drawing.hold = .timeLine(0)
                model.beginScrub()
            } else if let boundary = drawing.boundary, boundary.handle(thickness: Self.grip).contains(point) {
                drawing.hold = .wipe
            } else if model.focusedTile != nil {
                return tile(at: point).map { .select(member: $0) }
            } else if model.layout.zoom.scale <= 1, model.layout.hasOrder, let index = tile(at: point) {
                drawing.hold = .tile(index - 1, over: index - 1)
            } else {
                model.beginPan(at: point, in: drawing.placements)
            }
            move(point)
            return nil
        }

        /// The number of the tile that lies here.
        private func tile(at point: CGPoint) -> Int? {
            let places = stage.placements
            return model.group.members.firstIndex { places[$0]?.tile.contains(point) == true }.map { $0 + 1 }
        }

        private func zoom(by factor: Double, at point: CGPoint) {
            model.zoom(by: factor, about: point, in: drawing.placements)
            stage.layout = model.layout
            drawing.refresh()
        }

        /// Lets the loupe look at what lies under the mouse.
        func pointLoupe() {
            guard let pointer, model.loupe != nil else { return }
            model.pointLoupe(at: pointer, in: drawing.placements)
            stage.loupe = model.loupe
        }

        private func move(_ point: CGPoint) {
            pointer = point
            // After the pictures have followed the mouse.
            defer { pointLoupe() }
            let overlay = ScreenOverlay(stage: stage.size)
            let isHovering =
                drawing.hold == nil && model.grip == nil && model.hasTimeLine && overlay.isOnTimeLine(point)
            hover.move(to: isHovering ? overlay.fraction(at: point) : nil)
            switch drawing.hold {
            case nil:
                guard model.grip != nil else { return }
                model.pan(to: point)
                stage.layout = model.layout
            case .timeLine:
                let fraction = overlay.fraction(at: point)
                drawing.hold = .timeLine(fraction)
                model.scrub(to: fraction)
            case .wipe:
                guard let boundary = drawing.boundary else { return }
                model.wipe(to: boundary.position(at: point))
                stage.layout = model.layout
            case .tile(let held, _):
                drawing.hold = .tile(held, over: tile(at: point).map { $0 - 1 } ?? held)
            }
            drawing.refresh()
        }

        private func release(_ point: CGPoint) {
            move(point)
            if case .timeLine(let fraction) = drawing.hold { model.endScrub(at: fraction) }
            if case .tile(let held, let target) = drawing.hold, held != target {
                model.layout = model.layout.swapping(held, with: target, of: model.group.members.count)
                stage.layout = model.layout
            }
            drawing.hold = nil
            model.grip = nil
            drawing.refresh()
        }
    }
#endif
