#if os(Linux)
    import Foundation

    /// What a path leads to: equal for all names of one file, through links and `..`, whether it exists yet or not.
    enum FileIdentity: Hashable {
        case file(device: UInt, number: UInt)
        /// Nothing is there yet: where it would be made.
        case place(String)

        /// More links in a row than this are a circle: the bound of the system's own.
        private static let mostLinks = 40

        init(_ path: String) {
            var facts = stat()
            if stat(path, &facts) == 0 {
                self = .file(device: UInt(facts.st_dev), number: UInt(facts.st_ino))
            } else {
                self = .place(Self.place(path))
            }
        }

        /// The end of a chain of links, with the links among its folders followed.
        private static func place(_ path: String) -> String {
            var url = URL(fileURLWithPath: path)
            for _ in 0..<mostLinks {
                guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
                url = URL(fileURLWithPath: next, relativeTo: url.deletingLastPathComponent()).absoluteURL
            }
            let folder = url.deletingLastPathComponent()
            guard let real = realpath(folder.path, nil) else { return url.standardizedFileURL.path }
            defer { free(real) }
            return String(cString: real) + "/" + url.lastPathComponent
        }
    }
#endif
