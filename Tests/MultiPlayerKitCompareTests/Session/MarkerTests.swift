import MultiPlayerKit
import MultiPlayerKitCompare
import Testing

@Suite struct MarkerTests {
    private typealias Marker = ComparisonSession.Marker

    @Test func `neighbours are found in any order, and never where one is`() {
        let markers = [8, 2, 5].map { Marker(at: .seconds($0)) }
        #expect(markers.next(after: .seconds(2))?.time == .seconds(5))
        #expect(markers.next(after: .seconds(8)) == nil)
        #expect(markers.last(before: .seconds(8))?.time == .seconds(5))
        #expect(markers.last(before: .seconds(2)) == nil)
    }

    @Test func `a marker is set once, and taken away from about there`() {
        var markers = [Marker(at: .seconds(3), "bend")]
        markers.toggle(at: .seconds(4))
        #expect(markers.map(\.time) == [.seconds(3), .seconds(4)])
        markers.toggle(at: .milliseconds(4_016))
        markers.toggle(at: .milliseconds(2_990))
        #expect(markers.isEmpty)
        markers.toggle(at: .zero)
        markers.toggle(at: .milliseconds(17))
        #expect(markers.count == 2)
    }

    @Test func `the worst pairs become markers, the worst first`() {
        func pair(_ second: Int, _ error: Double) -> MeasuredPair {
            MeasuredPair(
                time: .seconds(second), referenceTime: .zero, otherTime: .zero,
                measures: PictureMeasures(components: [
                    PictureMeasures.Component(name: "Y", samples: 100, meanSquaredError: error, peak: 255, ssim: 0.9)
                ]))
        }
        let found = MeasuredComparison(pairs: [pair(0, 1), pair(1, 100), pair(2, 0), pair(3, 6.5)])
        #expect(
            found.worstMarkers(2) == [
                Marker(at: .seconds(1), "worst 1, 28.13 dB"), Marker(at: .seconds(3), "worst 2, 40.00 dB"),
            ])
    }
}
