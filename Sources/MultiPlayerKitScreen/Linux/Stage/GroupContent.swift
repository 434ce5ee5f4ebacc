#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// A group on a stage: at each tick every tile shows the frame that is due at that tick.
    final class GroupContent: StageContent {
        let runner: GroupRunner
        private let tiles = Mutex(GroupTiles())

        init(_ runner: GroupRunner) {
            self.runner = runner
        }

        var clock: any GroupClock { runner.clock }
        var ledger: LedgerBox { runner.ledger }
        var isSettled: Bool { runner.isSettled }
        var moment: GroupRunner.Lineup { runner.lineup }

        func collect(
            _ lineup: GroupRunner.Lineup, at host: HostTime, in frame: StageFrame, until deadline: HostTime
        ) -> StageShowing {
            let patience = runner.leases.movesTogether ? runner.patience.withLock { $0 } : nil
            var showing = StageShowing()
            showing.placements = Self.placements(of: lineup, in: frame)
            let collected = tiles.withLock { tiles in
                if tiles.place(showing.placements, of: frame.layout, whole: Self.wholeSizes(of: lineup, in: frame)) {
                    runner.leases.display(tiles.sizes, on: frame.size)
                }
                let collected = tiles.collect(lineup, at: host, until: deadline, patience: patience)
                tiles.draw(
                    lineup, at: host, placements: showing.placements, layout: frame.layout, in: &showing)
                if let captions = frame.captions {
                    showing.captions = tiles.captions(captions, of: lineup, in: frame, at: showing.placements)
                }
                showing.hasStarted = tiles.hasStarted
                showing.frames = tiles.frames(for: collected.showings, of: lineup)
                if let loupe = frame.loupe {
                    let members = Set(lineup.entries.lazy.filter { !$0.isAmbient }.map(\.id))
                    showing.glasses = loupe.glasses(
                        over: showing.frames.filter { members.contains($0.member) }, at: showing.placements, in: frame)
                }
                return collected
            }
            (showing.showings, showing.remains) = (collected.showings, collected.remains)
            let (verdict, stoodIn) = (collected.verdict, collected.stoodIn)
            if !verdict.leftBehind.isEmpty || !verdict.caughtUp.isEmpty || stoodIn != nil {
                showing.news = { [runner] in
                    runner.report(leftBehind: verdict.leftBehind, caughtUp: verdict.caughtUp, stoodIn: stoodIn)
                }
            }
            return showing
        }

        func placements(in frame: StageFrame) -> [MemberID: TilePlacement] {
            Self.placements(of: runner.lineup, in: frame)
        }

        private static func wholeSizes(
            of lineup: GroupRunner.Lineup, in frame: StageFrame
        ) -> [MemberID: CGSize] {
            guard frame.needsWholePictures else { return [:] }
            return Dictionary(
                uniqueKeysWithValues: lineup.entries.compactMap { entry in entry.info.map { (entry.id, $0.displaySize) }
                })
        }

        private static func placements(
            of lineup: GroupRunner.Lineup, in frame: StageFrame
        ) -> [MemberID: TilePlacement] {
            let tiles = lineup.entries.filter { !$0.isAmbient }
            let placed = frame.layout.placements(for: tiles.map { $0.info?.displaySize ?? .zero }, in: frame.size)
            var result = Dictionary(uniqueKeysWithValues: zip(tiles.map(\.id), placed))
            for entry in lineup.entries where entry.isAmbient {
                let fill = TileLayout(.sideBySide, fitting: .fill)
                result[entry.id] = fill.placements(for: [entry.info?.displaySize ?? .zero], in: frame.size).first
            }
            return result
        }
    }
#endif
