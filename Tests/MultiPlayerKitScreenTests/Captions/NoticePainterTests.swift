#if canImport(CGStreamer)
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// A notice in the middle of a stage.
    @Suite struct NoticePainterTests {
        private func stage(_ width: Double, _ height: Double) throws -> Stage {
            try Stage(size: CGSize(width: width, height: height), pace: .unpaced)
        }

        private func lines(_ count: Int) -> [StageNotice.Line] {
            (0..<count).map { StageNotice.Line("key \($0)", "what it does, in words; что она делает") }
        }

        /// The pixels of a stage's picture that are brighter than its background's, as a box.
        private func box(of stage: Stage) throws -> CGRect {
            stage.advance(ticks: 1)
            let picture = try #require(stage.lastPicture)
            return try #require(
                picture.withPlanes { planes in
                    var box = CGRect.null
                    for y in 0..<planes.height {
                        for x in 0..<planes.width where planes.luma[y * planes.stride + x] > 90 {
                            box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
                        }
                    }
                    return box
                })
        }

        @Test(arguments: [(1280.0, 720.0), (640, 360), (160, 90), (16, 16), (360, 640)])
        func `a notice stands in the middle, and goes`(width: Double, height: Double) throws {
            let stage = try stage(width, height)
            #expect(try box(of: stage).isNull)
            stage.notice = StageNotice(title: "Keys", lines: lines(20))
            let seen = try box(of: stage)
            if width > 16 { #expect(!seen.isNull) }
            #expect(seen.isNull || CGRect(x: 0, y: 0, width: width, height: height).contains(seen))
            if width >= 640 {
                #expect(abs(seen.midX - width / 2) < width * 0.03 && abs(seen.midY - height / 2) < height * 0.04)
            }
            stage.notice = nil
            #expect(try box(of: stage).isNull)
        }

        @Test(arguments: [(1280.0, 720.0), (640, 360), (160, 90), (16, 16)])
        func `a notice at the bottom leaves room for a time line`(width: Double, height: Double) throws {
            let stage = try stage(width, height)
            stage.notice = StageNotice(title: "worst 1, 31.20 dB", lines: [], place: .bottom)
            let seen = try box(of: stage)
            #expect(seen.isNull || seen.maxY <= height * 0.92 && seen.minY >= 0)
            if width >= 640 { #expect(seen.minY > height * 0.8 && abs(seen.midX - width / 2) < width * 0.03) }
        }

        @Test func `so many lines that they do not fit are written smaller`() throws {
            let stage = try stage(640, 360)
            stage.notice = StageNotice(lines: lines(3))
            let few = try box(of: stage)
            stage.notice = StageNotice(lines: lines(60))
            let many = try box(of: stage)
            #expect(many.height > few.height * 3 && many.height < 360 && many.width < few.width)
        }

        @Test func `a notice without lines is nothing`() throws {
            let stage = try stage(640, 360)
            stage.notice = StageNotice(lines: [])
            #expect(try box(of: stage).isNull)
            #expect(stage.notice == StageNotice(lines: []))
        }
    }
#endif
