/// One value of the file, and the way to it.
struct ConfigurationField {
    let path: String
    let value: JSONValue

    /// Its text; `nil`: it is none.
    var text: String? {
        if case .text(let text) = value.content { text } else { nil }
    }

    /// Its items; `nil`: it is no list.
    var items: [ConfigurationField]? {
        guard case .list(let values) = value.content else { return nil }
        return values.enumerated().map { ConfigurationField(path: FieldPath.item($0, of: path), value: $1) }
    }

    var isObject: Bool {
        if case .object = value.content { true } else { false }
    }
}

/// The fields of an object that has keys of one kind.
struct ConfigurationFields<Key: RawRepresentable<String> & Hashable & CaseIterable> {
    let owner: ConfigurationField
    fileprivate(set) var found: [Key: ConfigurationField] = [:]
    /// Keys that a misspelled one probably stands for. They are not missing, too: one slip, one message.
    fileprivate var meant: Set<Key> = []

    subscript(_ key: Key) -> ConfigurationField? { found[key] }
}

/// What may stand in a field.
struct FieldRule {
    /// What it is called, as in `"ten" is no time`.
    let name: String
    /// What may be given, as in `seconds greater than 0`.
    let allowed: String
    /// As it stands in a file.
    let example: String

    var remedy: String { "give \(allowed), for example \(example)" }
}

extension ConfigurationScan {
    /// Takes an object apart. Keys that it does not have are mistakes; `nil`, and a mistake: it is no object.
    mutating func fields<Key>(
        of field: ConfigurationField, _ keys: Key.Type, _ rule: FieldRule
    ) -> ConfigurationFields<Key>? {
        guard case .object(let members) = field.value.content else {
            refuse(field, rule)
            return nil
        }
        var fields = ConfigurationFields<Key>(owner: field)
        for member in members {
            let path = FieldPath.member(member.key, of: field.path)
            if let key = Key(rawValue: member.key) {
                fields.found[key] = ConfigurationField(path: path, value: member.value)
            } else {
                let keys = Key.allCases.map(\.rawValue)
                note(path, at: member.keyOffset, "there is no such key", NearestWord.question(member.key, among: keys))
                if let key = NearestWord.to(member.key, among: keys).flatMap(Key.init) { fields.meant.insert(key) }
            }
        }
        return fields
    }

    /// A key that has to be there, or another in its place, and is not.
    mutating func miss<Key>(_ key: Key, or other: Key? = nil, in fields: ConfigurationFields<Key>, _ rule: FieldRule) {
        guard fields.meant.isDisjoint(with: [key, other ?? key]) else { return }
        note(
            FieldPath.member(key.rawValue, of: fields.owner.path), at: fields.owner.value.offset, "is missing",
            rule.remedy)
    }
}
