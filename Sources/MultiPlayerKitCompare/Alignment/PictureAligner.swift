import Foundation
import MultiPlayerKit

/// Brings two takes into line by what moves in them: first by how much moves from moment to moment, then by the pictures
/// of several short pieces.
///
/// The pieces decide: how much moves only says where to look. The sizes of the coded pictures say how much moves before
/// anything is decoded, and then only as many pieces are decoded as it takes. Where the sizes are no help, all pictures of
/// takes that are small enough are decoded.
struct PictureAligner {
    enum Side { case reference, other }

    /// Decodes the pictures of a time, counted from the first frame.
    typealias Reading = (Side, ClosedRange<Double>) throws(PlaybackError) -> [SmallPicture]

    /// Lags of which a piece is decoded.
    private static let candidates = 10
    /// Seconds of the reference in a piece.
    private static let piece = 1.6
    /// How far a piece may lie from where the sizes say, in seconds.
    private static let reach = 0.4
    /// How far it may lie once another piece is found.
    private static let narrow = 0.2
    /// Parts of the time in common of which a stretch is decoded, in this order until the answer is sure enough. The ends
    /// come first: they tell the speed.
    private static let parts = [0, 5, 2, 3, 1, 4]
    /// Pieces in a row in a stretch, at most. Each stretch begins at a key picture, so that few long ones cost less than
    /// many short ones.
    private static let mostInStretch = 3
    /// Pieces that are compared where all is decoded, at most. One is right to four thousandths of a second; all
    /// together, at the ends as well as in the middle, to two.
    private static let piecesOfAll = 40
    /// How alike movements have to be. Those of the same thing are above 0.75, those of others below 0.15.
    private static let leastLikeness = 0.5
    /// How alike the standing parts of both have to be.
    private static let leastSimilarity = 0.45
    /// Levels by which something has to move, on average over the picture.
    private static let leastMotion = 0.4

    /// What to look at first: every picture, or the sizes of the coded ones.
    enum Way { case all, coded }

    /// What is known of both before pieces are compared.
    enum Material {
        case all([SmallPicture], [SmallPicture])
        case coded(CodedPictures, CodedPictures)
    }

    /// How far a single piece may be wrong, however well all agree, in seconds.
    private static let leastError = 0.001

    let material: Material
    let read: Reading
    /// Seconds to the last picture of both.
    private let lengths: (Double, Double)
    /// Seconds from one picture to the next, of both.
    private let intervals: (Double, Double)

    init(_ material: Material, read: @escaping Reading) {
        (self.material, self.read) = (material, read)
        switch material {
        case .all(let own, let theirs):
            lengths = (own.last?.time ?? 0, theirs.last?.time ?? 0)
            intervals = (lengths.0 / Double(max(own.count - 1, 1)), lengths.1 / Double(max(theirs.count - 1, 1)))
        case .coded(let own, let theirs):
            (lengths, intervals) = ((own.length, theirs.length), (own.interval, theirs.interval))
        }
    }

    private static let search = LagSearch(stretch: 30, distance: 0.35)
    /// What the sizes of coded pictures have to say to be believed without a look: of two takes of one event they gave 5.2
    /// to 12, of others up to 4.3.
    private static let leastScore = 5.0

    /// How two takes lie, to half a second, where the sizes of coded pictures leave little doubt.
    static func lag(of other: CodedPictures, with reference: CodedPictures) -> LagSearch.Candidate? {
        search.candidates(for: reference.motion(), in: other.motion(), count: 1).first.flatMap {
            $0.score >= leastScore ? $0 : nil
        }
    }

