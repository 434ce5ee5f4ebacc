import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Half a refresh at 60 Hz is 8.3 ms; all bounds are milliseconds.
@Suite struct ClockSteeringTests {
    static let day = 86_400.0

    @Test(arguments: [-500.0, -78, 0, 78, 500], [true, false])
    func `a steady frequency error is learned, and leaves no error behind`(ppm: Double, isAudible: Bool) {
        var machine = ClockSimulation(isAudible: isAudible) { $0 * ppm * 1e-6 }
        machine.run(for: 600)
        #expect(machine.report("\(ppm) ppm, audible \(isAudible), learning").worst < 5)
        machine.forget()
        machine.run(for: 3_600)
        #expect(machine.report("\(ppm) ppm, audible \(isAudible)").worst < 0.15)
        #expect(abs(machine.steering.frequency - ppm) < 0.5)
        #expect(abs(machine.steering.correction) < 0.5)
    }

    @Test(arguments: [0.05, 0.25, 1, 2, 4, 10, 30])
    func `the line does not oscillate at any interval between measurements`(interval: Double) {
        var machine = ClockSimulation(interval: interval) { $0 * 300e-6 }
        // It learns from some hundred measurements, however rare; after that the error only fades.
        machine.run(for: max(2_000, 400 * interval))
        #expect(machine.report("every \(interval) s, learning").worst < 3 + 4 * interval)
        machine.forget()
        machine.run(for: 1_000 * max(interval, 1))
        #expect(machine.report("every \(interval) s").worst < 0.3)
        machine.jitter = 1e-3
        machine.run(for: 1_000 * max(interval, 1))
        #expect(machine.report("every \(interval) s, jitter ±1 ms").worst < 2)
    }

    @Test func `temperature swings by ten degrees are followed`() {
        // 1 ppm/°C, 10 °C up and down in six hours: the integral of 10 ppm × sin(ωt).
        let pace = 2 * Double.pi / (6 * 3_600)
        var machine = ClockSimulation(jitter: 0.1e-3) { $0 * 78e-6 + 10e-6 / pace * (1 - cos(pace * $0)) }
        machine.run(for: 3_600)
        machine.forget()
        machine.run(for: 2 * Self.day)
        #expect(machine.report("temperature").worst < 0.3)
    }

    @Test(arguments: [0.1, 1, 5], [1, 2, 3] as [UInt64])
    func `jitter and outliers hardly show`(jitter: Double, seed: UInt64) {
        var machine = ClockSimulation(jitter: jitter * 1e-3, seed: seed) { $0 * 78e-6 }
        machine.run(for: 600)
        #expect(machine.report("jitter ±\(jitter) ms, seed \(seed), learning").worst < 1 + jitter)
        machine.forget()
        machine.run(for: Self.day)
        let errors = machine.report("jitter ±\(jitter) ms, seed \(seed)")
        #expect(errors.most < max(0.15, jitter * 0.5))
        #expect(errors.worst < max(0.2, jitter * 0.8))
        #expect(machine.jumps == 0)
    }

    @Test(arguments: [60.0, 600], [0.1, 5])
    func `without its source the line goes on at the learned frequency`(absence: Double, jitter: Double) {
        var machine = ClockSimulation(jitter: jitter * 1e-3) { $0 * 78e-6 }
        machine.run(for: 3_600)
        machine.forget()
        machine.away = machine.elapsed..<machine.elapsed + absence
        machine.run(for: absence)
        #expect(machine.report("away \(absence) s, jitter ±\(jitter) ms").worst < (jitter < 1 ? 0.5 : 5))
        machine.run(for: 3_600)
        #expect(machine.report("and back").worst < (jitter < 1 ? 0.5 : 5))
        #expect(machine.jumps == 0)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `an absence soon after the start does not spoil the frequency learned so far`(seed: UInt64) {
        var machine = ClockSimulation(jitter: 5e-3, seed: seed) { $0 * 78e-6 }
        machine.run(for: 30)
        let learned = machine.steering.frequency
        machine.away = machine.elapsed..<machine.elapsed + 600
        machine.run(for: 602)
        #expect(abs(machine.steering.frequency - learned) < 10)
    }

    @Test(arguments: [1.0, 4])
    func `errors do not grow over thirty days`(interval: Double) {
        let pace = 2 * Double.pi / Self.day
        var machine = ClockSimulation(jitter: 1e-3, interval: interval) {
            $0 * -120e-6 + 8e-6 / pace * (1 - cos(pace * $0))
        }
        machine.run(for: Self.day)
        machine.forget()
        machine.run(for: Self.day)
        let first = machine.report("day 2, every \(interval) s")
        machine.run(for: 27 * Self.day)
        machine.forget()
        machine.run(for: Self.day)
        let last = machine.report("day 30, every \(interval) s")
        #expect(last.worst < 1 && last.most < 1.2 * first.most + 0.05)
        #expect(machine.jumps == 0)
    }

    @Test(arguments: [-10_800.0, -1, -0.35, 0.35, 1, 10_800])
    func `a clock that is set leads to one jump, once measurements agree`(step: Double) {
        var machine = ClockSimulation(jitter: 1e-3) { $0 * 78e-6 + ($0 > 1_000.5 ? step : 0) }
        machine.run(for: 1_000)
        machine.forget()
        machine.run(for: 4)
        #expect(machine.jumps == 0)
        machine.run(for: 3)
        #expect(machine.jumps == 1)
        machine.forget()
        machine.run(for: 3_600)
        #expect(machine.report("set by \(step) s").worst < 1)
        #expect(machine.jumps == 1)
        #expect(abs(machine.steering.frequency - 78) < 3)
    }

