// Declarations as in Apple's documentation, https://developer.apple.com/documentation/accelerate/fast-fourier-transforms.
// They transform, so that what is found with them can be checked.
import FoundationApple

public typealias vDSP_Length = UInt
public typealias vDSP_Stride = Int
public typealias FFTDirection = Int32
public typealias FFTRadix = Int32
public typealias FFTSetup = OpaquePointer

public var kFFTDirection_Forward: Int { 1 }
public var kFFTDirection_Inverse: Int { -1 }
public var kFFTRadix2: Int { 0 }

public struct DSPSplitComplex {
    public var realp: UnsafeMutablePointer<Float>
    public var imagp: UnsafeMutablePointer<Float>

    public init(realp: UnsafeMutablePointer<Float>, imagp: UnsafeMutablePointer<Float>) {
        (self.realp, self.imagp) = (realp, imagp)
    }
}

@available(iOS 4.0, macCatalyst 13.0, macOS 10.0, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
public func vDSP_create_fftsetup(_ __Log2n: vDSP_Length, _ __Radix: FFTRadix) -> FFTSetup? {
    OpaquePointer(UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8))
}

@available(iOS 4.0, macCatalyst 13.0, macOS 10.0, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
public func vDSP_destroy_fftsetup(_ __setup: FFTSetup?) {
    __setup.map { UnsafeMutableRawPointer($0).deallocate() }
}

/// Of real samples, in place: even ones are real, odd ones imaginary. Forward it yields twice the sums; the highest
/// frequency takes the place of the first imaginary part. There and back it multiplies by twice the length.
@available(iOS 4.0, macCatalyst 13.0, macOS 10.0, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
public func vDSP_fft_zrip(
    _ __Setup: FFTSetup, _ __C: UnsafePointer<DSPSplitComplex>, _ __IC: vDSP_Stride, _ __Log2N: vDSP_Length,
    _ __Direction: FFTDirection
) {
    let half = (1 << Int(__Log2N)) / 2
    let (real, imaginary) = (__C.pointee.realp, __C.pointee.imagp)
    let length = half * 2
    var values = [Complex](repeating: Complex(), count: length)
    if __Direction > 0 {
        for index in 0..<half {
            values[2 * index].real = Double(real[index])
            values[2 * index + 1].real = Double(imaginary[index])
        }
        let bins = transformed(values, sign: -1)
        for index in 1..<max(half, 1) {
            (real[index], imaginary[index]) = (Float(2 * bins[index].real), Float(2 * bins[index].imaginary))
        }
        (real[0], imaginary[0]) = (Float(2 * bins[0].real), Float(2 * bins[half].real))
    } else {
        values[0].real = Double(real[0])
        values[half].real = Double(imaginary[0])
        for index in 1..<max(half, 1) {
            values[index] = Complex(real: Double(real[index]), imaginary: Double(imaginary[index]))
            values[length - index] = Complex(real: Double(real[index]), imaginary: -Double(imaginary[index]))
        }
        let samples = transformed(values, sign: 1)
        for index in 0..<half {
            (real[index], imaginary[index]) = (Float(samples[2 * index].real), Float(samples[2 * index + 1].real))
        }
    }
}

private struct Complex {
    var (real, imaginary) = (0.0, 0.0)

    init(real: Double = 0, imaginary: Double = 0) { (self.real, self.imaginary) = (real, imaginary) }
}

/// By halves, as Cooley and Tukey have it.
private func transformed(_ values: [Complex], sign: Double) -> [Complex] {
    let count = values.count
    guard count > 1 else { return values }
    let even = transformed(stride(from: 0, to: count, by: 2).map { values[$0] }, sign: sign)
    let odd = transformed(stride(from: 1, to: count, by: 2).map { values[$0] }, sign: sign)
    var result = values
    for index in 0..<count / 2 {
        let angle = sign * 2 * Double.pi * Double(index) / Double(count)
        let (c, s) = (cos(angle), sin(angle))
        let turned = Complex(
            real: c * odd[index].real - s * odd[index].imaginary,
            imaginary: s * odd[index].real + c * odd[index].imaginary)
        result[index] = Complex(
            real: even[index].real + turned.real, imaginary: even[index].imaginary + turned.imaginary)
        result[index + count / 2] = Complex(
            real: even[index].real - turned.real, imaginary: even[index].imaginary - turned.imaginary)
    }
    return result
}
