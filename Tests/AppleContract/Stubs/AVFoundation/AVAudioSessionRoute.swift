// Declarations as in Apple's documentation, https://developer.apple.com/documentation/avfaudio/avaudiosessionroutedescription.
import FoundationApple

@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
@available(macOS, unavailable)
open class AVAudioSessionRouteDescription: NSObject {
    open var outputs: [AVAudioSessionPortDescription] { [] }
}

@available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
@available(macOS, unavailable)
open class AVAudioSessionPortDescription: NSObject {
    open var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: "") }
}

@available(macOS, unavailable)
extension AVAudioSession {
    public struct Port: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    @available(iOS 6.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
    public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }
}
