import Foundation
import MultiPlayerKit

/// Brings two takes into line by what moves in them: first by how much moves from moment to moment, then by the pictures
/// of several short pieces.
///
/// The pieces decide: how much moves only says where to look. Small pictures are all decoded. Of large ones that would take
/// too long; there the sizes of the coded pictures say how much moves, and only the pieces are decoded.
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
    /// Pieces that are decoded, from the beginning to the end of the time in common.
    private static let pieces = 8
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

    /// What fits; `nil` where nothing does.
    func align() throws(PlaybackError) -> AlignmentEstimate? {
        var search = LagSearch()
        search.stretch = 30
        search.distance = 0.35
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
        let candidates = search.candidates(for: curves.0, in: curves.1, count: Self.candidates)
        var found: (candidate: LagSearch.Candidate, first: Piece)?
        var rival = 0.0
        for (number, candidate) in candidates.enumerated() {
            if let found, number > 2 || candidate.score < 0.7 * found.candidate.score { break }
            guard let time = place(candidate.lag, part: 0...1, curves),
                let piece = try compare(at: time, lag: candidate.lag, within: Self.reach, known)
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

    /// A short part of both takes.
    fileprivate struct Piece {
        var time: Double
        var match: PictureMatch
        var registration: PictureRegistration
        var similarity: Double
        var own, theirs: [SmallPicture]

        var isSure: Bool {
            match.likeness >= leastLikeness && match.rival < 0.9 * match.likeness && match.motion >= leastMotion
                && similarity >= leastSimilarity
        }
    }

    /// Finds the same lag in the rest of both.
    private func refine(
        _ first: Piece, _ curves: (ActivityCurve, ActivityCurve), rival: Double
    ) throws(PlaybackError) -> AlignmentEstimate? {
        var (pieces, tried) = try collect(beside: first, curves)
        if case .coded = material {
            let closer = registration(from: pieces)
            pieces = pieces.compactMap { piece in
                let narrow = Self.narrow
                guard let match = PictureMatch(piece.own, piece.theirs, closer, near: piece.match.lag, within: narrow)
                else { return nil }
                var piece = piece
                (piece.match, piece.registration) = (match, closer)
                return piece
            }
        }
        let tolerance = 0.25 * max(intervals.0, intervals.1)
        guard let line = LineFit(pieces.map(\.point), tolerance: tolerance, steepest: LagSearch.drift) else {
            return nil
        }
        guard line.count >= 3, line.count * 2 > tried else { return nil }
        // Sure to half a frame of the faster, from the beginning to the end of what both have in common.
        let (begin, end) = (max(0, -line.lag), min(lengths.0, lengths.1 - line.lag))
        let error = max(line.error(at: begin, least: Self.leastError), line.error(at: end, least: Self.leastError))
        guard error <= min(intervals.0, intervals.1) / 2 else { return nil }
        let likeness = zip(pieces, line.isOnLine).filter(\.1).map(\.0.match.likeness).reduce(0, +) / Double(line.count)
        return AlignmentEstimate(
            offset: line.lag, speed: 1 + line.slope, confidence: AlignmentEstimate.confidence(likeness, rival: rival))
    }

    /// Pieces from all of what both have in common that are as alike as the first, and how many were tried.
    private func collect(
        beside first: Piece, _ curves: (ActivityCurve, ActivityCurve)
    ) throws(PlaybackError) -> (pieces: [Piece], tried: Int) {
        let registration = registration(from: [first])
        let (lag, time) = (first.match.lag, first.time - Self.piece / 2)
        guard let again = try compare(at: time, lag: lag, within: Self.narrow, (registration, first.similarity)) else {
            return ([], 1)
        }
        var (pieces, tried) = ([again], 1)
        let shared = min(lengths.0, lengths.1 - lag) - max(0, -lag)
        let isAll = if case .all = material { true } else { false }
        let count = isAll ? min(Int(shared / Self.piece), Self.piecesOfAll) : Self.pieces
        for part in 0..<count {
            let range = Double(part) / Double(count)...Double(part + 1) / Double(count)
            guard let time = place(lag, part: range, curves), abs(time + Self.piece / 2 - first.time) > Self.piece
            else { continue }
            tried += 1
            let known = LineFit(pieces.map(\.point), tolerance: 0.02, steepest: LagSearch.drift)
            let near = pieces.count > 2 ? known.map { $0.lag + $0.slope * time } ?? lag : lag
            guard let piece = try compare(at: time, lag: near, within: Self.narrow, (registration, first.similarity))
            else { continue }
            if piece.match.likeness >= Self.leastLikeness, piece.match.motion >= Self.leastMotion {
                pieces.append(piece)
            }
        }
        return (pieces, tried)
    }

    /// A closer registration, from what both cameras saw at the same time.
    ///
    /// Where it is a twentieth of a cell wrong, movements to one side come early, and to the other late.
    private func registration(from pieces: [Piece]) -> PictureRegistration {
        let first = pieces[0]
        var (own, theirs): ([SmallPicture], [SmallPicture]) = ([], [])
        switch material {
        case .all(let all, let others):
            let low = max(0, -first.match.lag) + 0.1
            let high = min(lengths.0, lengths.1 - first.match.lag) - 0.1
            own = all.filter { low < $0.time && $0.time < high }
            theirs = others.filter { low < $0.time - first.match.lag && $0.time - first.match.lag < high }
        case .coded:
            for piece in pieces {
                let (low, high) = (piece.time - Self.piece / 2, piece.time + Self.piece / 2)
                own += piece.own
                theirs += piece.theirs.filter { low...high ~= $0.time - piece.match.lag }
            }
        }
        guard let mean = SmallPicture.mean(of: own), let otherMean = SmallPicture.mean(of: theirs) else {
            return first.registration
        }
        return first.registration.refined(for: otherMean, on: mean).0
    }

    /// The best time for a piece in a part of what both have in common, 0…1: where most moves, or where least has to be
    /// decoded; `nil`: too little is in common.
    private func place(
        _ lag: Double, part: ClosedRange<Double>, _ curves: (ActivityCurve, ActivityCurve)
    ) -> Double? {
        let low = max(0, -lag + Self.reach)
        let high = min(lengths.0, lengths.1 - lag - Self.reach) - Self.piece
        guard high - low >= LagSearch.shortest - Self.piece - 2 * Self.reach else { return nil }
        let times = stride(
            from: low + (high - low) * part.lowerBound, through: low + (high - low) * part.upperBound, by: 0.2)
        switch material {
        case .all:
            return times.max { curves.0.sum(in: ownRange($0)) < curves.0.sum(in: ownRange($1)) }
        case .coded(let own, let theirs):
            func cost(_ time: Double) -> Int {
                own.cost(of: ownRange(time)) + theirs.cost(of: otherRange(time, lag, Self.reach))
            }
            return times.min { cost($0) < cost($1) }
        }
    }

    private func ownRange(_ time: Double) -> ClosedRange<Double> { time...time + Self.piece }

    private func otherRange(_ time: Double, _ lag: Double, _ reach: Double) -> ClosedRange<Double> {
        time + lag - reach...time + lag + Self.piece + reach
    }

    /// Decodes a piece of both.
    ///
    /// - Parameter known: which part of one camera's picture the other shows, and how alike both are.
    private func compare(
        at time: Double, lag: Double, within reach: Double, _ known: (PictureRegistration, likeness: Double)?
    ) throws(PlaybackError) -> Piece? {
        let own = try read(.reference, ownRange(time))
        let theirs = try read(.other, otherRange(time, lag, reach))
        guard let mean = SmallPicture.mean(of: own), let otherMean = SmallPicture.mean(of: theirs) else { return nil }
        let (registration, similarity) =
            known ?? PictureRegistration.best(of: otherMean, on: mean)
        guard similarity >= Self.leastSimilarity,
            let match = PictureMatch(own, theirs, registration, near: lag, within: reach)
        else { return nil }
        return Piece(
            time: time + Self.piece / 2, match: match, registration: registration, similarity: similarity,
            own: own, theirs: theirs)
    }
}

extension PictureAligner.Piece {
    fileprivate var point: LineFit.Point { LineFit.Point(time: time, lag: match.lag, weight: match.likeness) }
}
