import Foundation

/// Only the kind that holds its objects weakly. Source: developer.apple.com/documentation/foundation/nshashtable.
open class NSHashTable<ObjectType: AnyObject>: NSObject {
    private struct Box {
        weak var object: ObjectType?
    }

    private var boxes: [Box] = []

    public class func weakObjects() -> NSHashTable<ObjectType> {
        NSHashTable<ObjectType>()
    }

    open var allObjects: [ObjectType] { boxes.compactMap(\.object) }
    open var anyObject: ObjectType? { allObjects.first }
    open var count: Int { allObjects.count }

    open func add(_ object: ObjectType?) {
        guard let object, !contains(object) else { return }
        boxes.removeAll { $0.object == nil }
        boxes.append(Box(object: object))
    }

    open func remove(_ object: ObjectType?) {
        boxes.removeAll { $0.object == nil || $0.object === object }
    }

    open func removeAllObjects() {
        boxes = []
    }

    open func contains(_ anObject: ObjectType?) -> Bool {
        anObject != nil && boxes.contains { $0.object === anObject }
    }
}
