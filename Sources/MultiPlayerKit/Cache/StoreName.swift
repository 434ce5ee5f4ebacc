/// The names that a cache gives to files in its folder. Nothing of another name is ever removed.
enum StoreName {
    /// Says that the folder is a cache's own.
    static let mark = ".multiplayerkit-cache"
    /// Locked by the process that owns the folder.
    static let lock = "lock"
    /// Of an index that is being written, after the name it will have.
    static let freshEnding = ".new"

    private static let indexEnding = ".index"

    static func index(of name: String) -> String { name + indexEnding }

    static func data(of name: String, nonce: String, ending: String) -> String { "\(name)-\(nonce).\(ending)" }

    static func isIndex(_ file: String) -> Bool { isNamed(file, ending: indexEnding) }

    static func isFreshIndex(_ file: String) -> Bool { isNamed(file, ending: indexEnding + freshEnding) }

    /// A resource's digits, a nonce and an ending.
    static func isData(_ file: String) -> Bool {
        guard file.utf8.count <= 96, beginsWithDigits(file) else { return false }
        let rest = file.utf8.dropFirst(digits)
        return rest.first == UInt8(ascii: "-")
            && rest.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }

    /// Of a resource's hash.
    private static let digits = 64

    private static func isNamed(_ file: String, ending: String) -> Bool {
        beginsWithDigits(file) && file.utf8.dropFirst(digits).elementsEqual(ending.utf8)
    }

    private static func beginsWithDigits(_ file: String) -> Bool {
        let name = file.utf8.prefix(digits)
        return name.count == digits && name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
