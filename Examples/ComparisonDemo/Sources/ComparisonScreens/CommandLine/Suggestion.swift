/// Finds the word that was probably meant.
enum Suggestion {
    /// The closest candidate, or nil when none is near.
    ///
    /// A beginning of a candidate counts as near (the shortest candidate wins, so `h` means `help`); otherwise a
    /// third of the letters, but at least one, may be wrong, missing, extra or swapped with a neighbour.
    static func closest(to word: String, among candidates: [String]) -> String? {
        let letters = Array(word.lowercased().utf8)
        // Nothing here is longer than 16 letters; the bound keeps a hostile argument cheap.
        guard (1...32).contains(letters.count) else { return nil }
        let completions = candidates.filter { $0.utf8.starts(with: letters) }
        if let shortest = completions.min(by: { $0.utf8.count < $1.utf8.count }) { return shortest }
        let ranked = candidates.map { (word: $0, distance: distance(letters, Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.utf8.count / 3) ? best.word : nil
    }

    /// Edit distance that counts a swap of two neighbours as one edit.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast = [Int]()
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                let replace = last[j] + (a[i] == b[j] ? 0 : 1)
                var best = min(replace, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