    /// What fits; `nil` where nothing does.
    func align() throws(PlaybackError) -> AlignmentEstimate? {
        var known: (PictureRegistration, likeness: Double)?
        var curves: (ActivityCurve, ActivityCurve)
        switch material {
        case .coded(let own, let theirs): curves = (own.motion(), theirs.motion())
        case .all(let own, let theirs):
            guard let still = SmallPicture.background(of: own), let otherStill = SmallPicture.background(of: theirs)
            else { return nil }
            let registration = PictureRegistration.best(of: otherStill, on: still)
            guard registration.likeness >= Self.leastSimilarity,
                let motion = PictureMotion.curves(own, theirs, registration.0)
            else { return nil }
            (known, curves) = (registration, motion)
        }
        let candidates = Self.search.candidates(for: curves.0, in: curves.1, count: Self.candidates)
        var found: (candidate: LagSearch.Candidate, first: Piece)?
        var rival = 0.0
        for (number, candidate) in candidates.enumerated() {
            if let found, number > 2 || candidate.score < 0.7 * found.candidate.score { break }
            guard let time = place(candidate.lag, part: 0...1, count: 1, beside: [], curves),
                let piece = compare(try read(1, from: time, lag: candidate.lag, within: Self.reach), known)
            else { continue }
            if piece.isSure, piece.match.likeness > found?.first.match.likeness ?? 0 {
                rival = found?.first.match.likeness ?? rival
                found = (candidate, piece)
            } else {
                rival = max(rival, piece.match.likeness)
            }
        }
        guard let found else { return nil }
        return try refine(found.first, curves, rival: rival)
    }

    /// The pictures of both takes at a time of the reference, and of the other around the same moments.
    fileprivate struct Stretch {
        /// Where it begins, and how many pieces it has.
        var time: Double
        var count = 1
        /// The other's time minus the reference's, about, and how far from there the other's pictures reach.
        var lag, reach: Double
        var own, theirs: [SmallPicture]

        var end: Double { time + Double(count) * PictureAligner.piece }

        /// The pieces of which it consists.
        var pieces: [Stretch] {
            (0..<count).map { number in
                let begin = time + Double(number) * PictureAligner.piece
                let end = begin + PictureAligner.piece
                return Stretch(
                    time: begin, lag: lag, reach: reach, own: own.filter { begin...end ~= $0.time },
                    theirs: theirs.filter { begin + lag - reach...end + lag + reach ~= $0.time })
            }
        }
    }

    /// A short part of both takes that was compared.
    fileprivate struct Piece {
        var stretch: Stretch
        var match: PictureMatch
        var registration: PictureRegistration
        var similarity: Double

        /// Its middle.
        var time: Double { stretch.time + PictureAligner.piece / 2 }

        var moves: Bool { match.likeness >= leastLikeness && match.motion >= leastMotion }
        var isSure: Bool { moves && match.rival < 0.9 * match.likeness && similarity >= leastSimilarity }
    }

    /// Finds the same lag in the rest of both.
    private func refine(
        _ first: Piece, _ curves: (ActivityCurve, ActivityCurve), rival: Double
    ) throws(PlaybackError) -> AlignmentEstimate? {
        // Sure to half a frame of the faster, from the beginning to the end of what both have in common.
        let allowance = min(intervals.0, intervals.1) / 2
        switch material {
        case .all:
            let (pieces, tried) = try collect(beside: first, curves)
            guard let (line, error) = line(through: pieces, tried), error <= allowance else { return nil }
            return estimate(line, pieces, rival: rival)
        case .coded:
            var stretches = [first.stretch]
            var registration: PictureRegistration?
            var best: (line: LineFit, error: Double, estimate: AlignmentEstimate)?
            for part in Self.parts {
                guard let stretch = try decode(part, beside: stretches, first, best?.line, curves) else { continue }
                stretches.append(stretch)
                guard stretches.count > 2 else { continue }
                registration = self.registration(from: stretches, near: registration)
                let tried = stretches.flatMap(\.pieces)
                let pieces = tried.compactMap { compare($0, registration.map { ($0, 1) }) }.filter(\.moves)
                guard let (line, error) = line(through: pieces, tried.count) else {
                    best = nil
                    continue
                }
                best = (line, error, estimate(line, pieces, rival: rival))
                // Half of what is allowed, since few pieces tell little about how wrong they are.
                if error <= allowance / 2 { break }
            }
            return best.flatMap { $0.error <= allowance ? $0.estimate : nil }
        }
    }

