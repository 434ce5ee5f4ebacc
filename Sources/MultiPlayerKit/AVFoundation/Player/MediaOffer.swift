#if canImport(AVFoundation)
    import AVFoundation

    /// The options that an asset offers for one characteristic, one of which at most is presented.
    ///
    /// Sendable because AVFoundation's groups and options stay as they were loaded.
    struct MediaOffer: @unchecked Sendable {
        private let group: AVMediaSelectionGroup
        /// The options that can be played.
        private let options: [AVMediaSelectionOption]
        let choices: [MediaChoice]

        private init(_ group: AVMediaSelectionGroup) {
            self.group = group
            options = group.options.filter(\.isPlayable)
            var choices: [MediaChoice] = []
            for option in options {
                var choice = MediaChoice(option, place: 0)
                while choices.contains(choice) { choice = MediaChoice(option, place: choice.place + 1) }
                choices.append(choice)
            }
            self.choices = choices
        }

        /// - Returns: `nil` for an asset that offers nothing, as compositions do.
        static func load(
            _ characteristic: AVMediaCharacteristic, of asset: SharedAsset
        ) async throws -> MediaOffer? {
            try await asset.asset.loadMediaSelectionGroup(for: characteristic).map(MediaOffer.init)
        }

        /// Presents a selection on an item of the same asset.
        @MainActor
        func present(_ selection: MediaSelection, on item: AVPlayerItem) {
            switch selection {
            case .choice(let choice):
                // In another size of the video, or another video, what is alike may have another name.
                let index = choices.firstIndex(of: choice) ?? choices.firstIndex { $0.isLike(choice) }
                guard let index else { fallthrough }
                item.select(options[index], in: group)
            case .automatic: item.selectMediaOptionAutomatically(in: group)
            case .off:
                // Otherwise AVFoundation does not say what it does.
                if group.allowsEmptySelection { item.select(nil, in: group) }
            }
        }
    }

    extension MediaChoice {
        fileprivate init(_ option: AVMediaSelectionOption, place: Int) {
            let accessible: [AVMediaCharacteristic] = [
                .transcribesSpokenDialogForAccessibility, .describesMusicAndSoundForAccessibility,
                .describesVideoForAccessibility,
            ]
            self.init(
                name: option.displayName, language: option.extendedLanguageTag,
                isForced: option.hasMediaCharacteristic(.containsOnlyForcedSubtitles),
                isForAccessibility: accessible.contains(where: option.hasMediaCharacteristic), place: place)
        }

        fileprivate func isLike(_ other: MediaChoice) -> Bool {
            language != nil && language == other.language && isForced == other.isForced
                && isForAccessibility == other.isForAccessibility
        }
    }

    /// What the app has selected, on the player's items.
    extension AVFoundationPlayer {
        /// What the asset of an item offers of what is selected; `nil`: nothing.
        @MainActor
        struct Offers {
            weak var item: AVPlayerItem?
            var byCharacteristic: [AVMediaCharacteristic: MediaOffer?] = [:]
        }

        @MainActor
        func select(_ selection: MediaSelection, for characteristic: AVMediaCharacteristic) {
            attachments.selections[characteristic] = selection
            // The items that are being made come with it.
            guard let item = player.currentItem else { return }
            Task {
                let offers = await offers(of: item)
                // A player that was handed back meanwhile is the app's.
                guard player.currentItem === item, !isAdopted || attachments.adoption != nil else { return }
                attachments.offers = offers
                present(on: item, sound: attachments.isHeard)
            }
        }

        /// Reads what the asset of an item offers, also of what is selected meanwhile.
        @MainActor
        func offers(of item: AVPlayerItem) async -> Offers {
            var offers = Offers(item: item)
            while let next = attachments.selections.keys.first(where: { offers.byCharacteristic[$0] == nil }) {
                let offer = try? await MediaOffer.load(next, of: SharedAsset(item.asset))
                offers.byCharacteristic.updateValue(offer, forKey: next)
            }
            return offers
        }

        /// Presents what is selected, with the sound tracks as they came or off.
        @MainActor
        func present(on item: AVPlayerItem, sound: Bool) {
            let offers = attachments.offers
            if offers.item === item {
                // Selecting a language switches its track on, which a silent item must not have.
                for (characteristic, offer) in offers.byCharacteristic where sound || characteristic != .audible {
                    guard let selection = attachments.selections[characteristic] else { continue }
                    offer?.present(selection, on: item)
                }
            }
            // The automatic choice of the sound may follow the subtitles.
            attachments.soundTracks.set(sound, in: item)
        }
    }
#endif
