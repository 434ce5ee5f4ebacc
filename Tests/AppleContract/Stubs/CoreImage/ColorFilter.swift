// What the filters do to each pixel, by Apple's Core Image Filter Reference. A filter or an input that is not here ends
// the program: a misspelt one does so on a device as well.
import FoundationApple

enum ColorFilter {
    typealias Pixel = @Sendable (CGPoint) -> SIMD4<Double>

    static func pixel(of image: CIImage, _ name: String, _ parameters: [String: Any]) -> Pixel {
        guard let inputs = inputs[name] else { fatalError("there is no filter \(name)") }
        for key in parameters.keys where !inputs.contains(key) { fatalError("\(name) has no input \(key)") }
        let pixel = image.pixel
        switch name {
        case "CIDifferenceBlendMode":
            let background = picture(parameters[kCIInputBackgroundImageKey])
            return { point in
                let difference = pixel(point) - background(point)
                return keepingAlpha(pixel(point), difference.replacing(with: -difference, where: difference .< 0))
            }
        case "CIMaximumComponent":
            return { point in
                let color = pixel(point)
                return keepingAlpha(color, SIMD4(repeating: max(color.x, color.y, color.z)))
            }
        case "CIColorClamp":
            return { pixel($0).clamped(lowerBound: .zero, upperBound: .one) }
        case "CIColorCurves":
            // Three curves, one after another point by point, over the domain from 0 to 1.
            let data = parameters["inputCurvesData"] as? Data ?? Data()
            let curves = data.withUnsafeBytes { $0.bindMemory(to: Float.self).map { Double($0) } }
            return { point in
                let color = pixel(point)
                let values = (0..<3).map { curve in
                    let place = min(max(color[curve], 0), 1) * Double(curves.count / 3 - 1)
                    let (low, part) = (min(Int(place), curves.count / 3 - 2), place - place.rounded(.down))
                    let (a, b) = (curves[low * 3 + curve], curves[low * 3 + 3 + curve])
                    return a + (b - a) * (place == Double(low + 1) ? 1 : part)
                }
                return SIMD4(values[0], values[1], values[2], color.w)
            }
        case "CIColorThreshold":
            let limit = number(parameters["inputThreshold"], 0.5)
            return { point in
                let color = pixel(point)
                return SIMD4(color.x >= limit ? 1 : 0, color.y >= limit ? 1 : 0, color.z >= limit ? 1 : 0, color.w)
            }
        case "CIColorInvert":
            return { keepingAlpha(pixel($0), 1 - pixel($0)) }
        case "CIDissolveTransition":
            let (target, time) = (picture(parameters[kCIInputTargetImageKey]), number(parameters[kCIInputTimeKey], 0))
            return { pixel($0) * (1 - time) + target($0) * time }
        case "CIColorMatrix":
            let red = vector(parameters["inputRVector"], SIMD4(1, 0, 0, 0))
            let green = vector(parameters["inputGVector"], SIMD4(0, 1, 0, 0))
            let blue = vector(parameters["inputBVector"], SIMD4(0, 0, 1, 0))
            let bias = vector(parameters["inputBiasVector"], .zero)
            return { point in
                let color = pixel(point)
                let product = SIMD4((color * red).sum(), (color * green).sum(), (color * blue).sum(), color.w)
                return product + bias
            }
        default: fatalError("\(name) has inputs but does nothing")
        }
    }

    private static let inputs: [String: Set<String>] = [
        "CIDifferenceBlendMode": [kCIInputBackgroundImageKey],
        "CIMaximumComponent": [],
        "CIColorClamp": ["inputMinComponents", "inputMaxComponents"],
        "CIColorCurves": ["inputCurvesData", "inputCurvesDomain", "inputColorSpace"],
        "CIColorThreshold": ["inputThreshold"],
        "CIColorInvert": [],
        "CIDissolveTransition": [kCIInputTargetImageKey, kCIInputTimeKey],
        "CIColorMatrix": ["inputRVector", "inputGVector", "inputBVector", "inputAVector", "inputBiasVector"],
    ]

    private static func keepingAlpha(_ color: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(other.x, other.y, other.z, color.w)
    }

    private static func picture(_ value: Any?) -> Pixel {
        guard let image = value as? CIImage else { return { _ in SIMD4<Double>() } }
        return image.pixel
    }

    private static func vector(_ value: Any?, _ standard: SIMD4<Double>) -> SIMD4<Double> {
        (value as? CIVector)?.value ?? standard
    }

    private static func number(_ value: Any?, _ standard: Double) -> Double { value as? Double ?? standard }
}
