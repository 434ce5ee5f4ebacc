/// One value per key. Beyond the capacity the value that was set longest ago is forgotten.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    var capacity: Int {
        didSet { trim() }
    }
    private var values: [Key: (value: Value, stamp: Int)] = [:]
    /// Writes in order from `head` on, superseded ones included.
    private var settings: [(key: Key, stamp: Int)] = []
    private var head = 0
    private var stamp = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { values.count }

    subscript(key: Key) -> Value? {
        get { values[key]?.value }
        set {
            guard let newValue else {
                values[key] = nil
                return
            }
            stamp += 1
            values[key] = (newValue, stamp)
            settings.append((key, stamp))
            trim()
        }
    }

    subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { self[key] ?? value() }
        set { self[key] = newValue }
    }

    private mutating func trim() {
        while values.count > max(capacity, 0), head < settings.count {
            let oldest = settings[head]
            head += 1
            if values[oldest.key]?.stamp == oldest.stamp { values[oldest.key] = nil }
        }
        // Superseded writes are dropped once they are most of the list.
        guard settings.count > 2 * values.count + 64 else { return }
        settings = settings[head...].filter { values[$0.key]?.stamp == $0.stamp }
        head = 0
    }
}
