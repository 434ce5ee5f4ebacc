#if canImport(AVFoundation) && canImport(SwiftUI)
    import SwiftUI

    /// Frame back, play or pause, frame forward.
    struct StepButtons: View {
        let group: PlaybackGroup
        let takesKeys: Bool

        var body: some View {
            HStack(spacing: 24) {
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
        }

        private var isRunning: Bool { group.state == .playing || group.state == .preparing }
    }

    /// Moves one member by single frames relative to the others; repeats while held down.
    struct NudgeButtons: View {
        let group: PlaybackGroup
        let member: MemberID?
        let takesKeys: Bool

        var body: some View {
            HStack(spacing: 24) {
                TransportButton("Nudge Back", systemImage: "minus.circle", key: takesKeys ? .comma : nil) {
                    nudge(by: -1)
                }
                TransportButton("Nudge Forward", systemImage: "plus.circle", key: takesKeys ? .period : nil) {
                    nudge(by: 1)
                }
            }
            .buttonRepeatBehavior(.enabled)
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
                Label("Loop", systemImage: loops ? "repeat.circle.fill" : "repeat.circle")
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
                Label(title, systemImage: systemImage)
            }
            .onKey(key)
        }
    }

    /// The keys of the controls, the same as in the Linux window.
    enum TransportKey {
        case space, left, right, comma, period
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
