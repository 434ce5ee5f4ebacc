import Foundation

/// Where the car is at a moment and what it does there.
struct VehicleState {
    /// Metres along the road and to the right of its middle.
    var z: Float
    var u: Float
    /// Angle to the right of the road's direction, radians.
    var heading: Float
    /// Angle between where the car points and where it goes, radians.
    var slip: Float
    /// Metres per second.
    var speed: Float
    var steering: Float
    /// Lean to the outside of the bend and nose dive, radians.
    var roll: Float
    var pitch: Float
    /// 0 or 1, eased.
    var brake: Float
    /// How hard stability control is working, 0...1; negative `side` brakes a left wheel.
    var control: Float
    var side: Float
}

/// The two runs: one story told twice. Both share every key up to the swerve, so that they are the same drive until
/// the tail breaks away in one of them.
struct VehicleMotion: Sendable {
    /// The moment the car passes the obstacle, in seconds: frame 108 in both runs.
    static let passing: Float = 3.6

    let stable: Bool
    private let speedCurve: Curve
    private let sideways: Curve
    private let headingCurve: Curve
    private let steeringCurve: Curve
    private let brakeCurve: Curve
    private let distances: [Float]

    static let withControl = VehicleMotion(stable: true)
    static let withoutControl = VehicleMotion(stable: false)

    private init(stable: Bool) {
        self.stable = stable
        // Seconds, then metres per second; metres; degrees.
        let sharedSpeed: [(Float, Float)] = [
            (-4, 21), (2.3, 21), (2.75, 20.2), (3.2, 19), (3.75, 18.2), (4.0, 17.6),
        ]
        let sharedSide: [(Float, Float)] = [
            (-4, 1.8), (2.55, 1.8), (2.8, 1.55), (3.05, 0.55), (3.35, -1.05), (3.6, -1.78), (3.8, -1.92),
        ]
        let sharedHeading: [(Float, Float)] = [(-4, 0), (2.5, 0), (2.72, -5), (2.92, -11), (3.12, -10)]
        let sharedSteering: [(Float, Float)] = [(-4, 0), (2.45, 0), (2.65, -12), (2.85, -6), (2.95, -1), (3.08, 4)]
        if stable {
            speedCurve = Curve(sharedSpeed + [(4.4, 17), (4.8, 16.6), (5.6, 16.8), (8.2, 18)])
            sideways = Curve(
                sharedSide + [(4.05, -1.55), (4.35, -0.1), (4.7, 1.35), (5.1, 1.84), (5.6, 1.8)])
            headingCurve = Curve(
                sharedHeading + [
                    (3.4, -4), (3.65, 3), (3.95, 10), (4.2, 12), (4.55, 6), (4.9, -1.4), (5.25, 0.3), (5.6, 0),
                ])
            steeringCurve = Curve(
                sharedSteering + [(3.6, 10), (3.95, 8), (4.3, -3), (4.7, -8), (5.1, 1), (5.4, 0)])
            brakeCurve = Curve([(2.3, 0), (2.36, 1), (2.95, 1), (3.05, 0)])
        } else {
            speedCurve = Curve(
                sharedSpeed + [(4.4, 16.6), (5.1, 13), (5.8, 8.6), (6.5, 4), (7.05, 0.9), (7.3, 0), (8.2, 0)])
            sideways = Curve(
                sharedSide + [
                    (4.1, -1.7), (4.5, -0.2), (4.9, 1.2), (5.25, 1.6), (5.7, 0.7), (6.3, -1.2), (6.9, -2.3),
                    (7.3, -2.5),
                ])
            headingCurve = Curve(
                sharedHeading + [
                    (3.4, 4), (3.65, 17), (3.95, 32), (4.25, 38), (4.55, 22), (4.8, -4), (5.1, -40), (5.45, -76),
                    (5.9, -112), (6.4, -137), (6.9, -149), (7.3, -152), (8.2, -152),
                ])
            steeringCurve = Curve(
                sharedSteering + [
                    (3.3, 12), (3.5, 2), (3.8, -20), (4.3, -26), (4.7, -10), (4.95, 24), (5.4, 27), (6.5, 18),
                    (7.3, 14),
                ])
            brakeCurve = Curve([(2.3, 0), (2.36, 1), (2.95, 1), (3.05, 0), (4.55, 0), (4.62, 1), (8.2, 1)])
        }
        // The way is the sum of the speed, in steps of a tenth of a frame's time, kept per frame.
        var sum: Float = 0
        var sums: [Float] = []
        for step in 0..<(13 * 300) {
            if step % 10 == 0 { sums.append(sum) }
            sum += speedCurve(-4 + (Float(step) + 0.5) / 300) / 300
        }
        distances = sums
    }

    /// Metres along the road at `time`; 0 at time 0, which is 120 frames after the table's start.
    func distance(_ time: Float) -> Float {
        let frame = clamp((time + 4) * 30, 0, Float(distances.count) - 1.001)
        let i = Int(frame)
        return mix(distances[i], distances[i + 1], frame - Float(i)) - distances[120]
    }

    /// The obstacle's place is where the car is at `passing`.
    var obstaclePlace: Float { distance(VehicleMotion.passing) }

    func state(at time: Float) -> VehicleState {
        let dt: Float = 0.05
        let speed = speedCurve(time)
        let u = sideways(time)
        let drift = (sideways(time + dt) - sideways(time - dt)) / (2 * dt)
        let heading = headingCurve(time) * (.pi / 180)
        let course = speed > 0.3 ? atan2(drift, speed) : 0
        let push = (sideways(time + 0.16) - 2 * u + sideways(time - 0.16)) / (0.16 * 0.16)
        let gain = (speedCurve(time + 0.12) - speedCurve(time - 0.12)) / 0.24
        // What the road does to the car sideways and lengthways, seen from the seat.
        let across = push * cos(heading) - gain * sin(heading)
        let lengthways = gain * cos(heading) + push * sin(heading)
        let working =
            stable ? smoothstep(3.05, 3.15, time) * (1 - smoothstep(4.85, 5.0, time)) : 0
        return VehicleState(
            z: distance(time), u: u, heading: heading, slip: speed > 0.3 ? heading - course : heading,
            speed: speed, steering: steeringCurve(time) * (.pi / 180),
            roll: clamp(across * 0.0085, -0.075, 0.075), pitch: clamp(-lengthways * 0.006, -0.045, 0.045),
            brake: clamp(brakeCurve(time)), control: working, side: time < 4.0 ? -1 : 1)
    }
}
