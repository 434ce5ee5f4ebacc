#if canImport(CGStreamer)
    import Foundation

    @testable import MultiPlayerKit

    /// Makes clips, and puts bytes into them that no encoder writes.
    enum Forge {
        static let pattern = ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=0.4"]

        static func ffmpeg(_ arguments: [String]) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        }

        /// The output of ffprobe.
        static func ffprobe(_ arguments: [String]) throws -> String {
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["ffprobe", "-v", "error"] + arguments
            (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, pipe)
            try process.run()
            defer { process.waitUntilExit() }
            return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }

        static func big(_ number: Int32) -> [UInt8] { big(UInt32(bitPattern: number)) }
        static func big(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        static func big16(_ number: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        }

        /// An MP4 box.
        static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            big(UInt32(content.count + 8)) + Array(name.utf8) + content
        }

        static func replacing(_ data: Data, at position: Int, with bytes: [UInt8]) -> Data {
            var copy = data
            copy.replaceSubrange(position..<position + bytes.count, with: bytes)
            return copy
        }

        /// Overwrites bytes of the last box with a name, at an offset from the start of its content.
        static func patching(_ url: URL, box: String, at offset: Int, with bytes: [UInt8]) throws {
            let data = try Data(contentsOf: url)
            // Search from the end: the index follows the pictures, and its names may also occur in the list of brands.
            guard let name = data.range(of: Data(box.utf8), options: .backwards) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            try replacing(data, at: name.upperBound + offset, with: bytes).write(to: url)
        }

        /// The matrix elements a, b, c and d, in 16.16 fixed point.
        static func matrix(_ orientation: PictureOrientation) -> (Int32, Int32, Int32, Int32) {
            let one: Int32 = 65_536
            return switch orientation {
            case .rotate0: (one, 0, 0, one)
            case .rotate90: (0, one, -one, 0)
            case .rotate180: (-one, 0, 0, -one)
            case .rotate270: (0, -one, one, 0)
            case .flipRotate0: (-one, 0, 0, one)
            case .flipRotate90: (0, -one, -one, 0)
            case .flipRotate180: (one, 0, 0, -one)
            case .flipRotate270: (0, one, one, 0)
            }
        }
    }
#endif
