#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Draws the measures of two videos over time, as a PNG.
    public struct MeasureGraph: Sendable {
        /// What is drawn; it has at least one pair.
        public var comparison: MeasuredComparison
        /// Stands above the graph. Any script.
        public var title: String
        /// In pixels.
        public var size = CGSize(width: 1600, height: 900)

        /// Creates a graph.
        public init(of comparison: MeasuredComparison, title: String) {
            (self.comparison, self.title) = (comparison, title)
        }

        /// Decibels at which equal pictures are drawn: more than 8 bits can tell apart.
        private static let equal = 60.0
        private static let (left, right, top, between, bottom) = (92.0, 40.0, 140.0, 58.0, 64.0)

        private struct Line {
            var name: String
            var colour: GraphColour
            var width: Double
            var values: [Double]
        }

        /// Writes the PNG, which replaces what is there once it is complete.
        ///
        /// - Throws: `PlaybackError` `outputFailed`, also where there is nothing to draw.
        public func write(to url: URL) throws {
            guard let mean = comparison.mean else {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent, reason: "no pair was measured",
                    cure: "measure videos that have some time in common")
            }
            let sheet = GraphSheet(width: Int32(size.width), height: Int32(size.height))
            sheet.text(title, x: Self.left, y: 26, points: 24, .text, isBold: true)
            let figures = String(
                format: "%d pairs    PSNR %@ dB    SSIM %.4f", comparison.pairs.count, Self.decibels(mean.psnr),
                mean.ssim)
            sheet.text(figures, x: Self.left, y: 66, points: 16, .faint)

            let height = (size.height - Self.top - Self.between - Self.bottom) / 2
            let width = size.width - Self.left - Self.right
            let upper = CGRect(x: Self.left, y: Self.top, width: width, height: height)
            let lower = upper.offsetBy(dx: 0, dy: height + Self.between)
            let psnr = lines { min($0.psnr, Self.equal) }
            let ssim = lines(\.ssim)
            draw(psnr, in: upper, on: sheet, name: "PSNR, dB", digits: 0, top: Self.equal)
            draw(ssim, in: lower, on: sheet, name: "SSIM", digits: 2, top: 1)
            times(below: lower, on: sheet)
            worst(in: upper, of: psnr, on: sheet)
            legend(psnr, on: sheet)
            let unfinished = url.path + ".part"
            guard sheet.writePNG(to: unfinished), rename(unfinished, url.path) == 0 else {
                unlink(unfinished)
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent, reason: "the graph cannot be written",
                    cure: "choose a folder that exists and may be written to")
            }
        }

        private static func decibels(_ value: Double) -> String {
            value.isInfinite ? "∞" : String(format: "%.2f", value)
        }

        private func lines(_ value: (PictureMeasures.Component) -> Double) -> [Line] {
            let colours: [GraphColour] = [.first, .second, .third]
            let names = comparison.pairs[0].measures.components.map(\.name)
            return names.indices.map { index in
                Line(
                    name: names[index], colour: colours[index % colours.count], width: index == 0 ? 2 : 1,
                    values: comparison.pairs.map { value($0.measures.components[index]) })
            }
        }

        /// The time that the graph's width stands for.
        private var span: (start: Double, length: Double) {
            let start = comparison.pairs[0].time.seconds
            return (start, max((comparison.pairs.last?.time.seconds ?? start) - start, 1e-3))
        }

        private func x(at time: Duration, in area: CGRect) -> Double {
            area.minX + (time.seconds - span.start) / span.length * area.width
        }

        /// The values between which a panel is drawn: whole steps around all lines.
        private func scale(of lines: [Line], top: Double) -> (low: Double, high: Double, step: Double) {
            let values = lines.flatMap(\.values)
            let (least, most) = (values.min() ?? 0, min(values.max() ?? top, top))
            let step = Self.step(for: max(most - least, top / 100) / 4)
            let high = min((most / step).rounded(.up) * step, max(top, most))
            return (min((least / step).rounded(.down) * step, high - step), high, step)
        }

        /// The nearest step of 1, 2 or 5 times a power of ten from here on.
        private static func step(for least: Double) -> Double {
            let power = pow(10, log10(max(least, 1e-6)).rounded(.down))
            return ([1, 2, 5, 10].first { $0 * power >= least * 0.999 } ?? 10) * power
        }

        private func draw(
            _ lines: [Line], in area: CGRect, on sheet: GraphSheet, name: String, digits: Int, top: Double
        ) {
            let scale = scale(of: lines, top: top)
            func y(_ value: Double) -> Double {
                area.maxY - (min(max(value, scale.low), scale.high) - scale.low) / (scale.high - scale.low)
                    * area.height
            }
            let places = scale.step < 0.01 ? 3 : scale.step < 1 && digits == 0 ? 1 : digits
            var value = scale.low
            while value <= scale.high + scale.step / 100 {
                sheet.line(from: CGPoint(x: area.minX, y: y(value)), to: CGPoint(x: area.maxX, y: y(value)), .grid)
                sheet.text(
                    String(format: "%.\(places)f", value), x: area.minX - 14, y: y(value) - 10, points: 13, .faint,
                    alignment: .right)
                value += scale.step
            }
            sheet.text(name, x: area.minX, y: area.minY - 42, points: 14, .faint)
            // Luma last: it lies above the others.
            for line in lines.reversed() {
                let points = zip(comparison.pairs, line.values).map { CGPoint(x: x(at: $0.time, in: area), y: y($1)) }
                sheet.polyline(points, line.colour, width: line.width)
            }
        }

        private func times(below area: CGRect, on sheet: GraphSheet) {
            let step = Self.step(for: span.length / 10)
            // Whole numbers of steps, counted from 0: sums of steps, and minus zero, would be read as times.
            var count = max(Int((span.start / step - 1e-6).rounded(.up)), 0)
            while Double(count) * step <= span.start + span.length + step / 100 {
                let time = Double(count) * step
                let x = x(at: .seconds(time), in: area)
                sheet.line(from: CGPoint(x: x, y: area.maxY), to: CGPoint(x: x, y: area.maxY + 6), .faint)
                let text = String(format: step < 1 ? "%.2f s" : "%.0f s", time)
                sheet.text(text, x: x, y: area.maxY + 12, points: 13, .faint, alignment: .centre)
                count += 1
            }
        }

        /// Numbers the worst pairs, the worst with 1.
        private func worst(in area: CGRect, of lines: [Line], on sheet: GraphSheet) {
            for (number, pair) in comparison.worst().enumerated() {
                let x = x(at: pair.time, in: area)
                sheet.line(from: CGPoint(x: x, y: area.minY), to: CGPoint(x: x, y: area.maxY), .mark)
                sheet.text("\(number + 1)", x: x, y: area.minY - 20, points: 12, .mark, alignment: .centre)
            }
        }

        private func legend(_ lines: [Line], on sheet: GraphSheet) {
            var x = size.width - Self.right - Double(lines.count) * 62 - 96
            for line in lines {
                sheet.polyline([CGPoint(x: x, y: 76), CGPoint(x: x + 22, y: 76)], line.colour, width: 3)
                sheet.text(line.name, x: x + 30, y: 66, points: 14, .text)
                x += 62
            }
            sheet.line(from: CGPoint(x: x + 4, y: 68), to: CGPoint(x: x + 4, y: 86), .mark)
            sheet.text("the worst", x: x + 14, y: 66, points: 14, .mark)
        }
    }
#endif
