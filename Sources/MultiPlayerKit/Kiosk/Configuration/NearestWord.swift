/// Finds the word that was probably meant.
enum NearestWord {
    /// The nearest of `words`, or `nil` when none is near: a third of its letters, but at least one, may be wrong,
    /// missing, too many or swapped with a neighbor. Capitals count as small letters.
    static func to(_ word: String, among words: [String]) -> String? {
        let letters = Array(word.lowercased().utf8)
        // No key of a kiosk's file is longer than 16 letters; the bound keeps a hostile file cheap.
        guard (1...32).contains(letters.count) else { return nil }
        let ranked = words.map { (word: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.utf8.count / 3) ? best.word : nil
    }

    /// As the second half of a message: the word that was meant, or all that could be.
    static func question(_ word: String, among words: [String]) -> String {
        if let nearest = to(word, among: words) { return "did you mean \(ShownText.quoted(nearest))?" }
        return "give one of " + words.map(ShownText.quoted).joined(separator: ", ")
    }

    /// Edits that make one word the other; a swap of two neighbors is one.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            let above = rows[i]
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(above[j] + (letter == other ? 0 : 1), above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
