import Foundation

/// Names of files, and of what comes over the net.
extension ConfigurationScan {
    /// A file, or an http or https address. `nil`, and a mistake: it is neither.
    mutating func address(_ field: ConfigurationField, _ rule: FieldRule) -> URL? {
        guard let text = field.text, let scheme = Self.scheme(of: text) else { return file(field, rule) }
        guard ["http", "https"].contains(scheme) else {
            refuse(field, "\(field.value.shown) is no address that can be played", rule.remedy)
            return nil
        }
        guard let url = URL(string: text), url.host()?.isEmpty == false else {
            refuse(field, rule)
            return nil
        }
        return url
    }

    /// A file, relative to the folder of the configuration. `nil`, and a mistake: it is none.
    mutating func file(_ field: ConfigurationField, isWritten: Bool = false, _ rule: FieldRule) -> URL? {
        guard let name = field.text, !name.isEmpty, !name.hasSuffix("/"), Self.scheme(of: name) == nil else {
            refuse(field, rule)
            return nil
        }
        let url =
            name.hasPrefix("/")
            ? URL(filePath: name, directoryHint: .notDirectory)
            : folder.appending(path: name, directoryHint: .notDirectory)
        namedFiles.append((field, url, isWritten))
        return url
    }

    /// Small letters before `://`; `nil`: there are none, so it is the name of a file.
    private static func scheme(of text: String) -> String? {
        guard let mark = text.firstRange(of: "://"), mark.lowerBound != text.startIndex else { return nil }
        let scheme = text[..<mark.lowerBound]
        return scheme.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter } ? scheme.lowercased() : nil
    }

    /// Notes each file that cannot be read, and each that will be written where there is no folder.
    mutating func checkFiles() {
        for (field, url, isWritten) in namedFiles {
            if isWritten {
                let folder = url.deletingLastPathComponent()
                guard Self.kind(of: folder) != .typeDirectory else { continue }
                refuse(
                    field, "there is no folder \(ShownText.quoted(folder.path))",
                    "make it, or give a file in a folder that is there")
            } else if let kind = Self.kind(of: url) {
                if kind == .typeDirectory {
                    refuse(field, "\(field.value.shown) is a folder", "give a file")
                } else if !FileManager.default.isReadableFile(atPath: url.path) {
                    refuse(field, "\(field.value.shown) may not be read", "let this user read it")
                }
            } else {
                refuse(
                    field, "there is no file \(field.value.shown)",
                    "names are relative to the folder of \(file)")
            }
        }
    }

    /// What lies at a path, links followed; `nil`: nothing that can be reached.
    private static func kind(of url: URL) -> FileAttributeType? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
        return isFolder.boolValue ? .typeDirectory : .typeRegular
    }
}
