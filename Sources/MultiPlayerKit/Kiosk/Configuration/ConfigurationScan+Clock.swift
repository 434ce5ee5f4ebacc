import Foundation

extension ConfigurationScan {
    private enum Key: String, CaseIterable { case source, host, port, domain, epoch, serves }
    private enum Source: String, CaseIterable { case system, network, precision }

    /// Of clocks where a file names none: both ends have to agree, and a number that is nobody's default
    /// meets no other service.
    static var usualPort: Int { 5637 }
    /// Those that networks may give out themselves (IEEE 1588-2008, table 2, which keeps 128 and on for later use).
    private static var domains: ClosedRange<Int> { 0...127 }

    mutating func clock(_ field: ConfigurationField) -> KioskConfiguration.Clock {
        var clock = KioskConfiguration.Clock()
        let rule = FieldRule(name: "clock", allowed: "an object", example: "{\"source\": \"system\"}")
        guard let fields = fields(of: field, Key.self, rule) else { return clock }
        clock.epoch = fields[.epoch].flatMap { epoch($0) } ?? clock.epoch
        let source = fields[.source].map { choice($0, of: Source.self, "source of time") } ?? .system
        // Which keys belong to it can be said only of a source that is known.
        guard let source else { return clock }
        let owners: [(Key, Source)] = [
            (.host, .network), (.port, .network), (.domain, .precision),
            // It serves its system time, and would not be where its followers are if it followed another itself.
            (.serves, .system),
        ]
        for (key, owner) in owners where owner != source {
            if let stray = fields[key] {
                refuse(
                    stray, "a clock with source \"\(source.rawValue)\" does not have this",
                    "leave it out, or give \"source\": \"\(owner.rawValue)\"")
            }
        }
        switch source {
        case .system:
            clock.serves = fields[.serves].flatMap { port($0) }
        case .network:
            let hostRule = FieldRule(
                name: "host", allowed: "the name or the address of the machine that serves", example: "\"10.0.0.1\"")
            if fields[.host] == nil { miss(.host, in: fields, hostRule) }
            let host = fields[.host].flatMap { self.host($0, hostRule) } ?? ""
            clock.source = .network(host: host, port: fields[.port].flatMap { port($0) } ?? Self.usualPort)
        case .precision:
            let domainRule = FieldRule(
                name: "domain", allowed: "a whole number from 0 to \(Self.domains.upperBound)", example: "0")
            clock.source = .precision(domain: fields[.domain].flatMap { whole($0, in: Self.domains, domainRule) } ?? 0)
        }
        return clock
    }

    /// A name or an address without a port. 253 bytes are the longest name that DNS can carry.
    private mutating func host(_ field: ConfigurationField, _ rule: FieldRule) -> String? {
        let isPlain = { (byte: UInt8) in
            Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "_")].contains(byte)
        }
        if let host = field.text, (1...253).contains(host.utf8.count),
            host.utf8.allSatisfy({ $0 < 128 && isPlain($0) }),
            // One colon parts a host from a port, which has a key of its own; addresses of IPv6 have two or more.
            host.utf8.count(where: { $0 == UInt8(ascii: ":") }) != 1
        {
            return host
        }
        refuse(field, rule)
        return nil
    }

    private mutating func epoch(_ field: ConfigurationField) -> Duration? {
        if let date = field.text.flatMap(EpochText.seconds) { return .seconds(date) }
        refuse(
            field,
            FieldRule(
                name: "date", allowed: "a date from 1970 on with its time and zone (ISO 8601)",
                example: "\"2026-01-01T00:00:00Z\""))
        return nil
    }
}
