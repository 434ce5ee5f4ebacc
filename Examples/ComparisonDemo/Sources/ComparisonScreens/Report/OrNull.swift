/// A value that a report writes as null where it is missing: a field that comes and goes is harder to read by a script.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    let wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
