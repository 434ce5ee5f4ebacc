import Foundation
import Testing

@testable import ComparisonScreens

@Suite struct TerminalModeTests {
    @Test func `a descriptor that is not a terminal is left alone`() {
        let pipe = Pipe()
        let mode = TerminalMode(raw: pipe.fileHandleForReading.fileDescriptor)
        #expect(!mode.isRaw)
        mode.restore()
        #expect(!TerminalMode(raw: -1).isRaw)
    }

    @Test func `a terminal gives keys at once and is restored afterwards`() throws {
        let (master, terminal) = try pseudoterminal()
        defer {
            close(terminal)
            close(master)
        }
        let before = flags(terminal)

        let mode = TerminalMode(raw: terminal)
        #expect(mode.isRaw)
        #expect(flags(terminal) == before & ~(tcflag_t(ECHO) | tcflag_t(ICANON)))
        #expect(flags(terminal) & tcflag_t(ISIG) != 0)
        #expect(write(master, "q", 1) == 1)
        var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        try #require(poll(&ready, 1, 5000) == 1)
        var key: UInt8 = 0
        #expect(read(terminal, &key, 1) == 1 && key == UInt8(ascii: "q"))

        mode.restore()
        mode.restore()
        #expect(flags(terminal) == before)
    }

    /// Both ends of a new terminal. `openpty` is looked up by name: Glibc keeps it in a header Swift does not see.
    private func pseudoterminal() throws -> (master: Int32, terminal: Int32) {
        typealias OpenPTY =
            @convention(c) (
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> Int32
        let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "openpty"))
        var (master, terminal): (Int32, Int32) = (-1, -1)
        try #require(unsafeBitCast(symbol, to: OpenPTY.self)(&master, &terminal, nil, nil, nil) == 0)
        return (master, terminal)
    }

    private func flags(_ descriptor: Int32) -> tcflag_t {
        var mode = termios()
        #expect(tcgetattr(descriptor, &mode) == 0)
        return mode.c_lflag
    }
}
