/// A value for each of some cells; of too many, the one that was set longest ago is forgotten.
struct RecentValues<Value: Sendable>: Sendable {
    var capacity: Int {
        didSet { trim() }
    }
    private var values: [FeedCellID: (value: Value, stamp: Int)] = [:]
    /// Settings in order, the superseded ones too, from `head`.
    private var settings: [(id: FeedCellID, stamp: Int)] = []
    private var head = 0
    private var stamp = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { values.count }

    subscript(id: FeedCellID) -> Value? {
        get { values[id]?.value }
        set {
            guard let newValue else {
                values[id] = nil
                return
            }
            stamp += 1
            values[id] = (newValue, stamp)
            settings.append((id, stamp))
            trim()
        }
    }

    subscript(id: FeedCellID, default value: @autoclosure () -> Value) -> Value {
        get { self[id] ?? value() }
        set { self[id] = newValue }
    }

    private mutating func trim() {
        while values.count > max(capacity, 0), head < settings.count {
            let oldest = settings[head]
            head += 1
            if values[oldest.id]?.stamp == oldest.stamp { values[oldest.id] = nil }
        }
        // Superseded settings are thrown away when they are most of the list.
        guard settings.count > 2 * values.count + 64 else { return }
        settings = settings[head...].filter { values[$0.id]?.stamp == $0.stamp }
        head = 0
    }
}

/// What is remembered of a cell when it has gone.
struct FeedRecord: Hashable, Sendable {
    var position = Duration.zero
    /// The last generation that had a player: its farewell may come late.
    var generation = 0
}
