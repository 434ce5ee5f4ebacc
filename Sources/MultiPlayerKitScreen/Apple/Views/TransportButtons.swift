#if canImport(AVFoundation) && canImport(SwiftUI)
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    /// Frame back, play or pause, frame forward.
    struct StepButtons: View {
        let group: PlaybackGroup
        let takesKeys: Bool

        var body: some View {
            HStack(spacing: TouchTarget.spacing) {
                TransportButton("Previous Frame", systemImage: "backward.frame.fill", key: takesKeys ? .left : nil) {
                    group.step(by: -1)
                }
                .buttonRepeatBehavior(.enabled)
                TransportButton(
                    isRunning ? "Pause" : "Play", systemImage: isRunning ? "pause.fill" : "play.fill",
                    key: takesKeys ? .space : nil
                ) {
                    group.togglePlay()
                }
                TransportButton("Next Frame", systemImage: "forward.frame.fill", key: takesKeys ? .right : nil) {
                    group.step(by: 1)
                }
                .buttonRepeatBehavior(.enabled)
            }
            .leftToRight()
        }

        private var isRunning: Bool { group.state == .playing || group.state == .preparing }
    }

    /// Moves one member by single frames relative to the others; repeats while held down.
    struct NudgeButtons: View {
        let group: PlaybackGroup
        let member: MemberID?
        let takesKeys: Bool

        var body: some View {
            HStack(spacing: TouchTarget.spacing) {
                TransportButton("Nudge Back", systemImage: "minus.circle", key: takesKeys ? .comma : nil) {
                    nudge(by: -1)
                }
                TransportButton("Nudge Forward", systemImage: "plus.circle", key: takesKeys ? .period : nil) {
                    nudge(by: 1)
                }
            }
            .buttonRepeatBehavior(.enabled)
            .leftToRight()
            .accessibilityHint(Text(verbatim: member.map { group.name(of: $0) } ?? ""))
            .disabled(member == nil)
        }

        private func nudge(by frames: Int) {
            if let member { group.nudge(member, by: frames) }
        }
    }

    /// Toggles whether the group starts again at its end.
    struct LoopButton: View {
        @Binding var loops: Bool

        var body: some View {
            Button {
                loops.toggle()
            } label: {
                Label(kit: "Loop", systemImage: loops ? "repeat.circle.fill" : "repeat.circle")
                    .touchTarget()
            }
            .accessibilityAddTraits(loops ? .isSelected : [])
        }
    }

    /// A button that shows a symbol, is labelled with its title, and has a key if there is a keyboard.
    struct TransportButton: View {
        private let title: LocalizedStringKey
        private let systemImage: String
        private let key: TransportKey?
        private let action: @MainActor () -> Void

        init(
            _ title: LocalizedStringKey, systemImage: String, key: TransportKey?,
            action: @escaping @MainActor () -> Void
        ) {
            self.title = title
            self.systemImage = systemImage
            self.key = key
            self.action = action
        }

        var body: some View {
            Button(action: action) {
                Label(kit: title, systemImage: systemImage)
                    .touchTarget()
            }
            .onKey(key)
        }
    }

    /// The keys of the controls, the same as in the Linux window.
    enum TransportKey {
        case space, left, right, comma, period
    }

    /// The least size of what a finger is to hit, and the room between two such controls, in points.
    enum TouchTarget {
        #if os(macOS) || os(tvOS)
            /// A pointer hits what it sees, and a remote moves the focus: controls keep their own size.
            static let side: CGFloat? = nil
            static let spacing: CGFloat = 24
        #else
            static let side: CGFloat? = CGFloat(ComparisonGeometry.Wipe.touchWidth)
            #if os(visionOS)
                /// Apple's guidelines ask for 60 points from middle to middle, because eyes aim less exactly.
                static let spacing: CGFloat = 16
            #else
                /// The symbols stay as far apart as where nothing is added around them.
                static let spacing: CGFloat = 4
            #endif
        #endif
    }

    extension View {
        /// Makes a control as large as a finger needs. Inside a button's label, because what lies around a button does
        /// not take its touches.
        func touchTarget() -> some View {
            frame(minWidth: TouchTarget.side, minHeight: TouchTarget.side)
                .contentShape(Rectangle())
        }

        /// Lays a view out from left to right in every language: media time runs that way, and places that are
        /// computed count from the left.
        func leftToRight() -> some View {
            environment(\.layoutDirection, .leftToRight)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && !os(tvOS)
    import SwiftUI

    extension View {
        /// Gives a button a key, without a modifier; `nil`: none.
        func onKey(_ key: TransportKey?) -> some View {
            keyboardShortcut(key.map { KeyboardShortcut($0.equivalent, modifiers: []) })
        }

        /// Does nothing: keyboards with a key for play and pause send it to the system's player, not to a view.
        func playPauseCommand(_ action: @escaping () -> Void) -> some View {
            self
        }
    }

    extension TransportKey {
        fileprivate var equivalent: KeyEquivalent {
            switch self {
            case .space: .space
            case .left: .leftArrow
            case .right: .rightArrow
            case .comma: ","
            case .period: "."
            }
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && os(tvOS)
    import SwiftUI

    extension View {
        /// Does nothing: a remote has no such keys; its buttons move the focus.
        func onKey(_ key: TransportKey?) -> some View {
            self
        }

        /// Handles the remote's button for play and pause.
        func playPauseCommand(_ action: @escaping () -> Void) -> some View {
            onPlayPauseCommand(perform: action)
        }
    }
#endif
