#if os(Linux)
    import Foundation

    /// A program that writes I420 pictures to its standard output.
    final class PictureStream {
        private let process = Process()
        private let pipe = Pipe()

        init(_ program: URL, _ arguments: [String]) throws {
            process.executableURL = program
            process.arguments = arguments
            process.standardOutput = pipe
            try process.run()
        }

        /// The next picture; `nil` when no whole one follows.
        func next() -> [UInt8]? {
            var filled = 0
            let picture = [UInt8](unsafeUninitializedCapacity: BenchStage.frameSize) { buffer, count in
                while filled < BenchStage.frameSize {
                    let got = read(
                        pipe.fileHandleForReading.fileDescriptor, buffer.baseAddress! + filled,
                        BenchStage.frameSize - filled)
                    if got < 0 && errno == EINTR { continue }
                    guard got > 0 else { break }
                    filled += got
                }
                count = filled
            }
            return filled == BenchStage.frameSize ? picture : nil
        }

        /// Ends the program, whatever it has left to write.
        func close() {
            process.terminate()
            process.waitUntilExit()
        }
    }
#endif
