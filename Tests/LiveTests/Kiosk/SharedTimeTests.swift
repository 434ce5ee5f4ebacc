#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitKiosk

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    /// Shared time on real clocks and sockets, in real time. Printed figures are milliseconds unless they name a unit.
    @Suite(.alone, .serialized, .timeLimit(.minutes(2))) struct SharedTimeTests {
        /// Reads a source ten times a second, steers by it, and records the errors of both in milliseconds.
        private struct Follower {
            let source: any SharedTimeSource
            let truth: (HostTime) -> Duration
            var steering = ClockSteering(isAudible: true)
            var readings: [Double] = []
            var errors: [Double] = []
            var jumps = 0

            mutating func follow(for seconds: Double) async throws {
                readings = []
                errors = []
                let end = HostTime.now.advanced(by: .nearest(seconds: seconds))
                while HostTime.now < end {
                    try await Task.sleep(for: .milliseconds(100))
                    let reading = source.read()
                    let outcome =
                        if let reading {
                            steering.measured(reading.shared, at: reading.host, now: .now)
                        } else {
                            steering.steer(at: .now)
                        }
                    if let reading { readings.append(abs((reading.shared - truth(reading.host)).seconds) * 1e3) }
                    if case .jump(let target) = outcome {
                        jumps += 1
                        steering.take(target)
                    }
                    let now = HostTime.now
                    if let line = steering.line { errors.append(abs((line.time(at: now) - truth(now)).seconds) * 1e3) }
                }
            }

            func report(_ name: String) {
                func text(_ values: [Double]) -> String {
                    let sorted = values.sorted()
                    guard let worst = sorted.last else { return "none" }
                    return [sorted[sorted.count / 2], sorted[sorted.count * 95 / 100], worst]
                        .map { String(($0 * 1_000).rounded() / 1_000) }.joined(separator: " / ")
                }
                print("time: \(name): read p50 / p95 / max \(text(readings)), line \(text(errors)) ms")
            }
        }

        @Test(arguments: TestRun.isLong ? [100, -100] : [100])
        func `shared time follows a server over a bad network, and goes on without it`(ppm: Int) async throws {
            let server = try #require(TimeServer(ppm: ppm))
            let relay = DatagramRelay(to: server.port, delay: 0.005, jitter: 0.003)
            defer { relay.close() }
            let network = try NetworkTime(host: "localhost", port: relay.port)
            defer { network.close() }
            var follower = Follower(source: network, truth: { server.shared(at: $0) })

            try await follower.follow(for: 5)
            follower.report("\(ppm) ppm, first 5 s")
            try await follower.follow(for: 10)
            follower.report("\(ppm) ppm, then")
            #expect(network.isSynchronized)
            #expect(follower.readings.count > 60)
            // A single packet is off by at most 3 ms, unless the relay's thread waits for a processor.
            #expect(follower.readings.count { $0 < 3.1 } > follower.readings.count * 9 / 10)
            #expect(follower.errors.allSatisfy { $0 < 2 })

            relay.isOpen.withLock { $0 = false }
            try await follower.follow(for: 1.5)
            try await follower.follow(for: 3)
            follower.report("\(ppm) ppm, server away")
            #expect(follower.readings.isEmpty)
            #expect(!network.isSynchronized)
            #expect(follower.errors.count > 20 && follower.errors.allSatisfy { $0 < 3 })

            relay.isOpen.withLock { $0 = true }
            try await follower.follow(for: 3)
            follower.report("\(ppm) ppm, and back")
            #expect(network.isSynchronized)
            #expect(follower.errors.allSatisfy { $0 < 3 })
            #expect(follower.jumps == 0)
        }

        @Test(arguments: TestRun.isLong ? [3_600.0, -3_600] : [-3_600])
        func `a server whose clock is set is followed again`(step: Double) async throws {
            let server = try #require(TimeServer(ppm: 0))
            let network = try NetworkTime(host: "127.0.0.1", port: server.port)
            defer { network.close() }
            var follower = Follower(source: network, truth: { server.shared(at: $0) })
            try await follower.follow(for: 3)
            server.set(by: .seconds(step))
            var waited = 0
            while follower.jumps == 0, waited < 20 {
                try await follower.follow(for: 1)
                waited += 1
            }
            print("time: followed after \(waited) s")
            try await follower.follow(for: 2)
            try await follower.follow(for: 1)
            follower.report("server set by \(step) s")
            #expect(follower.jumps > 0)
            #expect(follower.errors.allSatisfy { $0 < 5 })
        }

        @Test func `this machine's time service serves its system time`() async throws {
            let service = try TimeService(port: 0)
            defer { service.close() }
            let clock = KioskConfiguration.Clock(source: .network(host: "127.0.0.1", port: service.port))
            let network = try SharedTime.open(clock)
            defer { network.close() }
            var follower = Follower(
                source: network,
                truth: { host in
                    guard let reading = SystemTime().read() else { return .zero }
                    return reading.shared + reading.host.duration(to: host)
                })
            try await follower.follow(for: 3)
            try await follower.follow(for: 3)
            follower.report("own service")
            #expect(network.isSynchronized && follower.readings.count > 20)
            #expect(follower.readings.allSatisfy { $0 < 1 })
            #expect(throws: PlaybackError.self) { try TimeService(port: service.port) }
            #expect(throws: PlaybackError.self) { try TimeService(port: 65_536) }
        }

        @Test func `a system clock that is set back is served by another clock on the same port`() async throws {
            let clock = ClockReference(systemFrom1970: false)
            let shown = clock.time
            gst_clock_set_calibration(clock.pointer, 0, 0, 1, 2)
            #expect(clock.time >= shown, "a GStreamer clock does go back, so it need not be replaced")

            let back = Mutex(Duration.zero)
            let service = try TimeService(port: 0, now: { SystemTime.now() - back.withLock { $0 } })
            defer { service.close() }
            let network = try NetworkTime(host: "127.0.0.1", port: service.port)
            defer { network.close() }
            try await Task.sleep(for: .milliseconds(500))
            #expect(network.isSynchronized)
            // Set back for two or three checks, each of which brings another clock.
            back.withLock { $0 = .seconds(3_600) }
            try await Task.sleep(for: .milliseconds(2_500))
            back.withLock { $0 = .zero }
            #expect((1...3).contains(service.renewals))
            try await Task.sleep(for: .milliseconds(1_500))
            _ = network.read()
            try await Task.sleep(for: .milliseconds(500))
            #expect(network.read() != nil && network.isSynchronized)
        }

        @Test func `a server that cannot be reached gives no reading and does no harm`() async throws {
            let free = try TimeService(port: 0)
            free.close()
            let sources = try [
                NetworkTime(host: "127.0.0.1", port: free.port), NetworkTime(host: "no-such-host.invalid", port: 8_554),
                NetworkTime(host: "::1", port: free.port),
            ]
            for _ in 0..<10 {
                try await Task.sleep(for: .milliseconds(100))
                for source in sources {
                    #expect(source.read() == nil)
                    #expect(!source.isSynchronized)
                }
            }
            for source in sources {
                source.close()
                source.close()
                #expect(source.read() == nil)
            }
            #expect(throws: PlaybackError.self) { try NetworkTime(host: "127.0.0.1", port: 0) }
            #expect(throws: PlaybackError.self) { try NetworkTime(host: "", port: 8_554) }
        }

        @Test func `a name that cannot be resolved yet is looked up again`() async throws {
            let server = try #require(TimeServer(ppm: 0))
            let asked = Mutex(0)
            let network = try NetworkTime(host: "kiosk-clock", port: server.port) { name in
                let count = asked.withLock { asked -> Int in
                    asked += 1
                    return asked
                }
                return name == "kiosk-clock" && count > 1 ? ["127.0.0.1"] : []
            }
            defer { network.close() }
            let end = HostTime.now.advanced(by: .seconds(10))
            while network.read() == nil, HostTime.now < end { try await Task.sleep(for: .milliseconds(50)) }
            #expect(network.isSynchronized)
            #expect(asked.withLock { $0 } == 2)
        }

        /// A name often stands for an address of IPv6 and one of IPv4, and the server listens on one of them.
        @Test func `a name with two addresses is tried at both`() async throws {
            let server = try #require(TimeServer(ppm: 0))
            // Nothing answers at the first address.
            let network = try NetworkTime(host: "kiosk-clock", port: server.port) { _ in ["127.0.0.2", "127.0.0.1"] }
            defer { network.close() }
            let end = HostTime.now.advanced(by: .seconds(15))
            while network.read() == nil, HostTime.now < end { try await Task.sleep(for: .milliseconds(50)) }
            #expect(network.isSynchronized)
        }

        @Test func `each measurement is returned once, and none after closing`() async throws {
            let server = try #require(TimeServer(ppm: 0))
            let network = try NetworkTime(host: "127.0.0.1", port: server.port)
            while network.read() == nil { try await Task.sleep(for: .milliseconds(20)) }
            var hosts: [HostTime] = []
            for _ in 0..<20_000 {
                if let reading = network.read() { hosts.append(reading.host) }
            }
            #expect(Set(hosts).count == hosts.count && hosts.count < 100)
            network.close()
            #expect(network.read() == nil && !network.isSynchronized)
        }

        @Test func `released clocks leave nothing behind`() async throws {
            let server = try #require(TimeServer(ppm: 0))
            weak var last: NetworkClock?
            // Each clock has a bus, and each bus a descriptor; GStreamer keeps the socket for a minute.
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            var before = 0
            for round in 0..<50 {
                let clock = try #require(NetworkClock(address: "127.0.0.1", port: server.port))
                last = clock
                try await Task.sleep(for: .milliseconds(5))
                _ = clock.measurement()
                if round == 0 { before = try descriptors() }
            }
            #expect(last == nil)
            #expect(try descriptors() < before + 10)
        }

        @Test func `system time agrees with the system's clock and keeps pace with the host clock`() throws {
            let source = try SharedTime.open(KioskConfiguration.Clock())
            let first = try #require(source.read())
            #expect(abs(first.shared.seconds - Date().timeIntervalSince1970) < 0.1)
            #expect(abs(first.host.duration(to: .now).seconds) < 0.1)
            let widest = (0..<1_000).compactMap { _ in source.read() }.map { reading in
                abs(((reading.shared - first.shared) - first.host.duration(to: reading.host)).seconds)
            }.max()
            print("time: system, worst of 1000 readings \((widest ?? 1) * 1e6) µs")
            #expect((widest ?? 1) < 0.5e-3)
            print("time: system is kept \(source.isSynchronized)")
            source.close()
        }

        @Test func `the precision time protocol works, or says why not`() throws {
            #expect(throws: PlaybackError.self) { try PrecisionTime(domain: 256) }
            do throws(PlaybackError) {
                let source = try PrecisionTime(domain: 77)
                // No clock serves that domain here.
                #expect(source.read() == nil && !source.isSynchronized)
                source.close()
                print("time: PTP can be used")
            } catch {
                print("time: \(error)")
                #expect(error.code == .clockUnavailable)
            }
        }
    }
#endif
