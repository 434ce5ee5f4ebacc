@_exported import CoreGraphics
@_exported import FoundationApple

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32
public typealias CMTimeEpoch = Int64
public typealias CMItemCount = Int
public typealias CMPersistentTrackID = Int32
public typealias FourCharCode = UInt32
public typealias OSStatus = Int32

public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
public let kCMTimeMaxTimescale = 0x7fff_ffff

public struct CMTimeFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let valid = CMTimeFlags(rawValue: 1)
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    public static let indefinite = CMTimeFlags(rawValue: 16)
    public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 28)
}

public enum CMTimeRoundingMethod: UInt32, Sendable {
    case roundHalfAwayFromZero = 1
    case roundTowardZero = 2
    case roundAwayFromZero = 3
    case quickTime = 4
    case roundTowardPositiveInfinity = 5
    case roundTowardNegativeInfinity = 6
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public struct CMTime: Sendable {
    public var value: CMTimeValue
    public var timescale: CMTimeScale
    public var flags: CMTimeFlags
    public var epoch: CMTimeEpoch

    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = CMTime.scaled(seconds: seconds, timescale: preferredTimescale, rounded: false)
    }

    public static let zero = CMTime(value: 0, timescale: 1)
    public static let invalid = CMTime()
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    public var isValid: Bool { flags.contains(.valid) }
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return .nan
    }

    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric else { return self }
        guard newTimescale > 0 else { return .invalid }
        if newTimescale == timescale { return self }
        let product = Int128(value) * Int128(newTimescale)
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: Int128(timescale))
        var result = quotient
        if remainder != 0 {
            let away: Int128 = product < 0 ? -1 : 1
            switch method {
            case .roundHalfAwayFromZero:
                if remainder.magnitude * 2 >= UInt128(timescale) { result += away }
            case .roundTowardZero: break
            case .roundAwayFromZero: result += away
            case .quickTime:
                // Coarser: toward zero, but a negative never becomes zero. Finer: away from zero.
                if newTimescale > timescale || (product < 0 && quotient == 0) { result += away }
            case .roundTowardPositiveInfinity: if away > 0 { result += 1 }
            case .roundTowardNegativeInfinity: if away < 0 { result -= 1 }
            }
        }
        guard let exact = Int64(exactly: result) else { return product < 0 ? .negativeInfinity : .positiveInfinity }
        var flags = self.flags
        if remainder != 0 { flags.insert(.hasBeenRounded) }
        return CMTime(value: exact, timescale: newTimescale, flags: flags, epoch: epoch)
    }

    fileprivate static func scaled(seconds: Double, timescale: CMTimeScale, rounded: Bool) -> CMTime {
        guard timescale > 0, !seconds.isNaN else { return .invalid }
        guard seconds.isFinite else { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
        var scale = timescale
        while true {
            let exact = seconds * Double(scale)
            if let value = Int64(exactly: exact.rounded(.toNearestOrAwayFromZero)) {
                let flags: CMTimeFlags = exact == exact.rounded() && !rounded ? .valid : [.valid, .hasBeenRounded]
                return CMTime(value: value, timescale: scale, flags: flags, epoch: 0)
            }
            if scale == 1 { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
            scale /= 2
        }
    }

    /// `numerator / denominator` seconds at the finest scale up to `denominator` that fits.
    fileprivate static func fitted(_ numerator: Int128, _ denominator: Int128, rounded: Bool, epoch: CMTimeEpoch)
        -> CMTime
    {
        var scale = min(denominator, Int128(kCMTimeMaxTimescale))
        while scale > 0 {
            var value = numerator
            var exact = true
            if scale != denominator {
                let (quotient, remainder) = (numerator * scale).quotientAndRemainder(dividingBy: denominator)
                exact = remainder == 0
                value = quotient
                if remainder.magnitude * 2 >= denominator.magnitude { value += numerator < 0 ? -1 : 1 }
            }
            if let value = Int64(exactly: value) {
                return CMTime(
                    value: value, timescale: Int32(scale),
                    flags: exact && !rounded ? .valid : [.valid, .hasBeenRounded],
                    epoch: epoch)
            }
            scale /= 2
        }
        return numerator < 0 ? .negativeInfinity : .positiveInfinity
    }

    fileprivate static func sum(_ left: CMTime, _ right: CMTime, sign: Int128) -> CMTime {
        guard left.isValid, right.isValid else { return .invalid }
        func infinity(_ time: CMTime, _ sign: Int128) -> Int128? {
            if time.isPositiveInfinity { return sign }
            return time.isNegativeInfinity ? -sign : nil
        }
        switch (infinity(left, 1), infinity(right, sign)) {
        case (let one?, let other?): return one == other ? (one > 0 ? .positiveInfinity : .negativeInfinity) : .invalid
        case (let one?, nil), (nil, let one?): return one > 0 ? .positiveInfinity : .negativeInfinity
        case (nil, nil): break
        }
        guard left.isNumeric, right.isNumeric else { return .indefinite }
        guard left.epoch == right.epoch || left.epoch == 0 || right.epoch == 0 else { return .invalid }
        let epoch = left.epoch == right.epoch ? 0 : left.epoch + right.epoch
        let scales = (Int128(left.timescale), Int128(right.timescale))
        let common = scales.0 / greatestCommonDivisor(scales.0, scales.1) * scales.1
        let total = Int128(left.value) * (common / scales.0) + sign * Int128(right.value) * (common / scales.1)
        return fitted(total, common, rounded: left.hasBeenRounded || right.hasBeenRounded, epoch: epoch)
    }

    /// −∞ < numeric < indefinite < +∞ < invalid.
    fileprivate var order: Int {
        guard isValid else { return 4 }
        if isPositiveInfinity { return 3 }
        if isIndefinite { return 2 }
        return isNegativeInfinity ? 0 : 1
    }

    fileprivate static func compare(_ left: CMTime, _ right: CMTime) -> Int32 {
        if left.order != right.order { return left.order < right.order ? -1 : 1 }
        guard left.order == 1 else { return 0 }
        if left.epoch != right.epoch { return left.epoch < right.epoch ? -1 : 1 }
        let difference = Int128(left.value) * Int128(right.timescale) - Int128(right.value) * Int128(left.timescale)
        return difference == 0 ? 0 : (difference < 0 ? -1 : 1)
    }
}

private func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return max(left.magnitude == 0 ? 1 : Int128(left.magnitude), 1)
}

