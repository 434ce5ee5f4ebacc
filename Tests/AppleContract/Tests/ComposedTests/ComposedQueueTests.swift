import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// The pictures that are kept of one member.
struct ComposedQueueTests {
    private var queue = ComposedFrames<String>.Queue()

    init() { queue.frameLength = .milliseconds(40) }

    private func picture(at milliseconds: Int) -> String? { queue.entry(dueAt: .milliseconds(milliseconds))?.picture }

    /// An output has only a few, and waits for them.
    @Test mutating func `no more than three pictures are kept`() {
        for index in 0..<4 {
            queue.add("\(index)", time: .milliseconds(40 * index), for: .milliseconds(40 * index))
        }
        #expect([10, 50, 90, 130].map { picture(at: $0) } == [nil, "1", "2", "3"])
    }

    @Test mutating func `a picture that came early is no answer until its time has come`() {
        queue.add("next", time: .milliseconds(40), for: .milliseconds(30))
        #expect(!queue.hasAnswer(for: .milliseconds(30)))
        queue.add("next", time: .milliseconds(40), for: .milliseconds(40))
        #expect(queue.hasAnswer(for: .milliseconds(40)))
    }

    @Test mutating func `a picture is an answer for the latest time for which it was given`() {
        for due in [20, 30, 10] { queue.add("first", time: .zero, for: .milliseconds(due)) }
        #expect(queue.hasAnswer(for: .milliseconds(30)))
        #expect(!queue.hasAnswer(for: .milliseconds(20)) && !queue.hasAnswer(for: .milliseconds(10)))
    }
}
