import Foundation

/// How much moves in decoded pictures.
enum PictureMotion {
    /// Values a second.
    static let rate = 50.0
    /// Half of the time over which motion is summed, in seconds: more than half a frame of films.
    private static let half = 0.03

    /// The motion in each quarter of what two takes both show.
    static func curves(
        _ reference: [SmallPicture], _ other: [SmallPicture], _ registration: PictureRegistration
    ) -> (ActivityCurve, ActivityCurve)? {
        guard let rows = reference.first?.rows, other.count > 2, reference.count > 2 else { return nil }
        let registered = other.map { registration.applied(to: $0, rows: rows) }
        let shared = registered[0].cells.indices.filter { !registered[0].cells[$0].isNaN }
        func length(_ pictures: [SmallPicture]) -> Double { pictures[pictures.count - 1].time - pictures[0].time }
        guard shared.count >= 64, min(length(reference), length(other)) * rate >= 1 else { return nil }
        func middle(_ places: [Int]) -> Int { places.sorted()[places.count / 2] }
        let column = middle(shared.map { $0 % SmallPicture.columns })
        let row = middle(shared.map { $0 / SmallPicture.columns })
        let quarters = [(true, true), (true, false), (false, true), (false, false)].map { isLeft, isUpper in
            shared.filter {
                ($0 % SmallPicture.columns < column) == isLeft && ($0 / SmallPicture.columns < row) == isUpper
            }
        }
        return (curve(reference, quarters), curve(registered, quarters))
    }

    private static func curve(_ pictures: [SmallPicture], _ parts: [[Int]]) -> ActivityCurve {
        let channels = parts.map { part -> [Float] in
            // All motion up to a picture.
            var sums = [0.0]
            for (before, after) in zip(pictures, pictures.dropFirst()) {
                var sum: Float = 0
                for cell in part { sum += abs(after.cells[cell] - before.cells[cell]) }
                sums.append(sums[sums.count - 1] + Double(sum) / Double(max(part.count, 1)))
            }
            var place = 0
            func total(until time: Double) -> Double {
                while place > 0, pictures[place].time > time { place -= 1 }
                while place + 2 < pictures.count, pictures[place + 1].time <= time { place += 1 }
                let (start, end) = (pictures[place].time, pictures[place + 1].time)
                let share = min(max((time - start) / max(end - start, 1e-6), 0), 1)
                return sums[place] + (sums[place + 1] - sums[place]) * share
            }
            let count = Int((pictures[pictures.count - 1].time - pictures[0].time) * rate)
            let rates = (0..<count).map { index -> Float in
                let time = pictures[0].time + (Double(index) + 0.5) / rate
                return Float(total(until: time + half) - total(until: time - half))
            }
            // What moves as little as in the quieter half of a take is noise.
            let floor = max(rates.sorted()[count / 2], 1e-4)
            return rates.map { Float(log(Double($0 + floor))) }
        }
        return ActivityCurve(channels, rate: rate, start: pictures[0].time + 0.5 / rate, trend: 3)
    }
}
