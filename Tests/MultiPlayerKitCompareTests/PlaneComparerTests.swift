import Foundation
import Testing

@testable import MultiPlayerKitCompare
@testable import MultiPlayerKitScreen

struct PlaneComparerTests {
    private func compare(
        _ first: [UInt8], _ second: [UInt8], width: Int, depths: (Int, Int) = (8, 8)
    ) -> PlaneComparer.Result {
        first.withUnsafeBytes { a in
            second.withUnsafeBytes { b in
                func plane(_ bytes: UnsafeRawBufferPointer, _ depth: Int) -> PlaneSamples {
                    let step = depth > 8 ? 2 : 1
                    return PlaneSamples(
                        base: bytes.baseAddress!, rowStride: width * step, sampleStride: step, width: width,
                        height: bytes.count / step / width, depth: depth)
                }
                return PlaneComparer().compare(
                    plane(a, depths.0), plane(b, depths.1), depth: max(depths.0, depths.1))
            }
        }
    }

    @Test func `equal planes have no error and full similarity, whatever their size`() {
        for (width, height) in [(1, 1), (3, 5), (4, 4), (7, 9), (8, 8), (13, 21), (64, 33)] {
            let plane = (0..<width * height).map { UInt8($0 * 37 % 256) }
            let result = compare(plane, plane, width: width)
            #expect(result.squaredError == 0, "\(width)x\(height)")
            #expect(abs(result.similarity - 1) < 1e-12, "\(width)x\(height)")
        }
    }

    @Test func `every sample counts once, those beside the last window too`() {
        for (width, height) in [(5, 6), (9, 10), (17, 8), (8, 11)] {
            let plane = [UInt8](repeating: 100, count: width * height)
            for index in plane.indices {
                var other = plane
                other[index] = 90
                #expect(compare(plane, other, width: width).squaredError == 100, "\(index) of \(width)x\(height)")
            }
        }
    }

    @Test func `a window is what the paper says`() {
        // Two flat windows: only the first factor differs from 1. Its constant is ffmpeg's.
        let (x, y) = (100.0, 120.0)
        let c1 = 0.01 * 0.01 * 255 * 255 * 64.0
        let wanted = (2 * 64 * x * 64 * y + c1) / (64 * x * 64 * x + 64 * y * 64 * y + c1)
        let result = compare(
            .init(repeating: UInt8(x), count: 64), .init(repeating: UInt8(y), count: 64), width: 8)
        #expect(abs(result.similarity - wanted) < 1e-12)
        #expect(result.squaredError == 64 * 400)
    }

    @Test func `a shallow plane is measured in the levels of a deep one`() {
        let shallow = (0..<64).map { UInt8($0) }
        let deep = shallow.flatMap { value -> [UInt8] in
            let word = UInt16(value) * 4 + 1
            return [UInt8(word & 255), UInt8(word >> 8)]
        }
        #expect(compare(shallow, deep, width: 8, depths: (8, 10)).squaredError == 64)
    }

    @Test func `the whole is the mean of errors, not of decibels`() throws {
        func measures(_ error: Double) -> PictureMeasures {
            PictureMeasures(components: [
                .init(name: "Y", samples: 400, meanSquaredError: error, peak: 255, ssim: 0.5),
                .init(name: "U", samples: 100, meanSquaredError: 0, peak: 255, ssim: 1),
                .init(name: "V", samples: 100, meanSquaredError: 0, peak: 255, ssim: 1),
            ])
        }
        #expect(measures(0).psnr == .infinity)
        #expect(abs(measures(6).meanSquaredError - 4) < 1e-12)
        #expect(abs(measures(6).ssim - 2.0 / 3) < 1e-12)
        let mean = try #require(PictureMeasures.mean(of: [measures(0), measures(12)]))
        #expect(mean == measures(6))
        #expect(PictureMeasures.mean(of: []) == nil)
    }

    @Test func `the worst are places, not neighbours, and equal pairs are none of them`() {
        let pairs = (0..<100).map { index -> MeasuredPair in
            // Bad at 1 s and at 3 s, each for several frames.
            let bad: [Int: Double] = [25: 90, 26: 100, 27: 95, 75: 50, 76: 60]
            let error: Double = bad[index] ?? (index == 0 ? 0 : 1)
            return MeasuredPair(
                time: .milliseconds(40 * index), referenceTime: .zero, otherTime: .zero,
                measures: PictureMeasures(components: [
                    .init(name: "Y", samples: 1, meanSquaredError: error, peak: 255, ssim: 1)
                ]))
        }
        let worst = MeasuredComparison(pairs: pairs).worst(2)
        #expect(worst.map(\.time) == [.milliseconds(1_040), .milliseconds(3_040)])
        #expect(MeasuredComparison(pairs: pairs).worst(100).count <= 8)
        #expect(MeasuredComparison(pairs: [pairs[0]]).worst().isEmpty)
    }
}
