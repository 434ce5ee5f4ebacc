import Foundation

/// The coded pictures of a take: when each is shown, how many bytes it takes, and where decoding can begin.
///
/// Something that moves takes bytes, whatever the codec, so that the sizes tell much of what happens before anything is
/// decoded.
struct CodedPictures {
    struct Picture {
        /// Seconds from the first frame.
        var time: Double
        var size: Int
        var isKey: Bool
    }

    /// In the order in which they are shown.
    let pictures: [Picture]
    private let keys: [Int]

    init(_ pictures: [Picture]) {
        self.pictures = pictures.sorted { $0.time < $1.time }
        keys = self.pictures.indices.filter { [pictures = self.pictures] in pictures[$0].isKey }
    }

    /// To the beginning of the last picture, in seconds.
    var length: Double { pictures.last?.time ?? 0 }

    /// Seconds from one picture to the next, in the middle.
    var interval: Double {
        guard pictures.count > 2 else { return 1 / 25 }
        let steps = zip(pictures, pictures.dropFirst()).map { $1.time - $0.time }.sorted()
        return max(steps[steps.count / 2], 1e-3)
    }

    /// How many pictures have to be decoded to see those of a time.
    func cost(of range: ClosedRange<Double>) -> Int {
        let last = index(at: range.upperBound)
        let first = index(at: range.lowerBound)
        let key = keys.last { $0 <= first } ?? 0
        return max(last - key + 1, 0)
    }

    /// The key picture from which decoding has to begin to see the picture at a time.
    func key(before time: Double) -> Double {
        let first = index(at: time)
        return keys.last { $0 <= first }.map { pictures[$0].time } ?? 0
    }

    private func index(at time: Double) -> Int {
        var (low, high) = (0, pictures.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if pictures[middle].time <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Values a second of ``motion()``.
    static let rate = 20.0

    /// How much the sizes say that things move.
    func motion() -> ActivityCurve {
        let count = max(Int(length * Self.rate), 0)
        var sizes = pictures.map { Float($0.size) }
        // A key picture's size tells what is there, not what moves.
        for key in keys {
            let near = (max(key - 4, 0)..<min(key + 5, sizes.count)).filter { !pictures[$0].isKey }.map { sizes[$0] }
            sizes[key] = near.isEmpty ? sizes[key] : near.sorted()[near.count / 2]
        }
        // Pictures that others refer to take more bytes than those between them: sums over a quarter of a second have both.
        var curve = [Float](repeating: 0, count: count)
        var sums: [Double] = [0]
        for size in sizes { sums.append(sums[sums.count - 1] + Double(size)) }
        for index in curve.indices {
            let middle = (Double(index) + 0.5) / Self.rate
            let (low, high) = (self.index(at: max(middle - 0.15, 0)), self.index(at: middle + 0.15))
            let number = Double(max(high - low, 1))
            curve[index] = Float(log((sums[max(high, low + 1)] - sums[low]) / number + 30))
        }
        return ActivityCurve([curve], rate: Self.rate, start: 0.5 / Self.rate, trend: 4)
    }
}
