#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The terminal in raw mode, and the way back.
///
/// Raw means here: each key at once and not echoed. Signals stay on, so ctrl-C still interrupts, and output is
/// untouched. Does nothing when the input is no terminal, or when the process runs in the background, where
/// changing the terminal would stop it.
public struct TerminalMode: Sendable {
    private let descriptor: Int32
    private let saved: termios?

    /// Switches the terminal behind a descriptor, usually standard input, to raw mode.
    public init(raw descriptor: Int32) {
        self.descriptor = descriptor
        guard let current = Self.mode(of: descriptor) else {
            saved = nil
            return
        }
        var raw = current
        raw.c_lflag &= ~(tcflag_t(ECHO) | tcflag_t(ICANON))
        withUnsafeMutableBytes(of: &raw.c_cc) { controls in
            controls[Int(VMIN)] = 1
            controls[Int(VTIME)] = 0
        }
        saved = tcsetattr(descriptor, TCSANOW, &raw) == 0 ? current : nil
    }

    /// Whether keys can be read from the descriptor.
    public var isRaw: Bool { saved != nil }

    /// Puts the terminal back as it was. May be called more than once, and from a signal handler.
    public func restore() {
        guard var saved, Self.mayChange(descriptor) else { return }
        tcsetattr(descriptor, TCSANOW, &saved)
    }

    private static func mode(of descriptor: Int32) -> termios? {
        var mode = termios()
        guard isatty(descriptor) == 1, mayChange(descriptor), tcgetattr(descriptor, &mode) == 0 else { return nil }
        return mode
    }

    /// False in the background of the terminal that controls the process.
    private static func mayChange(_ descriptor: Int32) -> Bool {
        let foreground = tcgetpgrp(descriptor)
        return foreground == -1 || foreground == getpgrp()
    }
}
