#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// What is drawn above the tiles, brought up to date now and then.
    ///
    /// Without a window nobody is there to steer, and a recording is to show the videos: then only what was asked for
    /// is drawn.
    @MainActor
    final class ScreenDrawing {
        /// What the mouse holds.
        enum Hold: Equatable {
            case wipe
            /// The time line, 0…1 along it.
            case timeLine(Double)
            /// A tile on its way to the place of another: their numbers, counted from 0.
            case tile(Int, over: Int)
        }

        /// How long the selected member keeps its frame after a key that concerns it.
        private static let selectionTime = Duration.seconds(3)

        private let stage: Stage
        private let model: ScreenModel
        private let budget: DecoderBudget
        /// Whether a window shows the stage.
        var isSteered = false
        var hold: Hold?
        private var selectionMarks = 0
        private var selectionEnd = HostTime.now
        private var shown: [StageMark] = []

        init(_ stage: Stage, _ model: ScreenModel, _ budget: DecoderBudget) {
            (self.stage, self.model, self.budget) = (stage, model, budget)
        }

        func refresh() {
            var marks: [StageMark] = []
            if isSteered { marks += handles }
            if isSteered || model.showsBudget { marks += frame }
            if model.showsBudget { marks += budgetMarks }
            // The same marks again cost a tick nothing; others make it compose anew.
            guard marks != shown else { return }
            shown = marks
            stage.setMarks(marks)
        }

        /// Where the wipe's boundary is; `nil` in another layout.
        var boundary: TileLayout.WipeBoundary? {
            guard case .wipe = model.layout.arrangement else { return nil }
            let sizes = model.group.snapshot.members.map { $0.info?.displaySize ?? .zero }
            return model.layout.wipeBoundary(for: sizes, in: stage.size)
        }

        /// Where the members lie, in their order.
        var placements: [TilePlacement] {
            let placed = stage.placements
            let nowhere = TilePlacement(tile: .zero, picture: .zero, visible: .zero)
            return model.group.members.map { placed[$0] ?? nowhere }
        }

        /// What the mouse can take hold of.
        private var handles: [StageMark] {
            var overlay = ScreenOverlay(stage: stage.size)
            if model.hasTimeLine {
                if case .timeLine(let fraction) = hold {
                    overlay.addTimeLine(progress: fraction, isHeld: true)
                } else {
                    overlay.addTimeLine(progress: model.progress, isHeld: false)
                }
                for fraction in model.markerFractions { overlay.addMarker(at: fraction) }
            }
            if let boundary { overlay.addWipe(boundary, isHeld: hold == .wipe) }
            if case .tile(let held, let target) = hold, held != target {
                let places = placements
                for index in [held, target] where places.indices.contains(index) {
                    overlay.addFrame(around: places[index].tile)
                }
            }
            return overlay.marks
        }

        /// The frame of the focused tile, or for a while that of the selected member.
        private var frame: [StageMark] {
            if model.selectionMarks != selectionMarks {
                selectionMarks = model.selectionMarks
                selectionEnd = HostTime.now.advanced(by: Self.selectionTime)
            }
            let isFramed = model.focusedTile != nil || HostTime.now < selectionEnd
            guard isFramed, let member = model.member(model.selection + 1), let place = stage.placements[member]
            else { return [] }
            var overlay = ScreenOverlay(stage: stage.size)
            overlay.addFrame(around: place.visible)
            return overlay.marks
        }

        private var budgetMarks: [StageMark] {
            let (snapshot, places) = (model.group.snapshot, stage.placements)
            var overlay = BudgetOverlay(stage: stage.size)
            for (index, member) in snapshot.members.enumerated() {
                guard let place = places[member.id], !place.isHidden else { continue }
                let word = member.hasFailed ? "failed" : member.isLeftBehind ? "behind" : nil
                overlay.addSign(of: member.tier, number: index + 1, word: word, in: place.visible)
            }
            overlay.add(BudgetSums(snapshot, budget.snapshot))
            return overlay.marks
        }
    }
#endif
