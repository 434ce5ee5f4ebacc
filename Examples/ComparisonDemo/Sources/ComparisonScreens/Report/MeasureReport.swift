import Foundation
import MultiPlayerKit
import MultiPlayerKitCompare

/// What measuring has found, as the files that `--report` and `--csv` write.
///
/// Scripts read it: a field may be added without notice, but one that changes its meaning or goes raises `schema`.
struct MeasureReport: Encodable {
    /// Of all samples, and of each component by its name.
    struct Figures: Encodable {
        /// Decibels; null for equal pictures.
        @OrNull var psnr: Double?
        var ssim: Double
        var components: [String: Component]
    }

    struct Component: Encodable {
        @OrNull var psnr: Double?
        var ssim: Double
        var meanSquaredError: Double
    }

    struct Pair: Encodable {
        /// Seconds of group time.
        var t: Double
        /// Seconds into each file, from its first frame.
        var referenceTime: Double
        var otherTime: Double
        var figures: Figures
    }

    let schema = 1
    /// As they were given on the command line, without what may be secret.
    var reference: String
    var other: String
    /// All pairs together.
    var mean: Figures
    /// At most ten places, the worst first, half a second apart or more.
    var worst: [Pair]
    var pairs: [Pair]

    /// - Parameter comparison: it has at least one pair.
    init?(_ comparison: MeasuredComparison, names: [String]) {
        guard let mean = comparison.mean else { return nil }
        (reference, other) = (names[0], names[1])
        self.mean = Figures(mean)
        worst = comparison.worst().map(Pair.init)
        pairs = comparison.pairs.map(Pair.init)
    }

    /// The file's content.
    func json() throws -> Data { try ReportFile.json(self) }

    /// One line for each pair, after one of names.
    func csv() -> String {
        guard let names = pairs.first?.figures.components.keys.sorted(by: Self.order) else { return "" }
        func decibels(_ value: Double?) -> String { value.map { String(format: "%.4f", $0) } ?? "inf" }
        let head =
            ["time", "reference_time", "other_time", "psnr", "ssim"]
            + names.flatMap { ["psnr_\($0.lowercased())", "ssim_\($0.lowercased())"] }
        let lines = pairs.map { pair in
            let times = [pair.t, pair.referenceTime, pair.otherTime].map { String(format: "%.6f", $0) }
            let all = [decibels(pair.figures.psnr), String(format: "%.6f", pair.figures.ssim)]
            return times + all
                + names.flatMap { name -> [String] in
                    let component = pair.figures.components[name]
                    return [decibels(component?.psnr), String(format: "%.6f", component?.ssim ?? 0)]
                }
        }
        return ([head] + lines).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
    }

    /// As videos have them: Y, U, V, or R, G, B.
    private static func order(_ one: String, _ other: String) -> Bool {
        let order = "YRUGVB"
        return order.firstIndex(of: Character(one))! < order.firstIndex(of: Character(other))!
    }
}

extension MeasureReport.Figures {
    fileprivate init(_ measures: PictureMeasures) {
        _psnr = OrNull(wrappedValue: measures.psnr.isFinite ? measures.psnr : nil)
        ssim = measures.ssim
        components = Dictionary(
            uniqueKeysWithValues: measures.components.map { component in
                let psnr = component.psnr.isFinite ? component.psnr : nil
                return (
                    component.name,
                    MeasureReport.Component(
                        psnr: psnr, ssim: component.ssim, meanSquaredError: component.meanSquaredError)
                )
            })
    }
}

extension MeasureReport.Pair {
    fileprivate init(_ pair: MeasuredPair) {
        t = pair.time.inSeconds
        (referenceTime, otherTime) = (pair.referenceTime.inSeconds, pair.otherTime.inSeconds)
        figures = MeasureReport.Figures(pair.measures)
    }
}
