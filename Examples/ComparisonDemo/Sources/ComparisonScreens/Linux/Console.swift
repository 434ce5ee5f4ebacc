#if os(Linux)
    import Foundation
    import Synchronization

    /// The program's words: results on standard output, errors on standard error, and one line of status that is
    /// written over again and again where standard output is a terminal.
    ///
    /// A reader that has gone away is no reason to stop, so what cannot be written is dropped. Nor is one that does not read,
    /// a terminal after Ctrl-S or a pipe that is full: a thread of its own waits for it.
    final class Console: Sendable {
        /// Bytes that may wait for a reader; what is said beyond them is dropped.
        private static let most = 1 << 20

        /// Whether a status line can be shown.
        let isTerminal = isatty(STDOUT_FILENO) == 1
        private let sharesScreen = isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        private let status = Mutex("")
        private let writer = DispatchQueue(label: "ComparisonDemo.console")
        private let waiting = Mutex(0)

        /// Says something on standard output, in one line. Names of files and what servers say cannot drive the terminal, nor
        /// begin a line of their own.
        func say(_ line: String) { say(lines: Self.inOneLine(line)) }

        /// The same in several lines, which the program has made.
        func say(lines text: String) { write(Self.plain(text) + "\n", to: STDOUT_FILENO) }

        /// Says what went wrong on standard error, in one line.
        func complain(_ line: String) { complain(lines: Self.inOneLine(line)) }

        /// The same in several lines, which the program has made.
        func complain(lines text: String) { write(Self.plain(text) + "\n", to: STDERR_FILENO) }

        private static func inOneLine(_ text: String) -> String { text.replacing("\n", with: " ") }

        /// Replaces the status line; empty: takes it away.
        func show(status text: String) {
            guard isTerminal else { return }
            let text = Self.plain(text)
            status.withLock { shown in
                guard shown != text else { return }
                shown = text
                put("\r\u{1B}[K" + String(text.prefix(columns - 1)), STDOUT_FILENO)
            }
        }

        /// Without control characters, except for the ends of lines.
        private static func plain(_ text: String) -> String {
            var result = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                let isHarmless = scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
                result.append(isHarmless ? scalar : " ")
            }
            return String(result)
        }

        private func write(_ text: String, to descriptor: Int32) {
            status.withLock { shown in
                let covers = !shown.isEmpty && (descriptor == STDOUT_FILENO || sharesScreen)
                if covers { put("\r\u{1B}[K", STDOUT_FILENO) }
                put(text, descriptor)
                if covers { put(String(shown.prefix(columns - 1)), STDOUT_FILENO) }
            }
        }

        /// Waits until what was said is written.
        ///
        /// - Parameter limit: no longer than this; `nil`: for as long as it takes.
        func flush(atMost limit: DispatchTimeInterval?) {
            let isWritten = DispatchSemaphore(value: 0)
            writer.async { isWritten.signal() }
            _ = isWritten.wait(timeout: limit.map { .now() + $0 } ?? .distantFuture)
        }

        private func put(_ text: String, _ descriptor: Int32) {
            let bytes = Array(text.utf8)
            let hasRoom = waiting.withLock { waiting in
                guard waiting + bytes.count <= Self.most else { return false }
                waiting += bytes.count
                return true
            }
            guard hasRoom else { return }
            writer.async { [self] in
                Self.write(bytes, descriptor)
                waiting.withLock { $0 -= bytes.count }
            }
        }

        private static func write(_ bytes: [UInt8], _ descriptor: Int32) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        private var columns: Int {
            var size = winsize()
            guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
            return Int(size.ws_col)
        }
    }
#endif
