import FoundationApple

extension ContractWorld {
    /// Sound or subtitles that a file offers to choose from.
    public struct Option: Sendable {
        public var name: String
        public var language: String?
        public var characteristics: Set<AVMediaCharacteristic>
        public var isPlayable: Bool

        public init(
            _ name: String, _ language: String? = nil, _ characteristics: Set<AVMediaCharacteristic> = [],
            isPlayable: Bool = true
        ) {
            self.name = name
            self.language = language
            self.characteristics = characteristics
            self.isPlayable = isPlayable
        }
    }

    func readOptions(of url: URL?, isolation: isolated (any Actor)?) async throws {
        guard let media = url.flatMap(media) else { return }
        if media.optionsDelay > .zero {
            // On the main queue, which a test runs empty: nobody else knows that somebody waits.
            await withCheckedContinuation { continuation in
                _ = schedule(at: now + media.optionsDelay.nanoseconds) { [weak self] in
                    self?.deliver(.main { continuation.resume() })
                }
            }
        }
        if let failure = media.optionsFailure { throw failure }
    }

    /// What an item presents: the names of the selected options; `nil` where it presents none.
    public func presented(_ characteristic: AVMediaCharacteristic, by player: AVPlayer?) -> String? {
        locked {
            guard let item = player?.currentItem?.double, let group = item.asset.group(for: characteristic) else {
                return nil
            }
            return item.selected(in: group)?.displayName
        }
    }

    /// Whether an item presents this very option.
    public func isPresented(_ option: AVMediaSelectionOption, by item: AVPlayerItem) -> Bool {
        locked {
            item.double.asset.groups.values.contains { item.double.selected(in: $0) === option }
        }
    }
}

extension ItemDouble {
    /// What a group presents on this item, chosen or automatically.
    func selected(in group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        if let choice = chosen[group.characteristic] { return choice }
        return group.automatic(in: world)
    }

    func select(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
        world.locked {
            guard owns(group, call: "AVPlayerItem.select(_:in:)") else { return }
            guard let option else {
                guard group.allowsEmptySelection else {
                    return world.raise("AVPlayerItem.select: the group allows no empty selection")
                }
                chosen.updateValue(nil, forKey: group.characteristic)
                return selectTracks()
            }
            // Anything else changes nothing.
            guard group.options.contains(where: { $0 === option }) else { return }
            chosen.updateValue(option, forKey: group.characteristic)
            selectTracks()
        }
    }

    func selectAutomatically(in group: AVMediaSelectionGroup) {
        world.locked {
            guard owns(group, call: "AVPlayerItem.selectMediaOptionAutomatically(in:)"),
                chosen.removeValue(forKey: group.characteristic) != nil
            else { return }
            selectTracks()
        }
    }

    private func owns(_ group: AVMediaSelectionGroup, call: String) -> Bool {
        if group.asset === asset { return true }
        world.raise("\(call): the group is of another asset")
        return false
    }

    /// Where each option of the sound is a track, the selected one is on and the others are off. That follows a choice
    /// of subtitles as well, by which the automatic choice of the sound may change.
    func selectTracks() {
        let sound = tracks.filter { $0.source.mediaType == .audio }
        guard let group = asset.group(for: .audible), group.options.count == sound.count else { return }
        let selected = selected(in: group)
        for (track, option) in zip(sound, group.options) { setEnabled(option === selected, of: track) }
    }
}
