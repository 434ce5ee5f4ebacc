import Foundation

extension KioskStatus {
    /// As JSON for programs and people: keys sorted, one a line, a line feed at the end.
    public func json() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // JSON has no word for these, and a status with one strange number is better than none.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        // Nothing else in here can fail to encode.
        guard let data = try? encoder.encode(self) else { return Data("{}\n".utf8) }
        return data + Data("\n".utf8)
    }

    /// - Throws: `DecodingError`.
    public init(json: Data) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        self = try decoder.decode(KioskStatus.self, from: json)
    }
}