extension CMTime: Hashable, Comparable {
    public static func == (left: CMTime, right: CMTime) -> Bool { compare(left, right) == 0 }
    public static func < (left: CMTime, right: CMTime) -> Bool { compare(left, right) < 0 }

    // Equal times hash alike here even if their scales differ. Whether Apple's do is not confirmed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(order)
        guard isNumeric else { return }
        let divisor = greatestCommonDivisor(Int128(value), Int128(timescale))
        hasher.combine(Int128(value) / divisor)
        hasher.combine(Int128(timescale) / divisor)
        hasher.combine(epoch)
    }
}

extension CMTime: CustomStringConvertible {
    public var description: String {
        if isNumeric { return "\(value)/\(timescale)" }
        if isPositiveInfinity { return "+infinity" }
        if isNegativeInfinity { return "-infinity" }
        return isIndefinite ? "indefinite" : "invalid"
    }
}

extension CMTime {
    public static func + (left: CMTime, right: CMTime) -> CMTime { sum(left, right, sign: 1) }
    public static func - (left: CMTime, right: CMTime) -> CMTime { sum(left, right, sign: -1) }
}

public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    CMTime(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: epoch)
}
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { CMTime.compare(time1, time2) }
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.isNumeric, time.value < 0 else { return time }
    return CMTime(value: -time.value, timescale: time.timescale, flags: time.flags, epoch: time.epoch)
}
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}

public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isNumeric else { return multiplier < 0 ? CMTime.zero - time : time }
    return CMTime.fitted(
        Int128(time.value) * Int128(multiplier), Int128(time.timescale), rounded: time.hasBeenRounded, epoch: time.epoch
    )
}

/// The scale is doubled until it is 65,536 or more, so it differs from the input's.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard time.isNumeric else { return multiplier < 0 ? CMTime.zero - time : time }
    var scale = time.timescale
    while scale < 65_536 { scale *= 2 }
    return CMTime.scaled(seconds: time.seconds * multiplier, timescale: scale, rounded: time.hasBeenRounded)
}

@available(iOS 7.1, macOS 10.10, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard time.isNumeric else { return time }
    let product = Int128(time.value) * Int128(multiplier)
    guard divisor != 0 else { return product == 0 ? .invalid : (product < 0 ? .negativeInfinity : .positiveInfinity) }
    let sign: Int128 = divisor < 0 ? -1 : 1
    let (numerator, denominator) = (product * sign, Int128(time.timescale) * Int128(divisor) * sign)
    let common = greatestCommonDivisor(numerator, denominator)
    return CMTime.fitted(numerator / common, denominator / common, rounded: time.hasBeenRounded, epoch: time.epoch)
}

@available(iOS 4.0, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public struct CMTimeRange: Sendable, Hashable {
    public var start: CMTime
    public var duration: CMTime

    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: end - start)
    }

    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    public static let invalid = CMTimeRange()

    public var end: CMTime { start + duration }
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && !(duration < .zero) }
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Whether the range contains a time. The end is outside.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isNumeric && time >= start && time < end
    }

    public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
        isValid && otherRange.isValid && otherRange.start >= start && otherRange.end <= end
    }

    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRange(start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        let (first, last) = (CMTimeMaximum(start, otherRange.start), CMTimeMinimum(end, otherRange.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }
}

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard range.isValid, !range.isEmpty, time.isValid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

@available(iOS 12.0, macOS 10.14, tvOS 12.0, visionOS 1.0, watchOS 6.0, *)
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard time.isNumeric, foldRange.isValid, !foldRange.isEmpty, foldRange.duration.isNumeric else { return .invalid }
    let (offset, length) = (time - foldRange.start, foldRange.duration)
    let numerator = Int128(offset.value) * Int128(length.timescale)
    let divisor = Int128(length.value) * Int128(offset.timescale)
    var turns = numerator / divisor
    if numerator < 0, numerator % divisor != 0 { turns -= 1 }
    let whole = CMTime.fitted(turns * Int128(length.value), Int128(length.timescale), rounded: false, epoch: 0)
    return time - whole
}
