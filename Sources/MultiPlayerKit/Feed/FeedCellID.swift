/// Names one cell of a feed for as long as its content is the same, wherever it moves.
///
/// Made from whatever the app's data has: a number or a text. An identifier that comes back names the same content, so
/// what is remembered about it (play position) comes back too.
public struct FeedCellID: Hashable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    enum Value: Hashable, Sendable {
        case number(Int)
        case text(String)
    }

    let value: Value

    public init(_ number: Int) { value = .number(number) }

    public init(_ text: String) { value = .text(text) }

    public init(integerLiteral number: Int) { self.init(number) }

    public init(stringLiteral text: String) { self.init(text) }

    /// A number and a text are never taken for each other; that they might share a hash harms nobody.
    public func hash(into hasher: inout Hasher) {
        switch value {
        case .number(let number): hasher.combine(number)
        case .text(let text): hasher.combine(text)
        }
    }

    public var description: String {
        switch value {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
