#if os(Linux)
    import Foundation
    import Glibc

    /// Where a socket is: a name in the file system, or a port on the loopback address.
    struct PosixAddress {
        private var storage: [UInt8]

        /// A file, or on Linux, with `@` in front, a name outside the file system.
        ///
        /// - Returns: `nil`: the name is empty or longer than sockets take.
        init?(path: String) {
            var address = sockaddr_un()
            let capacity = MemoryLayout.size(ofValue: address.sun_path)
            let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)!
            var name = Array(path.utf8)
            // One place is for the zero at the end.
            guard !name.isEmpty, name.count < capacity, !name.contains(0) else { return nil }
            let isAbstract = name[0] == UInt8(ascii: "@")
            if isAbstract { name[0] = 0 }
            address.sun_family = sa_family_t(AF_UNIX)
            // The length counts: in a name outside the file system zeros at the end would be a part of it.
            let length = isAbstract ? start + name.count : MemoryLayout<sockaddr_un>.size
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            storage = withUnsafeBytes(of: &address) { Array($0.prefix(length)) }
        }

        /// - Parameter port: 0: any that is free.
        init(loopbackPort port: UInt16) {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            storage = withUnsafeBytes(of: &address) { Array($0) }
        }

        func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            // As large as any address is, and aligned like one.
            var address = sockaddr_storage()
            return withUnsafeMutableBytes(of: &address) { raw in
                raw.copyBytes(from: storage)
                return body(raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(storage.count))
            }
        }
    }

    extension PosixSocket {
        /// The port of a socket that is bound to one.
        var port: Int? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            }
            return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
        }
    }
#endif
