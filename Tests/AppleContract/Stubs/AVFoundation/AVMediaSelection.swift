@_spi(Double) import FoundationApple

public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    public static let containsOnlyForcedSubtitles = AVMediaCharacteristic(
        rawValue: "public.subtitles.forced-only")
    public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.transcribes-spoken-dialog")
    public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.describes-music-and-sound")
    public static let describesVideoForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.describes-video")
}

/// Not `Sendable`.
@available(iOS 5.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVMediaSelectionOption: NSObject {
    let option: ContractWorld.Option

    init(_ option: ContractWorld.Option) {
        self.option = option
        super.init()
    }

    open var isPlayable: Bool { option.isPlayable }
    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    open var extendedLanguageTag: String? { option.language }
    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    open var displayName: String { option.name }

    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        option.characteristics.contains(mediaCharacteristic)
    }
}

/// Not `Sendable`.
@available(iOS 5.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVMediaSelectionGroup: NSObject {
    let characteristic: AVMediaCharacteristic
    weak var asset: AVAsset?

    init(_ characteristic: AVMediaCharacteristic, of options: [ContractWorld.Option], asset: AVAsset) {
        self.characteristic = characteristic
        self.asset = asset
        self.options = options.map(AVMediaSelectionOption.init)
        super.init()
    }

    public let options: [AVMediaSelectionOption]
    open var allowsEmptySelection: Bool { characteristic != .audible }

    /// What the system's settings ask for: the first option in the person's language, or else the first sound and no
    /// subtitles.
    func automatic(in world: ContractWorld) -> AVMediaSelectionOption? {
        let preferred = options.first { $0.option.language == world.preferredLanguage }
        return characteristic == .audible ? preferred ?? options.first : preferred
    }
}

/// Not `Sendable`.
@available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
open class AVMediaSelection: NSObject {
    private let item: ItemDouble

    init(_ item: ItemDouble) {
        self.item = item
        super.init()
    }

    open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        item.read { $0.selected(in: mediaSelectionGroup) }
    }
}

extension AVAsset {
    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    public func loadMediaSelectionGroup(
        for mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> AVMediaSelectionGroup? {
        try await _open(isolation: #isolation)
        try await world.readOptions(of: sourceURL, isolation: #isolation)
        return group(for: mediaCharacteristic)
    }

    /// An asset always gives the same group. A composition has none.
    func group(for characteristic: AVMediaCharacteristic) -> AVMediaSelectionGroup? {
        guard !(self is AVComposition), let options = media?.options[characteristic], !options.isEmpty else {
            return nil
        }
        return world.locked {
            if let group = groups[characteristic] { return group }
            let group = AVMediaSelectionGroup(characteristic, of: options, asset: self)
            groups[characteristic] = group
            return group
        }
    }
}

extension AVPlayerItem {
    @available(iOS 5.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    public func select(
        _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
    ) {
        double.select(mediaSelectionOption, in: mediaSelectionGroup)
    }

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    public func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
        double.selectAutomatically(in: mediaSelectionGroup)
    }

    @available(iOS 9.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
    public var currentMediaSelection: AVMediaSelection { AVMediaSelection(double) }
}
