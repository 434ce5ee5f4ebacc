#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport

    /// Checks that both sides compose the same pictures: a separate pass with the measured layout, tick by tick, so
    /// that a failing converter cannot look like a saving.
    ///
    /// The tiles are identified by their indices. They hide the background's index, so the background is compared
    /// sample by sample where it is visible; its grain moves, so that a wrong frame is noticed.
    struct PixelCheck {
        let clips: BenchClips
        let effort: Effort

        /// The greatest mean distance of two tiles, in levels: both sides scale, each with a filter of its own.
        private static let tileTolerance = 4.0
        /// The greatest mean distance of the backgrounds, as a fraction of the distance to the next frame; both sides
        /// copy it.
        private static let backgroundTolerance = 0.1

        func run() throws -> [Gate] {
            let members = clips.take(2)
            let background = clips.take(3)[2]
            let order = DumpOrder(members: members, background: background, ticks: effort.comparedTicks)
            let kit = try PictureStream(
                URL(fileURLWithPath: ChildRun.ownPath).resolvingSymlinksInPath(), try order.arguments)
            let launch = try PictureStream(
                try LaunchLine.tool(),
                LaunchLine.compositor(
                    background: background, members: members, into: LaunchLine.dumpSink(pictures: effort.comparedTicks))
            )
            defer {
                kit.close()
                launch.close()
            }
            var comparison = Comparison()
            for tick in 0..<effort.comparedTicks {
                guard let ours = kit.next(), let theirs = launch.next() else {
                    throw BenchmarkError("only \(tick) of \(effort.comparedTicks) pictures came from one side")
                }
                comparison.add(ours, theirs, due: tick / 2, clips: members.map(\.id))
            }
            return report(comparison)
        }

        private func report(_ found: Comparison) -> [Gate] {
            let table = Table(
                "Pixels: \(effort.comparedTicks) ticks, composed by the kit and by gst-launch-1.0 compositor",
                ["", "kit", "compositor"])
            table.row(["tiles read", "\(found.tilesRead)", "\(found.tilesRead)"])
            table.row(["of them wrong", "\(found.kitWrong)", "\(found.launchWrong)"])
            let (tiles, background, motion) = (found.tiles.mean, found.background.mean, found.motion.mean)
            print(
                "  mean distance of samples: tiles \(tiles.text(2)) levels, background \(background.text(2)) ",
                terminator: "")
            print("(from a background frame to the next \(motion.text(2)))")
            return [
                Gate(
                    text: "every tile of the kit and of the compositor shows the frame due (\(found.kitWrong) and "
                        + "\(found.launchWrong) of \(found.tilesRead) do not)",
                    holds: found.tilesRead > 0 && found.kitWrong == 0 && found.launchWrong == 0),
                Gate(
                    text: "tiles differ by \(tiles.text(2)) levels, at most \(Self.tileTolerance.text(0))",
                    holds: tiles <= Self.tileTolerance),
                Gate(
                    text: "backgrounds differ by \(background.text(2)) levels, at most a tenth of a frame's step, "
                        + "\(motion.text(2))",
                    holds: motion > 0 && background <= motion * Self.backgroundTolerance),
            ]
        }
    }

    /// Compares two streams of pictures.
    private struct Comparison {
        /// Adds up distances.
        struct Distance {
            private var sum = 0
            private var count = 0
            var mean: Double { count > 0 ? Double(sum) / Double(count) : .nan }

            /// Compares a rectangle of luma and the chroma that belongs to it; its edges are on even pixels.
            mutating func add(_ a: [UInt8], _ b: [UInt8], x: Range<Int>, y: Range<Int>) {
                let (width, height) = (BenchStage.width, BenchStage.height)
                add(a, b, from: 0, width, x, y)
                let (halfX, halfY) = (x.lowerBound / 2..<x.upperBound / 2, y.lowerBound / 2..<y.upperBound / 2)
                add(a, b, from: width * height, width / 2, halfX, halfY)
                add(a, b, from: width * height * 5 / 4, width / 2, halfX, halfY)
            }

            private mutating func add(
                _ a: [UInt8], _ b: [UInt8], from plane: Int, _ stride: Int, _ x: Range<Int>, _ y: Range<Int>
            ) {
                for row in y {
                    let line = plane + row * stride
                    for column in x { sum += abs(Int(a[line + column]) - Int(b[line + column])) }
                }
                count += x.count * y.count
            }
        }

        var tilesRead = 0
        var kitWrong = 0
        var launchWrong = 0
        var tiles = Distance()
        var background = Distance()
        /// From one frame of the background to the next.
        var motion = Distance()
        private var last: [UInt8]?

        private static let tileRows = BenchStage.tileTop..<BenchStage.tileTop + BenchStage.tileHeight
        private static let above = 0..<BenchStage.tileTop
        private static let below = tileRows.upperBound..<BenchStage.height

        mutating func add(_ ours: [UInt8], _ theirs: [UInt8], due: Int, clips: [Int]) {
            for (left, clip) in zip(BenchStage.tileLefts, clips) {
                tilesRead += 1
                let expected = IndexCode(index: due, clip: clip)
                if Self.read(ours, left: left) != expected { kitWrong += 1 }
                if Self.read(theirs, left: left) != expected { launchWrong += 1 }
            }
            tiles.add(ours, theirs, x: 0..<BenchStage.width, y: Self.tileRows)
            for rows in [Self.above, Self.below] {
                background.add(ours, theirs, x: 0..<BenchStage.width, y: rows)
                // The first tick and every other one after it bring a new frame; the first has nothing to be compared
                // with.
                if let last, tilesRead / clips.count % 2 == 1 {
                    motion.add(ours, last, x: 0..<BenchStage.width, y: rows)
                }
            }
            last = ours
        }

        private static func read(_ picture: [UInt8], left: Int) -> IndexCode? {
            let rect = PictureRect(
                x: left, y: BenchStage.tileTop, width: BenchStage.tileWidth, height: BenchStage.tileHeight)
            return picture.withUnsafeBytes { bytes in
                let luma = UnsafeRawBufferPointer(rebasing: bytes[0..<BenchStage.width * BenchStage.height])
                return IndexReader.read(luma: luma, stride: BenchStage.width, rect: rect)
            }
        }
    }
#endif
