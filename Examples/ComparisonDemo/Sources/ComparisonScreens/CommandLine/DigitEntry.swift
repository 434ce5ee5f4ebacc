/// Numbers that are typed a digit at a time, each meant at once: 4 is the fourth, and 2 right after it the 42nd.
///
/// Nobody has to end a number with a key, and what a digit alone means is done without waiting for a second one. A
/// digit that makes no number there is with those before it begins anew.
struct DigitEntry {
    private var typed = 0

    /// - Parameters:
    ///   - follows: whether the digit came right after the one before.
    ///   - count: the largest number there is.
    /// - Returns: the number that is meant now; `nil` when there is none.
    mutating func take(_ digit: Int, follows: Bool, upTo count: Int) -> Int? {
        let longer = follows ? typed * 10 + digit : digit
        typed = longer <= count ? longer : digit
        return typed >= 1 && typed <= count ? typed : nil
    }
}
