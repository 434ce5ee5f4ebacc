#if canImport(AVFoundation)
    import Foundation
    import Synchronization

    #if canImport(UIKit)
        import UIKit
    #endif

    /// The load that an Apple device reports: heat, low-power mode and, where apps get memory warnings, lack of memory.
    /// Its decoders are dedicated hardware, so processor time says nothing about them.
    final class DeviceMeter: LoadMeter {
        /// Whether the app was warned since the last reading.
        private let wasWarned = Mutex(false)
        private let notices = Notices()

        init() {
            #if canImport(UIKit)
                notices.watch(UIApplication.didReceiveMemoryWarningNotification) { [weak self] _ in
                    self?.wasWarned.withLock { $0 = true }
                }
            #endif
        }

        func read(span: Duration, decoding: Duration) -> LoadReading {
            var reading = LoadReading(span: span)
            let info = ProcessInfo.processInfo
            reading.heat =
                switch info.thermalState {
                case .nominal: .nominal
                case .fair: .fair
                case .serious: .serious
                case .critical: .critical
                @unknown default: .nominal
                }
            reading.isLowPower = info.isLowPowerModeEnabled
            reading.isShortOfMemory = wasWarned.withLock { wasWarned in
                defer { wasWarned = false }
                return wasWarned
            }
            return reading
        }
    }
#endif
