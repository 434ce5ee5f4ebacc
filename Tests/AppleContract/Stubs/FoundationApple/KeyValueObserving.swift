// Observation of key paths, which Foundation has on Apple platforms and not on Linux.
@_exported import Foundation

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion, removal, replacement
}

public struct NSKeyValueObservedChange<Value> {
    public let kind: NSKeyValueChange
    public let newValue: Value?
    public let oldValue: Value?
    public let indexes: IndexSet?
    public let isPrior: Bool
}

/// Not `Sendable`. Stops observing when it is released.
public class NSKeyValueObservation: NSObject {
    private let identifier: Int

    fileprivate init(identifier: Int) {
        self.identifier = identifier
        super.init()
    }

    public func invalidate() {
        KeyValueRegistry.shared.remove(identifier)
    }

    deinit {
        KeyValueRegistry.shared.remove(identifier)
    }
}

public protocol _KeyValueCodingAndObserving {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSObject {
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let identifier = KeyValueRegistry.shared.add(self, keyPath, options, changeHandler)
        if options.contains(.initial) {
            let value = options.contains(.new) ? self[keyPath: keyPath] : nil
            changeHandler(
                self,
                NSKeyValueObservedChange(kind: .setting, newValue: value, oldValue: nil, indexes: nil, isPrior: false))
        }
        return NSKeyValueObservation(identifier: identifier)
    }
}

/// All observations. A stand-in class reports only that something changed; the registry compares each observed value
/// with the one it saw last, so key paths through subclasses need no special case.
@_spi(Double)
public final class KeyValueRegistry: @unchecked Sendable {
    public static let shared = KeyValueRegistry()

    private struct Entry {
        weak var object: NSObject?
        let owner: ObjectIdentifier
        /// Kept for counting leaks, which outlive the observed object.
        let world: ObjectIdentifier?
        let changed: @Sendable (NSObject) -> (@Sendable () -> Void)?
    }

    private final class Last<Value>: @unchecked Sendable {
        // Guarded by `looking`.
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    /// Carries key paths and handlers to the thread that delivers, which only reads them.
    private struct Crossing<Wrapped>: @unchecked Sendable {
        let wrapped: Wrapped
    }

    /// Guards the list alone, and is the last lock taken: a token may be released while any other lock is held.
    private let lock = NSLock()
    /// Guards the values seen last. Reading a value takes its owner's lock, so this lock is never taken under that one.
    private let looking = NSRecursiveLock()
    private var entries: [Int: Entry] = [:]
    private var next = 0

    fileprivate func add<Object: NSObject, Value>(
        _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: NSKeyValueObservingOptions,
        _ handler: @escaping @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void
    ) -> Int {
        let last = Last(object[keyPath: keyPath])
        let path = Crossing(wrapped: keyPath)
        lock.lock()
        defer { lock.unlock() }
        next += 1
        let identifier = next
        entries[identifier] = Entry(
            object: object, owner: ObjectIdentifier(object), world: (object as? any _KeyValueOwner)?.keyValueWorld,
            changed: { [unowned self] observed in
                guard let observed = observed as? Object else { return nil }
                let new = observed[keyPath: path.wrapped]
                let old = last.value
                guard !isSame(old, new) else { return nil }
                last.value = new
                let delivery = Crossing(
                    wrapped: (
                        observed,
                        NSKeyValueObservedChange(
                            kind: .setting, newValue: options.contains(.new) ? new : nil,
                            oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: false)
                    ))
                return { [weak self] in
                    guard let self, contains(identifier) else { return }
                    handler(delivery.wrapped.0, delivery.wrapped.1)
                }
            })
        return identifier
    }

    /// The calls to make because values of `object` changed since the last check.
    public func deliveries(for object: NSObject) -> [@Sendable () -> Void] {
        looking.lock()
        defer { looking.unlock() }
        let owner = ObjectIdentifier(object)
        lock.lock()
        let mine = entries.filter { $0.value.owner == owner }
        lock.unlock()
        return mine.sorted { $0.key < $1.key }.filter { $0.value.object === object }
            .compactMap { $0.value.changed(object) }
    }

    public func count(world: ObjectIdentifier) -> Int {
        lock.lock()
        defer { lock.unlock() }
        return entries.values.count { $0.world == world }
    }

    private func contains(_ identifier: Int) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return entries[identifier] != nil
    }

    fileprivate func remove(_ identifier: Int) {
        lock.lock()
        // Release the entry only after unlocking: the handler may own objects whose `deinit` calls this method.
        let removed = entries.removeValue(forKey: identifier)
        lock.unlock()
        _ = removed
    }
}

/// An object whose observations are counted for its world.
public protocol _KeyValueOwner: AnyObject {
    var keyValueWorld: ObjectIdentifier { get }
}

private func isSame<Value>(_ old: Value, _ new: Value) -> Bool {
    if let old = old as? any Equatable { return old.isSame(as: new) }
    if let old = unwrapped(old), let new = unwrapped(new) {
        return (old as AnyObject) === (new as AnyObject) || "\(old)" == "\(new)"
    }
    return unwrapped(old) == nil && unwrapped(new) == nil
}

private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
}

extension Equatable {
    fileprivate func isSame(as other: Any) -> Bool {
        (other as? Self) == self
    }
}
