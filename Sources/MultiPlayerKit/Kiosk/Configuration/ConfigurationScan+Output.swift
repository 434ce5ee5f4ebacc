extension ConfigurationScan {
    private enum Word: String, CaseIterable {
        case window
        case fullScreen = "full-screen"
        case connector, none
    }

    private enum Key: String, CaseIterable { case connector }

    mutating func output(_ field: ConfigurationField) -> KioskConfiguration.Output? {
        guard field.isObject else {
            return switch choice(field, of: Word.self, "output") {
            case .window: .window(fullScreen: false)
            case .fullScreen: .window(fullScreen: true)
            case .connector: .connector(nil)
            case .some(.none): KioskConfiguration.Output.none
            case nil: nil
            }
        }
        // The kernel counts its connectors from 1, and the sink takes the number as a C int.
        let rule = FieldRule(
            name: "connector", allowed: "the connector's number, from 1 to \(Int32.max)", example: "{\"connector\": 34}"
        )
        guard let fields = fields(of: field, Key.self, rule) else { return nil }
        guard let number = fields[.connector] else {
            miss(.connector, in: fields, rule)
            return nil
        }
        return whole(number, in: 1...Int(Int32.max), rule).map { .connector($0) }
    }
}
