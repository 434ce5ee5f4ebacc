import SwiftUI
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What the controls are made of, read from the types of their bodies: the stand-ins lay nothing out.
@MainActor
struct ControlTests {
    private func parts<V: View>(of view: V.Type) -> String { String(reflecting: V.Body.self) }

    @Test func `every control is as large as a finger needs`() {
        #expect(TouchTarget.side == 44)
        for body in [
            parts(of: TransportButton.self), parts(of: LoopButton.self), parts(of: MemberMenu.self),
            parts(of: SpeedMenu.self), parts(of: SoundMenu.self), parts(of: PositionControl.self),
        ] {
            #expect(body.contains("_FlexFrameLayout"), "\(body)")
        }
    }

    @Test func `what follows media time and computed places is laid out from left to right in every language`() {
        for body in [
            parts(of: ComparisonView.self), parts(of: Scrubber.self), parts(of: StepButtons.self),
            parts(of: NudgeButtons.self),
        ] {
            #expect(body.contains("_EnvironmentKeyWritingModifier<SwiftUI.LayoutDirection>"), "\(body)")
        }
    }
}
