/// Puts together a text in the exposition format 0.0.4 of Prometheus.
///
/// Each metric is one group of lines, its help and type first; line feeds end all lines, the last too.
struct PrometheusText {
    enum Kind: String {
        /// Only grows, but for a start anew. Its name ends in `_total`.
        case counter
        case gauge
    }

    struct Sample {
        /// Different from those of each other sample of the metric.
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    private(set) var text = ""

    /// - Parameters:
    ///   - name: letters, digits and underscores.
    ///   - help: one line without backslashes.
    ///   - samples: empty: the metric is left out.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(Self.number(sample.value))\n"
        }
    }

    /// A label's value between its quotes.
    static func escaped(_ value: String) -> String {
        var result = String.UnicodeScalarView()
        // By scalars: to a string, a carriage return and a line feed are one character.
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\"": result.append(contentsOf: "\\\"".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// As Go's `ParseFloat` reads it.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }
}
