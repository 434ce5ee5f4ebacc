#if canImport(AVFoundation)
    import AVFoundation

    /// Sound in one language, or subtitles, that a video offers.
    ///
    /// A value that belongs to no asset and no item: it may be kept, and selected for another member, which takes what
    /// is alike in its own video.
    public struct MediaChoice: Hashable, Sendable {
        /// What to call it in a menu, in the system's language.
        public let name: String
        /// The language as a BCP 47 tag, such as `pt-BR`; `nil`: the video states none.
        public let language: String?
        /// Whether these subtitles translate only what the sound does not say in its own language. The system shows
        /// them where nothing else is selected; leave them out of a menu.
        public let isForced: Bool
        /// Whether it was made for accessibility: subtitles that also describe sounds, or a voice that describes the
        /// pictures.
        public let isForAccessibility: Bool
        /// How many that look the same come before it.
        let place: Int
    }

    /// What is to be presented of the choices of a video.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum MediaSelection: Hashable, Sendable {
        /// What the system's settings ask for: languages, captions. The default.
        case automatic
        /// Nothing, where the video allows that, as most do for subtitles. To silence a member, mute it instead.
        case off
        /// One of the choices; ``automatic`` in a video that has none like it.
        case choice(MediaChoice)
    }

    extension PlaybackGroup {
        /// What a member's video offers, in its own order.
        ///
        /// ```swift
        /// let subtitles = try await group.choices(of: member, for: .legible)
        /// group.select(.choice(subtitles[0]), for: .legible, of: member)
        /// ```
        /// - Parameter characteristic: `.audible` for languages of the sound, `.legible` for subtitles.
        /// - Returns: nothing before the video is open (``mediaInfo`` has the member then), where it offers nothing,
        ///   and for a member that is removed meanwhile.
        /// - Throws: ``PlaybackError``, if what the video offers cannot be read.
        public func choices(
            of member: MemberID, for characteristic: AVMediaCharacteristic
        ) async throws(PlaybackError) -> [MediaChoice] {
            guard let player = steered(member), let open = player.openAsset else { return [] }
            do {
                let offer = try await MediaOffer.load(characteristic, of: open.shared)
                return steered(member) == nil ? [] : offer?.choices ?? []
            } catch {
                guard let source = player.source, steered(member) != nil else { return [] }
                throw PlayerFailure.translate(error, source)
            }
        }

        /// What is selected for a member: ``MediaSelection/automatic`` until ``select(_:for:of:)``. Observable.
        ///
        /// `nil` for a member that was removed or whose player is not an AVPlayer.
        public func selection(of member: MemberID, for characteristic: AVMediaCharacteristic) -> MediaSelection? {
            selections[member].map { $0[characteristic] ?? .automatic }
        }

        /// Selects subtitles or the language of the sound for a member, without touching its time. Other members keep
        /// theirs. It may be called before the video is open, and holds for as long as the member is there, whatever
        /// players and items it gets. ``audibleMember`` decides which member is heard.
        ///
        /// What plays changes as soon as the video's choices are read, which takes a moment over a network.
        ///
        /// A file that loops is played from a composition, which AVFoundation gives no choices: a loop has no subtitles,
        /// and the sound that the file plays first. Streams have them in loops, too.
        ///
        /// An app's own player keeps what the app selected in its item until something is selected here, and keeps that
        /// when it is handed back.
        ///
        /// - Parameter characteristic: `.audible` for the language of the sound, `.legible` for subtitles.
        public func select(
            _ selection: MediaSelection, for characteristic: AVMediaCharacteristic, of member: MemberID
        ) {
            withMutation(keyPath: \.selections) {
                for player in steeredPlayers(of: member) { player.select(selection, for: characteristic) }
            }
        }

        /// The selections of all members, which are observed as one.
        private var selections: [MemberID: [AVMediaCharacteristic: MediaSelection]] {
            access(keyPath: \.selections)
            var selections: [MemberID: [AVMediaCharacteristic: MediaSelection]] = [:]
            for member in members + [backgroundMember].compactMap(\.self) {
                selections[member] = steered(member)?.attachments.selections
            }
            return selections
        }
    }
#endif
