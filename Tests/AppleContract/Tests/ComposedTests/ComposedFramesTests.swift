import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// Which two pictures are chosen, tested on values alone.
struct ComposedFramesTests {
    private var frames = ComposedFrames<String>()

    init() {
        frames.queues.0.frameLength = .milliseconds(40)
        frames.queues.1.frameLength = .milliseconds(40)
    }

    @Test mutating func `the newest frame at or before the due time is taken from both queues`() {
        for index in 0..<3 {
            frames.queues.0.add("a\(index)", time: .milliseconds(40 * index), for: .milliseconds(40 * index))
            frames.queues.1.add("b\(index)", time: .milliseconds(40 * index), for: .milliseconds(40 * index))
        }
        #expect(chosen(50, 90) == "a1 b2")
        #expect(chosen(50, 119) == "same")
        #expect(chosen(80, 119) == "a2 b2")
    }

    @Test mutating func `while one of the two frames is missing, both pictures stay`() {
        frames.queues.0.add("a0", time: .zero, for: .zero)
        frames.queues.1.add("b0", time: .zero, for: .zero)
        #expect(chosen(0, 0) == "a0 b0")
        frames.queues.0.add("a1", time: .milliseconds(40), for: .milliseconds(40))
        #expect(chosen(40, 40) == "late")
        #expect(chosen(40, nil) == "late")
        #expect(frames.shown?.0 == "a0" && frames.shown?.1 == "b0")
        frames.queues.1.add("b1", time: .milliseconds(40), for: .milliseconds(45))
        #expect(chosen(45, 45) == "a1 b1")
    }

    @Test mutating func `an answer that is a frame too old does not count for this instant`() {
        frames.queues.0.add("a0", time: .zero, for: .milliseconds(60))
        frames.queues.1.add("b1", time: .milliseconds(40), for: .milliseconds(60))
        #expect(chosen(60, 60) == "late")
    }

    @Test mutating func `a frame time that the container rounded is accepted for the requested time only`() {
        frames.queues.0.add("a0", time: .milliseconds(39), for: .milliseconds(79))
        frames.queues.1.add("b0", time: .milliseconds(40), for: .milliseconds(79))
        #expect(chosen(79, 79) == "a0 b0")
        frames.queues.1.add("b1", time: .milliseconds(80), for: .milliseconds(80))
        #expect(chosen(80, 80) == "late")
    }

    @Test mutating func `a picture ahead of its time waits`() {
        frames.queues.0.add("a1", time: .milliseconds(40), for: .milliseconds(30))
        frames.queues.1.add("b0", time: .zero, for: .milliseconds(30))
        #expect(chosen(30, 30) == "late")
        frames.queues.1.add("b1", time: .milliseconds(40), for: .milliseconds(41))
        #expect(chosen(41, 41) == "a1 b1")
    }

    @Test mutating func `while the frame length is unknown only answers count`() {
        frames.queues.0.frameLength = nil
        frames.queues.0.add("a0", time: .zero, for: .milliseconds(200))
        frames.queues.1.add("b5", time: .milliseconds(200), for: .milliseconds(200))
        #expect(chosen(200, 200) == "a0 b5")
        #expect(chosen(201, 201) == "late")
    }

    @Test mutating func `nothing of a cleared queue is shown`() {
        frames.queues.0.add("a0", time: .zero, for: .zero)
        frames.queues.1.add("b0", time: .zero, for: .zero)
        frames.queues.0.clear()
        #expect(chosen(0, 0) == "late")
        frames.queues.0.add("c0", time: .zero, for: .zero)
        #expect(chosen(0, 0) == "c0 b0")
    }

    private mutating func chosen(_ first: Int?, _ second: Int?) -> String {
        switch frames.choose(dueAt: (first.map { .milliseconds($0) }, second.map { .milliseconds($0) })) {
        case .new(let first, let second): "\(first) \(second)"
        case .same: "same"
        case .late: "late"
        }
    }
}
