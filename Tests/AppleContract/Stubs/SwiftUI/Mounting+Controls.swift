#if canImport(UIKit)
    // Containers whose parts a host shows without laying them out, and what a person can press, choose and drag.

    /// A container that has one view, or several in one.
    protocol Containing: Mountable {
        associatedtype Content: View
        var content: Content { get }
    }

    extension Containing {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) { tree.visit(content, path, place) }
    }

    extension HStack: Containing {}
    extension VStack: Containing {}
    extension LazyVStack: Containing {}
    extension ScrollView: Containing {}
    extension List: Containing {}
    extension NavigationStack: Containing {}

    extension AnyView: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) { tree.visit(content, path, place) }
    }

    extension ViewThatFits: Mountable {
        /// The first one: all fit where nothing has a size.
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            let first: any View = (content as? any Several)?.parts.first ?? content
            tree.visit(first, path, place)
        }
    }

    extension Section: Mountable where Parent: View, Content: View, Footer: View {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            tree.visit(header, path + ".header", place)
            tree.visit(content, path, place)
        }
    }

    extension ContentUnavailableView: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            tree.visit(label, path + ".label", place)
            tree.visit(description, path + ".description", place)
            tree.visit(actions, path + ".actions", place)
        }
    }

    // MARK: Text

    /// What stands in a control's label.
    @MainActor
    final class LabelText {
        var text = ""
    }

    /// What a picker offers.
    @MainActor
    final class PickerChoices {
        var choices: [(title: String, tag: Any)] = []
    }

    extension Text: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            if let choices = place.choices, let tag = place.tag {
                choices.choices.append((string, tag))
            } else if let label = place.label {
                label.text += string
            } else {
                tree.add(string)
            }
        }
    }

    extension Label: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            tree.visit(title, path + ".title", place)
            tree.visit(icon, path + ".icon", place)
        }
    }

    // MARK: Controls

    extension MountedTree {
        /// Shows the label of a control, and tells what the control is called and whether it can be used.
        fileprivate func control(_ label: some View, _ path: String, _ place: Place) -> HostingDouble.Control {
            let text = LabelText()
            var inside = place
            inside.label = text
            visit(label, path + ".label", inside)
            return HostingDouble.Control(
                label: place.voice.label ?? text.text, value: place.voice.value, isEnabled: place.isEnabled,
                key: place.key, adjust: place.voice.adjust)
        }
    }

    extension Button: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            var control = tree.control(label, path, place)
            control.press = action
            tree.add(control)
        }
    }

    extension NavigationLink: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) { tree.add(tree.control(label, path, place)) }
    }

    extension Menu: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            tree.add(tree.control(label, path, place))
            var inside = place
            (inside.voice, inside.key) = (HostingDouble.Element(), nil)
            tree.visit(content, path, inside)
        }
    }

    extension Picker: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            var control = tree.control(label, path, place)
            let offered = PickerChoices()
            var inside = place
            inside.choices = offered
            tree.visit(content, path, inside)
            let selection = selection
            control.choices = offered.choices.compactMap { title, tag in
                guard let tag = tag as? SelectionValue else { return nil }
                return HostingDouble.Choice(title: title, isChosen: selection.wrappedValue == tag) {
                    selection.wrappedValue = tag
                }
            }
            tree.add(control)
        }
    }

    @available(tvOS, unavailable)
    extension Slider: Mountable {
        func mount(in tree: MountedTree, _ path: String, _ place: Place) {
            var control = tree.control(label, path, place)
            let value = value
            control.slide = HostingDouble.Slide(position: value.wrappedValue, bounds: bounds, edit: onEditingChanged) {
                value.wrappedValue = $0
            }
            tree.add(control)
        }
    }

    extension HostingDouble {
        /// What a person can press, choose from or drag.
        public struct Control {
            public var label: String
            public var value: String?
            public var isEnabled: Bool
            /// The key that presses it.
            public var key: Character?
            /// `nil`: VoiceOver cannot adjust it.
            public var adjust: ((AccessibilityAdjustmentDirection) -> Void)?
            /// `nil`: not a button.
            public var press: (() -> Void)?
            /// Empty: not a picker.
            public var choices: [Choice] = []
            /// `nil`: not a slider.
            public var slide: Slide?
        }

        /// What a picker offers.
        public struct Choice {
            public let title: String
            public let isChosen: Bool
            public let choose: () -> Void
        }

        /// A slider.
        public struct Slide {
            public let position: Double
            public let bounds: ClosedRange<Double>
            /// Takes hold of it, or lets go.
            public let edit: (Bool) -> Void
            public let move: (Double) -> Void
        }
    }
#endif
