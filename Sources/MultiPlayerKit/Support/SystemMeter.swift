/// The meter of the system this runs on.
enum SystemMeter {
    static func make() -> any LoadMeter {
        #if canImport(AVFoundation)
            DeviceMeter()
        #else
            LinuxMeter()
        #endif
    }

    /// The number of decoders assumed before anything is learned; `nil`: any number.
    static var defaultSessions: Int? {
        #if canImport(AVFoundation)
            // Reported by apps since iOS 9: the 17th player is refused, or stays transparent.
            16
        #else
            // Decoding on processors is limited by time, not by number.
            nil
        #endif
    }
}
