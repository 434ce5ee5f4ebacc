import Foundation

extension IndexClip.Colour {
    fileprivate var fileNamePart: String {
        let curve = transfer == .sdr ? "" : "\(transfer)"
        return "\(matrix)\(curve)" + (fullRange && matrix != .rgb ? "full" : "") + (isTagged ? "" : "untagged")
    }
}

extension IndexClip {
    /// A file name that can be recognised at sight, ending in a hash of the whole description.
    var fileNameStem: String {
        let rate =
            frameRate.denominator == 1
            ? "\(frameRate.numerator)" : "\(frameRate.numerator)d\(frameRate.denominator)"
        var parts = ["clip\(id)", "\(codec)", "\(width)x\(height)", "\(rate)fps", "\(frameCount)f"]
        if pixels != .yuv420p { parts.append(pixels.rawValue) }
        if colour != .bt709 { parts.append(colour.fileNamePart) }
        if scan != .progressive { parts.append(scan == .topFieldFirst ? "tff" : "bff") }
        if grain { parts.append("grain") }
        if bFrames > 0 { parts.append("b\(bFrames)") }
        if openGOP { parts.append("open") }
        if rotation != .none { parts.append("turned\(rotation.rawValue)") }
        if isMirrored { parts.append("mirrored") }
        if !frameDurations.isEmpty { parts.append("vfr") }
        if audio != nil { parts.append("sound") }
        switch variant {
        case .plain: break
        case .lateStart: parts.append("late")
        case .cut(let frame): parts.append("cut\(frame)")
        case .cutWithoutEditList(let frame): parts.append("bare\(frame)")
        }
        return (parts + [stableHash]).joined(separator: "-")
    }

    /// A hash of all fields that is the same in every process, as 16 hexadecimal digits.
    var stableHash: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Encoding a value of numbers, strings and flags does not fail.
        let description = (try? encoder.encode(self)) ?? Data()
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in description { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
