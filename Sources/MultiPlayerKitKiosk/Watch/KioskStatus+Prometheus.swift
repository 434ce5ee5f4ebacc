import MultiPlayerKit

extension KioskStatus {
    /// The status in the exposition format 0.0.4 of Prometheus, in base units: seconds, bytes, ratios.
    public var prometheusText: String {
        var text = PrometheusText()
        addKiosk(to: &text)
        addScreens(to: &text)
        addTiles(to: &text)
        addClock(to: &text)
        addProcess(to: &text)
        return text.text
    }

    private typealias Sample = PrometheusText.Sample
    private typealias Labels = [(name: String, value: String)]
    private static let prefix = "multiplayerkit_kiosk_"

    private func addKiosk(to text: inout PrometheusText) {
        let prefix = Self.prefix
        text.add(
            prefix + "start_time_seconds", .gauge, "When the kiosk started, in seconds since 1970.",
            [Sample(value: startedAt)])
        text.add(
            prefix + "time_seconds", .gauge, "When these values were read, in seconds since 1970.",
            [Sample(value: at)])
        text.add(prefix + "on", .gauge, "Whether its hours say that it is on.", [Sample(value: isOn ? 1 : 0)])
    }

    // MARK: Screens

    private func addScreens(to text: inout PrometheusText) {
        let prefix = Self.prefix
        let screens = zip(Self.unique(screens.map(\.name)), screens)
        text.add(
            prefix + "screen_ticks_total", .counter,
            "Pictures of the screen that were presented (late ones too), presented late, and missed.",
            screens.flatMap { name, screen in
                [("presented", screen.ticks.presented), ("late", screen.ticks.late), ("missed", screen.ticks.missed)]
                    .map { Sample(labels: [("screen", name), ("result", $0.0)], value: Double($0.1)) }
            })
        text.add(
            prefix + "screen_output_failed", .gauge, "Whether the screen's picture goes nowhere although it should.",
            screens.map { name, screen in
                let hasFailed = if case .failed = screen.output { true } else { false }
                return Sample(labels: [("screen", name)], value: hasFailed ? 1 : 0)
            })
        text.add(
            prefix + "screen_pixels", .gauge, "Size of the screen's picture.",
            screens.flatMap { name, screen in
                zip(["width", "height"], screen.size).map {
                    Sample(labels: [("screen", name), ("side", $0)], value: Double($1))
                }
            })
    }

    // MARK: Tiles

    private func addTiles(to text: inout PrometheusText) {
        let prefix = Self.prefix
        let tiles: [(labels: Labels, tile: Tile)] = zip(Self.unique(screens.map(\.name)), screens)
            .flatMap { screenName, screen in
                zip(Self.unique(screen.tiles.map(\.name)), screen.tiles).map {
                    ([("screen", screenName), ("tile", $0)], $1)
                }
            }
        func add(_ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (Tile) -> Double) {
            text.add(prefix + name, kind, help, tiles.map { Sample(labels: $0.labels, value: value($0.tile)) })
        }
        text.add(
            prefix + "tile_state", .gauge, "1 for the state that the tile is in, 0 for the others.",
            tiles.flatMap { labels, tile in
                Tile.State.allCases.map {
                    Sample(labels: labels + [("state", $0.rawValue)], value: tile.state == $0 ? 1 : 0)
                }
            })
        text.add(
            prefix + "tile_clip_info", .gauge, "1, with the file name of the clip whose turn it is.",
            tiles.map { Sample(labels: $0.labels + [("clip", $0.tile.clip)], value: 1) })
        add("tile_position_seconds", .gauge, "How far into its clip the tile is.", \.position)
        // Not a counter: it follows shared time, which may be set back.
        add("tile_turn", .gauge, "How often the tile's playlist began again, since the epoch.") { Double($0.turn) }
        add("tile_late_ticks_total", .counter, "Ticks at which the tile's picture was an older one.") {
            Double($0.lateTicks)
        }
        add("tile_rebuilds_total", .counter, "How often the tile's player was made anew.") { Double($0.rebuilds) }
        add("tile_failed", .gauge, "Whether something is wrong with the tile.") { $0.failure == nil ? 0 : 1 }
        add("tile_audible", .gauge, "Whether the tile is heard.") { $0.isAudible ? 1 : 0 }
    }

    // MARK: Clock and process

    private func addClock(to text: inout PrometheusText) {
        let labels = [(name: "source", value: clock.source)]
        func add(_ name: String, _ help: String, _ value: Double) {
            text.add(Self.prefix + name, .gauge, help, [Sample(labels: labels, value: value)])
        }
        add("clock_synchronized", "Whether the kiosk's clock is synchronized.", clock.isSynchronized ? 1 : 0)
        if let error = clock.errorSeconds {
            add("clock_error_seconds", "How far the clock may be off.", error)
        }
        add(
            "clock_correction_ratio", "How much faster than the machine's own clock it is made to run.",
            clock.correctionPPM / 1_000_000)
        add("clock_shared_time_seconds", "The clock's reading, in seconds since 1970.", clock.sharedTime)
    }

    private func addProcess(to text: inout PrometheusText) {
        func add(_ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: Double) {
            text.add(Self.prefix + name, kind, help, [Sample(value: value)])
        }
        add("process_memory_bytes", .gauge, "Resident memory.", Double(process.memoryBytes))
        add("process_descriptors", .gauge, "Open files and sockets.", Double(process.descriptors))
        add("process_threads", .gauge, "Threads.", Double(process.threads))
        add("process_processor_seconds_total", .counter, "Processor time of all threads.", process.processorSeconds)
    }

    /// The names, with a number appended to repeated ones: two samples with the same labels are an error.
    private static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var candidate = name
            var number = 1
            while !taken.insert(candidate).inserted {
                number += 1
                candidate = "\(name)#\(number)"
            }
            return candidate
        }
    }
}

/// Builds a text in the exposition format 0.0.4 of Prometheus.
///
/// Each metric is one group of lines, its help and type first; a line feed ends every line, the last one too.
struct PrometheusText {
    enum Kind: String {
        /// Only grows, except after a restart. Its name ends in `_total`.
        case counter
        case gauge
    }

    struct Sample {
        /// The labels, unique among the samples of the metric.
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    private(set) var text = ""

    /// - Parameters:
    ///   - name: letters, digits and underscores.
    ///   - help: one line without backslashes.
    ///   - samples: if empty, the metric is left out.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(Self.number(sample.value))\n"
        }
    }

    /// A label's value, escaped for use between its quotes.
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

    /// The number in the form that Go's `ParseFloat` reads.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }
}
