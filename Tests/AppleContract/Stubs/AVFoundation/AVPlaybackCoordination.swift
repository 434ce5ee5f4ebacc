@_spi(Double) import CoreMedia
import FoundationApple

@available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVPlaybackCoordinator: NSObject, @unchecked Sendable {
    override init() {
        super.init()
    }
}

@available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVPlayerPlaybackCoordinator: AVPlaybackCoordinator, @unchecked Sendable {
    private let owner: Weak<AVPlayer>
    private let lock = NSLock()
    private var medium: AVPlaybackCoordinationMediumBox?

    init(player: AVPlayer) {
        owner = Weak(player)
        super.init()
    }

    open var player: AVPlayer? { owner.value }

    var isConnected: Bool { lock.withLock { medium != nil } }

    @available(iOS 26.0, macCatalyst 26.0, macOS 26.0, tvOS 26.0, visionOS 26.0, *)
    open var playbackCoordinationMedium: AVPlaybackCoordinationMedium? {
        lock.withLock { medium?.medium as? AVPlaybackCoordinationMedium }
    }

    @available(iOS 26.0, macCatalyst 26.0, macOS 26.0, tvOS 26.0, visionOS 26.0, *)
    open func coordinate(using coordinationMedium: AVPlaybackCoordinationMedium?) throws {
        playbackCoordinationMedium?.disconnect(self)
        lock.withLock { medium = coordinationMedium.map(AVPlaybackCoordinationMediumBox.init) }
        coordinationMedium?.connect(self)
    }
}

/// Keeps the newer class out of a stored property of the older one.
private struct AVPlaybackCoordinationMediumBox {
    let medium: AnyObject
}

/// Coordinates nothing: the kit must refuse connected players, so a test only has to connect one.
@available(iOS 26.0, macCatalyst 26.0, macOS 26.0, tvOS 26.0, visionOS 26.0, *)
@available(watchOS, unavailable)
open class AVPlaybackCoordinationMedium: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var members: [Weak<AVPlayerPlaybackCoordinator>] = []

    public override init() {
        super.init()
    }

    open var connectedPlaybackCoordinators: [AVPlayerPlaybackCoordinator] {
        lock.withLock { members.compactMap(\.value) }
    }

    fileprivate func connect(_ coordinator: AVPlayerPlaybackCoordinator) {
        lock.withLock { members.append(Weak(coordinator)) }
    }

    fileprivate func disconnect(_ coordinator: AVPlayerPlaybackCoordinator) {
        lock.withLock { members.removeAll { $0.value === coordinator || $0.value == nil } }
    }
}
