import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

@Suite struct ScalingTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `scaling is the exact product rounded down`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        for _ in 0..<500 {
            let value = Int64.random(in: -(1 << 58)...(1 << 58), using: &numbers)
            let factor = Self.factor(&numbers)
            // factor = mantissa × 2^-shift, taken from the bits.
            let mantissa = Int128(factor.significandBitPattern | 1 << 52)
            let shift = 1_075 - Int(factor.exponentBitPattern)
            let result = Int128(value.scaled(by: factor))
            let product = Int128(value) * mantissa
            #expect(result << Int128(shift) <= product)
            #expect((result + 1) << Int128(shift) > product)
            #expect(value.scaled(by: -factor) == -Int64((product + (1 << Int128(shift)) - 1) >> Int128(shift)))
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `unscaling gives the first duration that reaches the target`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        for _ in 0..<500 {
            let target = numbers.duration(in: .seconds(-400_000)...(.seconds(400_000)))
            let factor = Self.factor(&numbers)
            let result = target.unscaled(by: factor)
            #expect(result.scaled(by: factor) >= target)
            #expect((result - .nanoseconds(1)).scaled(by: factor) < target)
        }
    }

    @Test(arguments: [0.000_1, 0.1, 1, 1.001, 4, 1_000_000])
    func `no duration is too long to scale`(factor: Double) {
        for duration in [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(1 << 40), .nanoseconds(Int64.max)] {
            #expect((duration.scaled(by: factor) > .zero) == (duration > .zero))
            #expect((duration.unscaled(by: factor) > .zero) == (duration > .zero))
        }
        let line = LineAnchor(hostTime: .now, time: .zero, rate: factor)
        #expect(line.hostTime(at: .seconds(Int64.max)) ?? .now > .now)
        #expect(line.time(at: HostTime(nanoseconds: .max)) > .zero)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 0])
    func `an invalid factor scales to zero`(factor: Double) {
        #expect(Int64(5).scaled(by: factor) == 0)
    }

    @Test func `nanoseconds round down on both sides of zero`() {
        #expect(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999).nanoseconds == 1)
        #expect(Duration(secondsComponent: 0, attosecondsComponent: -1).nanoseconds == -1)
        #expect(
            Duration(secondsComponent: -1, attosecondsComponent: -500_000_000_500_000_000).nanoseconds == -1_500_000_001
        )
        #expect(Duration.nearest(seconds: .nan) == .zero)
        #expect(Duration.nearest(seconds: .infinity) > .seconds(1_000_000))
        #expect(Duration.nearest(seconds: 0.1) == .milliseconds(100))
    }

    @Test func `rounded decimals stand for the exact frame rates`() {
        #expect(FrameRate(decimal: 23.976) == FrameRate(24_000, 1_001))
        #expect(FrameRate(decimal: 23.98) == FrameRate(24_000, 1_001))
        #expect(FrameRate(decimal: 29.97) == FrameRate(30_000, 1_001))
        #expect(FrameRate(decimal: 59.94) == FrameRate(60_000, 1_001))
        #expect(FrameRate(decimal: 25) == FrameRate(25))
        #expect(FrameRate(decimal: 12.5) == FrameRate(25, 2))
        for nonsense in [0, -1, .nan, .infinity, 0.000_1, 1e9] { #expect(FrameRate(decimal: nonsense) == nil) }
    }

    @Test func `equal rates are equal however they are written`() {
        #expect(FrameRate(60, 2) == FrameRate(30))
        #expect(Set([FrameRate(60, 2), FrameRate(30), FrameRate(30_000, 1_000)]).count == 1)
        #expect(FrameRate(.max, 3) != FrameRate(.max, 5))
        #expect(FrameRate(30_000, 1_000).description == "30")
        #expect(FrameRate(30_000, 1_001).description == "29.97")
    }

    @Test(arguments: [FrameRate(24_000, 1_001), FrameRate(30_000, 1_001), FrameRate(60), FrameRate(240)])
    func `a frame's own time belongs to the frame, before zero too`(rate: FrameRate) {
        for index in [-1_000_001, -2, -1, 0, 1, 2, 29, 1_000_001, 20_000_000] as [Int64] {
            #expect(rate.frame(at: rate.time(ofFrame: index)) == index)
            #expect(rate.frame(at: rate.time(ofFrame: index) - .microseconds(2)) == index - 1)
        }
    }

    private static func factor(_ numbers: inout SplitMix) -> Double {
        let usual = [0.25, 0.1, 1.001, 1 / 1.001, 0.5, 3, 4, 16, 1.0 / 3]
        return numbers.oneIn(2) ? usual.randomElement(using: &numbers) ?? 1 : .random(in: 0.01...16, using: &numbers)
    }
}