    @Test func `a jump that is not carried out is offered again, but not within ten seconds`() {
        var steering = ClockSteering()
        var offers: [Int] = []
        for second in 1...60 {
            let shared = Duration.seconds(second > 20 ? second + 3_600 : second)
            if case .jump = steering.measured(shared, at: HostTime(nanoseconds: Int64(second) * 1_000_000_000)) {
                offers.append(second)
            }
        }
        #expect(offers == [25, 35, 45, 55])
        #expect(steering.line?.time(at: HostTime(nanoseconds: 60_000_000_000)) == .seconds(60))
        #expect(steering.error == .seconds(3_600))
    }

    @Test func `a clock that is set back soon after it was set is followed as quickly`() {
        var steering = ClockSteering(confirmation: .seconds(1))
        var jumps: [Int64] = []
        // Measured four times a second; the clock is set at 20 s, set back at 24 s, and set once more at 28 s.
        for quarter in 1...160 {
            let host = HostTime(nanoseconds: Int64(quarter) * 250_000_000)
            let isSet = (80..<96).contains(quarter) || quarter >= 112
            let shared = Duration.milliseconds(quarter * 250) + (isSet ? .seconds(86_400) : .zero)
            if case .jump(let target) = steering.measured(shared, at: host) {
                jumps.append(host.nanoseconds / 1_000_000)
                steering.take(target.continued(at: host.advanced(by: .milliseconds(1_500)), rate: target.rate))
            }
        }
        #expect(jumps == [21_000, 25_000, 29_000])
    }

    @Test func `the line of a jump may start later, and is not steered until then`() {
        var steering = ClockSteering()
        for second in 1...30 {
            let host = HostTime(nanoseconds: Int64(second) * 1_000_000_000)
            let shared = Duration.seconds(second > 20 ? second + 3_600 : second)
            if case .jump(let target) = steering.measured(shared, at: host) {
                let start = host.advanced(by: .milliseconds(2_500))
                steering.take(target.continued(at: start, rate: target.rate))
                #expect(steering.error == .zero)
            }
        }
        #expect(steering.line?.time(at: HostTime(nanoseconds: 30_000_000_000)) == .seconds(3_630))
    }

    @Test func `a step too small for a jump is corrected within the limits`() {
        for isAudible in [true, false] {
            var machine = ClockSimulation(isAudible: isAudible) { $0 * 78e-6 + ($0 > 1_000.5 ? 0.08 : 0) }
            machine.run(for: 1_000)
            machine.forget()
            // 80 ms at 500 ppm take 160 s; the end is slower.
            machine.run(for: isAudible ? 240 : 60)
            #expect(machine.summary().worst < 85)
            machine.forget()
            machine.run(for: 600)
            #expect(machine.report("step of 80 ms, audible \(isAudible)").worst < 0.5)
            #expect(machine.jumps == 0)
        }
    }

    @Test func `the limit falls at once when sound comes on`() {
        var machine = ClockSimulation(isAudible: false) { $0 > 100.5 ? 0.09 : 0 }
        machine.run(for: 112)
        #expect(machine.steering.correction > 1_000)
        machine.steering.isAudible = true
        _ = machine.steering.steer(at: HostTime(nanoseconds: 1_209_600_000_000_007 + 112_500_000_000))
        #expect(machine.steering.correction == 500)
    }

    @Test func `the line locks on the median of the first five measurements, whatever outliers are among them`() {
        var steering = ClockSteering()
        #expect(!steering.isLocked && steering.lastMeasured == nil)
        for (index, off) in [0, 200, 1, -10_000, -1].enumerated() {
            let host = HostTime(nanoseconds: Int64(index + 1) * 100_000_000)
            let outcome = steering.measured(.milliseconds(100 * (index + 1) + off), at: host)
            #expect(outcome == (index == 4 ? .locked : .none))
        }
        #expect(steering.isLocked && steering.lastMeasured == HostTime(nanoseconds: 500_000_000))
        #expect(steering.line?.time(at: HostTime(nanoseconds: 500_000_000)) == .milliseconds(500))
    }

    @Test func `a measurement that comes late changes the line only from now on`() {
        var steering = ClockSteering()
        func host(_ milliseconds: Int) -> HostTime { HostTime(nanoseconds: Int64(milliseconds) * 1_000_000) }
        for second in 1...60 {
            let before = steering.line
            let now = host(1_000 * second + 700)
            let shared = Duration.seconds(second) + .milliseconds(second > 20 ? 50 : 0)
            _ = steering.measured(shared, at: host(1_000 * second), now: now)
            if let before { #expect(steering.line?.time(at: now) == before.time(at: now)) }
        }
        #expect(steering.error < .milliseconds(5))
    }

    @Test func `a line that was taken before the first measurement is steered too`() {
        var steering = ClockSteering()
        steering.take(LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1))
        for second in 1...120 {
            let host = HostTime(nanoseconds: Int64(second) * 1_000_000_000)
            _ = steering.measured(.microseconds(second * 1_000_200), at: host)
        }
        // A clock that is 200 ppm off.
        #expect(abs(steering.frequency - 200) < 5)
        let late = steering.line.map {
            .microseconds(120_024_000) - $0.time(at: HostTime(nanoseconds: 120_000_000_000))
        }
        #expect(late.map { $0 < .milliseconds(1) && $0 > .milliseconds(-1) } ?? false)
    }

    @Test func `a measurement from the past is ignored`() {
        var machine = ClockSimulation { _ in 0 }
        machine.run(for: 100)
        let before = machine.steering
        #expect(machine.steering.measured(.seconds(5), at: HostTime(nanoseconds: 5)) == .none)
        #expect(machine.steering == before)
    }
}