    /// The line on which most pieces lie, and how far it may be wrong at the worse end, in seconds; `nil`: on none.
    private func line(through pieces: [Piece], _ tried: Int) -> (line: LineFit, error: Double)? {
        let tolerance = 0.25 * max(intervals.0, intervals.1)
        guard let line = LineFit(pieces.map(\.point), tolerance: tolerance, steepest: LagSearch.drift),
            line.count >= 3, line.count * 2 > tried
        else { return nil }
        let (begin, end) = (max(0, -line.lag), min(lengths.0, lengths.1 - line.lag))
        return (
            line, max(line.error(at: begin, least: Self.leastError), line.error(at: end, least: Self.leastError))
        )
    }

    private func estimate(_ line: LineFit, _ pieces: [Piece], rival: Double) -> AlignmentEstimate {
        let likeness = zip(pieces, line.isOnLine).filter(\.1).map(\.0.match.likeness).reduce(0, +) / Double(line.count)
        return AlignmentEstimate(
            offset: line.lag, speed: 1 + line.slope, confidence: AlignmentEstimate.confidence(likeness, rival: rival))
    }

    /// Decodes a stretch in a part of what both have in common; `nil`: there is no room beside the others.
    private func decode(
        _ part: Int, beside stretches: [Stretch], _ first: Piece, _ line: LineFit?,
        _ curves: (ActivityCurve, ActivityCurve)
    ) throws(PlaybackError) -> Stretch? {
        let (count, lag) = (Double(Self.parts.count), first.match.lag)
        let range = Double(part) / count...Double(part + 1) / count
        let shared = min(lengths.0, lengths.1 - lag) - max(0, -lag)
        let inStretch = min(max(Int(shared / count / Self.piece), 1), Self.mostInStretch)
        guard let time = place(lag, part: range, count: inStretch, beside: stretches, curves) else { return nil }
        if let line { return try read(inStretch, from: time, lag: line.lag + line.slope * time, within: Self.narrow) }
        return try read(
            inStretch, from: time, lag: lag, within: Self.narrow + LagSearch.drift * abs(time - first.time))
    }

    /// A closer registration, from what stands still in all stretches.
    private func registration(from stretches: [Stretch], near known: PictureRegistration?) -> PictureRegistration? {
        guard let still = SmallPicture.background(of: stretches.flatMap(\.own)),
            let otherStill = SmallPicture.background(of: stretches.flatMap(\.theirs))
        else { return nil }
        return known?.refined(for: otherStill, on: still).0 ?? PictureRegistration.best(of: otherStill, on: still).0
    }

    /// Pieces from all of what both have in common that are as alike as the first, and how many were tried.
    private func collect(
        beside first: Piece, _ curves: (ActivityCurve, ActivityCurve)
    ) throws(PlaybackError) -> (pieces: [Piece], tried: Int) {
        let (registration, lag) = (registration(from: first), first.match.lag)
        let known = (registration, first.similarity)
        guard let again = compare(try read(1, from: first.stretch.time, lag: lag, within: Self.narrow), known) else {
            return ([], 1)
        }
        var (pieces, tried) = ([again], 1)
        let shared = min(lengths.0, lengths.1 - lag) - max(0, -lag)
        let count = min(Int(shared / Self.piece), Self.piecesOfAll)
        for part in 0..<count {
            let range = Double(part) / Double(count)...Double(part + 1) / Double(count)
            guard let time = place(lag, part: range, count: 1, beside: [], curves),
                abs(time - first.stretch.time) > Self.piece
            else { continue }
            tried += 1
            let line = LineFit(pieces.map(\.point), tolerance: 0.02, steepest: LagSearch.drift)
            let near = pieces.count > 2 ? line.map { $0.lag + $0.slope * time } ?? lag : lag
            let piece = compare(try read(1, from: time, lag: near, within: Self.narrow), known)
            if let piece, piece.moves { pieces.append(piece) }
        }
        return (pieces, tried)
    }

