#if canImport(AVFoundation)
    import AVFoundation

    /// Switches the sound tracks of a player's items off, and on again as they came.
    ///
    /// An enabled sound track, even a muted one, may take the audio session from the user's music. Which tracks are
    /// enabled is the file's affair, and that of whoever selects a language: all at once would be heard at once.
    package struct SoundTracks {
        /// Those that were switched off last.
        private var silenced: [AVPlayerItemTrack] = []

        package init() {}

        /// An item lists its tracks once it is ready.
        @MainActor
        package mutating func set(_ isHeard: Bool, in item: AVPlayerItem) {
            let tracks = item.tracks.filter { $0.assetTrack?.mediaType == .audio }
            let enabled = tracks.filter { $0.isEnabled }
            if !isHeard {
                if !enabled.isEmpty { silenced = enabled }
                for track in enabled { track.isEnabled = false }
            } else {
                // What is on by now was selected meanwhile, and takes the place of what was on before.
                if enabled.isEmpty {
                    for track in tracks where silenced.contains(where: { $0 === track }) { track.isEnabled = true }
                }
                silenced = []
            }
        }
    }
#endif
