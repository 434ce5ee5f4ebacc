import Foundation
import MultiPlayerKit

/// How far two pictures are apart.
///
/// What counts is what was decoded, before any conversion for a screen. Where one has more bits than the other, both are
/// measured in the larger number.
public struct PictureMeasures: Hashable, Sendable {
    /// One component of both pictures.
    public struct Component: Hashable, Sendable {
        /// "Y", "U" and "V", or "R", "G" and "B".
        public var name: String
        /// Samples compared: fewer of chroma than of luma, in most videos.
        public var samples: Int
        /// Mean squared difference, in squared levels.
        public var meanSquaredError: Double
        /// The largest level: 255 for 8 bits.
        public var peak: Int
        /// Mean structural similarity, up to 1 for equal components.
        public var ssim: Double

        /// Creates a component.
        public init(name: String, samples: Int, meanSquaredError: Double, peak: Int, ssim: Double) {
            (self.name, self.samples, self.peak) = (name, samples, peak)
            (self.meanSquaredError, self.ssim) = (meanSquaredError, ssim)
        }

        /// Peak signal-to-noise ratio in decibels; infinite for equal components.
        public var psnr: Double { PictureMeasures.psnr(meanSquaredError, peak: peak) }
    }

    /// The components in their order; one for pictures without colour.
    public var components: [Component]

    /// Creates measures of at least one component.
    public init(components: [Component]) {
        self.components = components
    }

    /// The mean squared difference of all samples.
    public var meanSquaredError: Double { mean(\.meanSquaredError) }

    /// The peak signal-to-noise ratio of all samples, in decibels; infinite for equal pictures.
    public var psnr: Double { Self.psnr(meanSquaredError, peak: components[0].peak) }

    /// The structural similarity of all components, each weighted by its samples.
    public var ssim: Double { mean(\.ssim) }

    private func mean(_ value: (Component) -> Double) -> Double {
        let samples = components.reduce(0) { $0 + $1.samples }
        return components.reduce(0) { $0 + value($1) * Double($1.samples) } / Double(max(samples, 1))
    }

    static func psnr(_ meanSquaredError: Double, peak: Int) -> Double {
        meanSquaredError > 0 ? 10 * log10(Double(peak * peak) / meanSquaredError) : .infinity
    }

    /// The measures of many pairs together, as if their pictures were one: errors are averaged, not decibels.
    ///
    /// - Returns: `nil` for none.
    public static func mean(of pairs: some Collection<PictureMeasures>) -> PictureMeasures? {
        guard let first = pairs.first else { return nil }
        let components = first.components.indices.map { index in
            func mean(_ value: (Component) -> Double) -> Double {
                pairs.reduce(0) { $0 + value($1.components[index]) } / Double(pairs.count)
            }
            var component = first.components[index]
            (component.meanSquaredError, component.ssim) = (mean(\.meanSquaredError), mean(\.ssim))
            return component
        }
        return PictureMeasures(components: components)
    }
}

extension PlaybackError.Code {
    /// Two videos have no pixels, or no time, that could be compared.
    public static let notComparable = PlaybackError.Code(.output, "notComparable")
}
