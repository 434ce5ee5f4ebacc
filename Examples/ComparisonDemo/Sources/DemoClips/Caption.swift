import Foundation

/// The words on the picture: which run this is, how fast the car goes, how far its tail is out.
struct Caption {
    let title: String
    let accent: Light
    let state: VehicleState

    private static let ink = Light(0.90, 0.93, 0.95)
    private static let glass = Light(0.006, 0.012, 0.020)

    func paint(on canvas: Canvas) {
        let margin: Float = 26
        let bottom = Float(canvas.height) - margin
        titlePill(on: canvas, left: margin, bottom: bottom)
        gauge(on: canvas, right: Float(canvas.width) - margin, bottom: bottom)
    }

    private func pill(on canvas: Canvas, _ left: Float, _ bottom: Float, _ width: Float, _ height: Float) {
        let r = height / 2
        let y = bottom - r
        Lettering.ink(
            [[Point(left + r, y), Point(left + width - r, y)]], on: canvas, width: height, Caption.glass, alpha: 0.66)
    }

    private func titlePill(on canvas: Canvas, left: Float, bottom: Float) {
        let size: Float = 19
        let height: Float = 46
        let text = Lettering.width(title, size: size)
        pill(on: canvas, left, bottom, text + 66, height)
        let middle = bottom - height / 2
        let dot = Point(left + 26, middle)
        let lively = state.control > 0.05 ? 1 : Float(0)
        Lettering.ink(
            [[dot, dot + Point(0.01, 0)]], on: canvas, width: 13,
            mix(accent, Light(1.0, 0.62, 0.10), lively * state.control))
        Lettering.write(
            title, on: canvas, at: Point(left + 43, middle + size / 2), size: size, weight: 0.135, Caption.ink)
    }

    /// Speed, and a dial whose needle shows the angle between where the car points and where it goes.
    private func gauge(on canvas: Canvas, right: Float, bottom: Float) {
        let height: Float = 46
        let width: Float = 194
        pill(on: canvas, right - width, bottom, width, height)
        let middle = bottom - height / 2
        let speed = String(Int((state.speed * 3.6).rounded()))
        let size: Float = 22
        let unit = Lettering.width("km/h", size: 13)
        let x = right - 22 - unit
        Lettering.write("km/h", on: canvas, at: Point(x, middle + 11), size: 13, weight: 0.12, Caption.ink, alpha: 0.62)
        let digits = Lettering.width(speed, size: size)
        Lettering.write(
            speed, on: canvas, at: Point(x - 9 - digits, middle + 11), size: size, weight: 0.135, Caption.ink)

        let hub = Point(right - width + 33, middle + 9)
        let radius: Float = 22
        func rim(_ from: Float, _ to: Float) -> [Point] {
            Lettering.arc(0, 0, radius, radius, 90 - from, 90 - to).map { Point(hub.x + $0.x, hub.y - $0.y) }
        }
        let angle = max(-80, min(80, state.slip * (180 / .pi)))
        Lettering.ink([rim(-80, 80)], on: canvas, width: 3.5, Caption.ink, alpha: 0.22)
        if abs(angle) > 1 { Lettering.ink([rim(0, angle)], on: canvas, width: 3.5, accent) }
        let needle = angle * (.pi / 180)
        let tip = hub + Point(sin(needle), -cos(needle)) * (radius - 6)
        Lettering.ink([[hub, tip]], on: canvas, width: 3.2, Caption.ink)
    }
}
