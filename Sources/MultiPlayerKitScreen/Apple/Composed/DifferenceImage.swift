#if canImport(AVFoundation) && canImport(CoreImage)
    import CoreImage
    import Foundation
    import MultiPlayerKit

    extension TileLayout.Difference {
        /// The image that is seen of two, made with Core Image's own filters.
        ///
        /// Values are as coded and may leave `0...1` between filters; the screen clamps them.
        func image(of first: CIImage, and second: CIImage) -> CIImage {
            switch style {
            case .absolute: distance(first, second).scaled(by: usedGain)
            case .luma: distance(first.luma, second.luma).scaled(by: usedGain)
            case .signed: signed(first, second)
            case .heat:
                distance(first, second).applyingFilter("CIMaximumComponent", parameters: [:]).scaled(by: usedGain)
                    .applyingFilter("CIColorClamp", parameters: [:])
                    .applyingFilter("CIColorCurves", parameters: Self.heatCurves)
            case .threshold(let part):
                distance(first, second).applyingFilter("CIMaximumComponent", parameters: [:])
                    .applyingFilter("CIColorThreshold", parameters: ["inputThreshold": Self.threshold(part)])
            }
        }

        private func distance(_ first: CIImage, _ second: CIImage) -> CIImage {
            second.applyingFilter("CIDifferenceBlendMode", parameters: [kCIInputBackgroundImageKey: first])
        }

        /// Middle grey plus half the second less the first: the mean of the second and the first's negative.
        private func signed(_ first: CIImage, _ second: CIImage) -> CIImage {
            first.applyingFilter("CIColorInvert", parameters: [:])
                .applyingFilter(
                    "CIDissolveTransition",
                    parameters: [kCIInputTargetImageKey: second, kCIInputTimeKey: 0.5]
                )
                .scaled(by: usedGain, around: 0.5)
        }

        /// The filter makes white of what reaches its threshold, and here only what exceeds it is white: by half a level
        /// of 8 bits the two are told apart.
        private static func threshold(_ part: Double) -> Double {
            (part.isNaN ? 0 : min(max(part, 0), 1)) + 0.5 / 255
        }

        /// One curve for each color; between their points, which lie evenly, the filter interpolates. In the colors of the
        /// screen, in which ``CoreImageDrawing`` works.
        private static var heatCurves: [String: Any] {
            let data = heat.reduce(into: Data()) { data, color in
                for value in [color.red, color.green, color.blue] {
                    withUnsafeBytes(of: Float(value)) { data.append(contentsOf: $0) }
                }
            }
            var parameters: [String: Any] = ["inputCurvesData": data]
            parameters["inputColorSpace"] = CGColorSpace(name: CGColorSpace.sRGB)
            return parameters
        }
    }

    extension CIImage {
        /// Luma in all three colors (ITU-R BT.709).
        fileprivate var luma: CIImage {
            let weights = CIVector(x: 0.2126, y: 0.7152, z: 0.0722, w: 0)
            return applyingFilter(
                "CIColorMatrix",
                parameters: ["inputRVector": weights, "inputGVector": weights, "inputBVector": weights])
        }

        /// Each color multiplied, seen from a middle that stays.
        fileprivate func scaled(by gain: Double, around middle: Double = 0) -> CIImage {
            guard gain != 1 else { return self }
            let rest = middle * (1 - gain)
            return applyingFilter(
                "CIColorMatrix",
                parameters: [
                    "inputRVector": CIVector(x: gain, y: 0, z: 0, w: 0),
                    "inputGVector": CIVector(x: 0, y: gain, z: 0, w: 0),
                    "inputBVector": CIVector(x: 0, y: 0, z: gain, w: 0),
                    "inputBiasVector": CIVector(x: rest, y: rest, z: rest, w: 0),
                ])
        }
    }
#endif