    /// A closer registration, from what both cameras saw at the same time.
    ///
    /// Where it is a twentieth of a cell wrong, movements to one side come early, and to the other late.
    private func registration(from first: Piece) -> PictureRegistration {
        guard case .all(let all, let others) = material else { return first.registration }
        let low = max(0, -first.match.lag) + 0.1
        let high = min(lengths.0, lengths.1 - first.match.lag) - 0.1
        let own = all.filter { low < $0.time && $0.time < high }
        let theirs = others.filter { low < $0.time - first.match.lag && $0.time - first.match.lag < high }
        guard let mean = SmallPicture.mean(of: own), let otherMean = SmallPicture.mean(of: theirs) else {
            return first.registration
        }
        return first.registration.refined(for: otherMean, on: mean).0
    }

    /// The best time for some pieces in a row in a part of what both have in common, 0…1: where most moves, or where least
    /// has to be decoded; `nil`: too little is in common.
    private func place(
        _ lag: Double, part: ClosedRange<Double>, count: Int, beside others: [Stretch],
        _ curves: (ActivityCurve, ActivityCurve)
    ) -> Double? {
        let length = Double(count) * Self.piece
        let low = max(0, -lag + Self.reach)
        let high = min(lengths.0, lengths.1 - lag - Self.reach) - length
        guard high - low >= LagSearch.shortest - Self.piece - 2 * Self.reach else { return nil }
        let times = stride(
            from: low + (high - low) * part.lowerBound, through: low + (high - low) * part.upperBound, by: 0.2
        ).filter { time in others.allSatisfy { time >= $0.end || time + length <= $0.time } }
        switch material {
        case .all:
            return times.max { curves.0.sum(in: own($0, length)) < curves.0.sum(in: own($1, length)) }
        case .coded(let ours, let theirs):
            func cost(_ time: Double) -> Int {
                ours.cost(of: own(time, length)) + theirs.cost(of: other(time, length, lag, Self.reach))
            }
            return times.min { cost($0) < cost($1) }
        }
    }

    private func own(_ time: Double, _ length: Double) -> ClosedRange<Double> { time...time + length }

    private func other(_ time: Double, _ length: Double, _ lag: Double, _ reach: Double) -> ClosedRange<Double> {
        time + lag - reach...time + lag + length + reach
    }

    /// Decodes some pieces in a row of both.
    private func read(
        _ count: Int, from time: Double, lag: Double, within reach: Double
    ) throws(PlaybackError) -> Stretch {
        let length = Double(count) * Self.piece
        return Stretch(
            time: time, count: count, lag: lag, reach: reach, own: try read(.reference, own(time, length)),
            theirs: try read(.other, other(time, length, lag, reach)))
    }

    /// Compares a piece of both.
    ///
    /// - Parameter known: which part of one camera's picture the other shows, and how alike both are.
    private func compare(_ stretch: Stretch, _ known: (PictureRegistration, likeness: Double)?) -> Piece? {
        guard let mean = SmallPicture.mean(of: stretch.own), let otherMean = SmallPicture.mean(of: stretch.theirs)
        else {
            return nil
        }
        let (registration, similarity) =
            known ?? PictureRegistration.best(of: otherMean, on: mean)
        guard similarity >= Self.leastSimilarity,
            let match = PictureMatch(
                stretch.own, stretch.theirs, registration, near: stretch.lag, within: stretch.reach)
        else { return nil }
        return Piece(stretch: stretch, match: match, registration: registration, similarity: similarity)
    }
}

extension PictureAligner.Piece {
    fileprivate var point: LineFit.Point { LineFit.Point(time: time, lag: match.lag, weight: match.likeness) }
}
