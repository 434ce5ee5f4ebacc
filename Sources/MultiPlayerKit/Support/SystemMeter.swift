/// The meter of the system this runs on.
enum SystemMeter {
    static func make() -> any LoadMeter {
        #if canImport(AVFoundation)
            DeviceMeter()
        #else
            LinuxMeter()
        #endif
    }

    /// Decoders that are taken to be there before anything is learned.
    static var defaultSessions: Int? {
        #if canImport(AVFoundation)
            // Reported by apps since iOS 9: the 17th player is refused, or stays transparent.
            16
        #else
            // Processors decode as many as there is time for.
            nil
        #endif
    }
}
