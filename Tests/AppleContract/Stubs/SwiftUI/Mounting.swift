#if canImport(UIKit)
    // What a host makes of views, so that tests see the platform's views that they end in. Of layout it knows frames with
    // a size, offsets, stacks in depth, overlays and clipping; the parts of other containers all get its place. Nothing is
    // animated, and no timeline ticks.
    import Observation
    import UIKit

    /// A view that has parts but no body.
    @MainActor
    protocol Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place)
    }

    /// What a view gets from those around it.
    struct Place {
        var rect: CGRect
        var clip: CGRect
        var alignment = Alignment.center
        var voice = HostingDouble.Element()
        var isVoiceless = false
        var isEnabled = true
        var key: Character?
        /// Takes the text of a control's label.
        var label: LabelText?
        /// Takes the choices of a picker.
        var choices: PickerChoices?
        var tag: Any?

        /// The rectangle of a view, which is as large as its frame says.
        @MainActor func aligned(to view: Any) -> CGRect {
            let extent = (view as? any Framed)?.extent
            return aligned(width: extent?.width, height: extent?.height)
        }

        /// A rectangle of a size, aligned in the place.
        func aligned(width: CGFloat?, height: CGFloat?) -> CGRect {
            let size = CGSize(width: width ?? rect.width, height: height ?? rect.height)
            let (x, y) = (rect.width - size.width, rect.height - size.height)
            let left: CGFloat =
                switch alignment.horizontal {
                case .leading: 0
                case .trailing: x
                default: x / 2
                }
            let top: CGFloat =
                switch alignment.vertical {
                case .top: 0
                case .bottom: y
                default: y / 2
                }
            return CGRect(x: rect.minX + left, y: rect.minY + top, width: size.width, height: size.height)
        }
    }

    /// The views below one host, by their place in the tree.
    @MainActor
    final class MountedTree {
        /// What stays while the views of one place are made anew.
        private final class Kept {
            var properties: [String: AnyObject] = [:]
            var view: UIView?
            var compared: Compared?
            var end: () -> Void = {}
            /// Comes before `end`, unless the host is careless.
            var dismantle: () -> Void = {}
        }

        private struct Attached {
            var path: String
            var rect: CGRect
            var gesture: any Gesture
        }

        private(set) var elements: [HostingDouble.Element] = []
        private(set) var texts: [String] = []
        private(set) var controls: [HostingDouble.Control] = []
        private var gestures: [Attached] = []
        private var kept: [String: Kept] = [:]
        private var met: Set<String> = []
        private var later: [() -> Void] = []
        private weak var host: UIView?
        private let changed: @MainActor () -> Void

        init(in host: UIView, changed: @escaping @MainActor () -> Void) {
            self.host = host
            self.changed = changed
        }

        func update(_ root: any View, in rect: CGRect) {
            (met, elements, texts, controls, gestures, later) = ([], [], [], [], [], [])
            withObservationTracking {
                visit(root, "", Place(rect: rect, clip: rect))
            } onChange: { [weak self] in
                Task { @MainActor [weak self] in self?.changed() }
            }
            for path in kept.keys.sorted() where !met.contains(path) { remove(path) }
            for action in later { action() }
        }

        func end(isCareless: Bool) {
            for path in kept.keys.sorted() {
                if isCareless { kept[path]?.dismantle = {} }
                remove(path)
            }
        }

        private func remove(_ path: String) {
            guard let old = kept.removeValue(forKey: path) else { return }
            old.dismantle()
            old.end()
        }

        func visit<V: View>(_ view: V, _ path: String, _ place: Place) {
            // By its type: a cast of the value would look into an optional view.
            if let type = V.self as? any Mountable.Type {
                mount(view, as: type, path, place)
            } else if let bridge = view as? any UIViewRepresentable {
                mountBridge(bridge, path, place)
            } else if V.Body.self != Never.self {
                let path = "\(path)/\(V.self)"
                keepProperties(of: view, path)
                visit(view.body, path, place)
            }
        }

        private func mount<M: Mountable>(_ view: Any, as type: M.Type, _ path: String, _ place: Place) {
            (view as! M).mount(in: self, path, place)
        }

        /// Moves the values of wrappers to where they were before.
        func keepProperties(of value: Any, _ path: String) {
            let kept = keep(path)
            for case (let name?, let property as any KeptProperty) in Mirror(reflecting: value).children {
                property.move(to: &kept.properties[name]) { [weak self] in
                    MainActor.assumeIsolated { self?.changed() }
                }
            }
        }

        private func keep(_ path: String) -> Kept {
            met.insert(path)
            if let kept = kept[path] { return kept }
            let new = Kept()
            kept[path] = new
            return new
        }

        private func mountBridge<Bridge: UIViewRepresentable>(_ bridge: Bridge, _ path: String, _ place: Place) {
            let kept = keep("\(path)/\(Bridge.self)")
            let context = UIViewRepresentableContext<Bridge>(coordinator: bridge.makeCoordinator())
            let view = kept.view as? Bridge.UIViewType ?? bridge.makeUIView(context: context)
            if kept.view == nil {
                let clip = UIView(frame: place.clip)
                clip.clipsToBounds = true
                clip.addSubview(view)
                host?.addSubview(clip)
                kept.view = view
                kept.dismantle = { Bridge.dismantleUIView(view, coordinator: context.coordinator) }
                kept.end = { clip.removeFromSuperview() }
            }
            let clip = place.clip
            view.superview?.frame = clip
            view.frame = place.rect.offsetBy(dx: -clip.minX, dy: -clip.minY)
            bridge.updateUIView(view, context: context)
            view.layoutIfNeeded()
        }

        func apply(_ effect: Effect, to content: some View, _ path: String, _ place: Place) {
            var place = place
            let path = path + "~"
            switch effect.kind {
            case .frame(let width, let height, let alignment):
                place.rect = place.aligned(width: width, height: height)
                place.alignment = alignment
            case .offset(let x, let y):
                place.rect = place.rect.offsetBy(dx: x, dy: y)
            case .clip:
                place.clip = place.clip.intersection(place.aligned(to: content))
            case .overlay(let above, let alignment):
                visit(content, path, place)
                place.rect = place.aligned(to: content)
                place.alignment = alignment
                return visit(above, path + "overlay", place)
            case .background(let below, let alignment):
                var behind = place
                behind.rect = place.aligned(to: content)
                behind.alignment = alignment
                visit(below, path + "background", behind)
            case .gesture(let gesture, let mask):
                guard mask.contains(.gesture) else { break }
                gestures.append(Attached(path: path, rect: place.aligned(to: content), gesture: gesture))
            case .change(let value, let isFirst, let action):
                let kept = keep(path)
                let old = kept.compared
                kept.compared = value
                if let old, !old.isSame(as: value) {
                    later.append { action(old.value) }
                } else if old == nil, isFirst {
                    later.append { action(value.value) }
                }
            case .task(let id, let action):
                run(action, id, keep(path))
            case .life(let appear, let disappear):
                if kept[path] == nil, let appear { later.append(appear) }
                keep(path).end = { disappear?() }
            case .label(let label): place.voice.label = place.voice.label ?? label
            case .value(let value): place.voice.value = place.voice.value ?? value
            case .action(let name, let action): place.voice.actions[name] = action
            case .adjustable(let adjust): place.voice.adjust = adjust
            case .zoomable(let zoom): place.voice.zoom = zoom
            case .voiceless(let isVoiceless): place.isVoiceless = place.isVoiceless || isVoiceless
            case .element:
                place.voice.frame = place.aligned(to: content)
                if !place.isVoiceless { elements.append(place.voice) }
                // What is below belongs to this element.
                place.isVoiceless = true
            case .disabled(let isDisabled): place.isEnabled = place.isEnabled && !isDisabled
            case .key(let key): place.key = key
            case .tag(let tag): place.tag = tag
            }
            visit(content, path, place)
        }

        func add(_ text: String) { texts.append(text) }
        func add(_ control: HostingDouble.Control) { controls.append(control) }

        private struct Action: @unchecked Sendable {
            let run: @isolated(any) () async -> Void
        }

        private func run(_ action: @escaping @isolated(any) () async -> Void, _ id: Compared, _ kept: Kept) {
            if let old = kept.compared, old.isSame(as: id) { return }
            kept.end()
            kept.compared = id
            let action = Action(run: action)
            let task = Task { await action.run() }
            kept.end = { task.cancel() }
        }

        // MARK: A finger

        /// The uppermost gesture at a point that takes such values, by its path.
        func gesture(at point: CGPoint, taking value: Any) -> String? {
            gestures.last { $0.rect.contains(point) && ($0.gesture as? any FingerGesture)?.takes(value) == true }?.path
        }

        func move(_ path: String, _ value: Any) {
            gesture(path)?.move(value)
        }

        func lift(_ path: String, _ value: Any) {
            gesture(path)?.lift(value)
        }

        private func gesture(_ path: String) -> (any FingerGesture)? {
            gestures.last { $0.path == path }?.gesture as? any FingerGesture
        }
    }

    // MARK: Parts

    extension TupleView: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            for (index, part) in parts.enumerated() { tree.visit(part, "\(path).\(index)", place) }
        }
    }

    /// Several views beside each other.
    @MainActor
    protocol Several {
        var parts: [any View] { get }
    }

    extension TupleView: Several {
        var parts: [any View] { Mirror(reflecting: value).children.compactMap { $0.value as? any View } }
    }

    extension Optional: Mountable where Wrapped: View {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            if let self { tree.visit(self, path + "?", place) }
        }
    }

    extension _ConditionalContent: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            tree.visit(content, "\(path)|\(type(of: content))", place)
        }
    }

    extension ZStack: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            var place = place
            place.alignment = alignment
            tree.visit(content, path, place)
        }
    }

    extension GeometryReader: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            var place = place
            place.alignment = .topLeading
            tree.visit(content(GeometryProxy(proposal: place.rect.size)), path, place)
        }
    }

    extension ForEach: Mountable where Content: View {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            for element in data {
                tree.visit(content(element), "\(path)[\(element[keyPath: id])]", place)
            }
        }
    }

    extension TimelineView: Mountable where Content: View {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            tree.visit(content(TimelineViewDefaultContext(date: Date())), path, place)
        }
    }

    extension ModifiedContent: Mountable where Content: View, Modifier: ViewModifier {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            if let effect = modifier as? Effect {
                tree.apply(effect, to: content, path, place)
            } else if Modifier.Body.self == Never.self {
                tree.visit(content, path, place)
            } else {
                let path = "\(path)/\(Modifier.self)"
                tree.keepProperties(of: modifier, path)
                tree.visit(modifier.body(content: _ViewModifier_Content(content: content)), path, place)
            }
        }
    }

    extension _ViewModifier_Content: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            tree.visit(content, path, place)
        }
    }

    // MARK: Sizes

    @MainActor
    protocol Framed {
        /// `nil`: as large as it can be.
        var extent: (width: CGFloat?, height: CGFloat?) { get }
    }

    extension ModifiedContent: Framed where Content: View, Modifier: ViewModifier {
        var extent: (width: CGFloat?, height: CGFloat?) {
            let inner = (content as? any Framed)?.extent
            guard case .frame(let width, let height, _)? = (modifier as? Effect)?.kind else {
                return inner ?? (nil, nil)
            }
            return (width ?? inner?.width, height ?? inner?.height)
        }
    }

    extension _ViewModifier_Content: Framed {
        var extent: (width: CGFloat?, height: CGFloat?) { (content as? any Framed)?.extent ?? (nil, nil) }
    }

    // MARK: Gestures

    @MainActor
    protocol FingerGesture {
        func takes(_ value: Any) -> Bool
        func move(_ value: Any)
        func lift(_ value: Any)
    }

    extension FingerGesture where Self: Gesture {
        func takes(_ value: Any) -> Bool { value is Value }
    }

    extension GestureStateGesture: FingerGesture {
        func move(_ value: Any) {
            (base as? any FingerGesture)?.move(value)
            var transaction = Transaction()
            var new = state.slot.value
            update(value as! Value, &new, &transaction)
            state.slot.value = new
        }

        func lift(_ value: Any) {
            (base as? any FingerGesture)?.lift(value)
            state.slot.value = state.initial
        }
    }

    extension _ChangedGesture: FingerGesture {
        func move(_ value: Any) {
            (content as? any FingerGesture)?.move(value)
            action(value as! Value)
        }

        func lift(_ value: Any) {
            (content as? any FingerGesture)?.lift(value)
        }
    }

    extension _EndedGesture: FingerGesture {
        func move(_ value: Any) {
            (content as? any FingerGesture)?.move(value)
        }

        func lift(_ value: Any) {
            (content as? any FingerGesture)?.lift(value)
            action(value as! Value)
        }
    }
#endif
