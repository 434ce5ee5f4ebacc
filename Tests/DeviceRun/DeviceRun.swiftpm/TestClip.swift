import AVFoundation

/// A clip that the device makes for itself. Every frame carries its number, as `IndexLayout` places it.
struct TestClip: Hashable, Sendable {
    enum Codec: String, CaseIterable, Sendable {
        case h264
        case hevc

        var type: AVVideoCodecType {
            switch self {
            case .h264: .h264
            case .hevc: .hevc
            }
        }
    }

    struct Size: Hashable, Sendable {
        var width: Int
        var height: Int
    }

    /// Long enough that a start is measured before the end, short enough to be made in seconds.
    static let seconds = 12
    static let rate = 30
    static let frameCount = seconds * rate
    /// From one key frame to the next.
    static let keyFrameInterval = 30
    /// Sound that outlasts the pictures, so that the turn of a loop is decided by the pictures alone.
    static let soundSeconds = 12.5

    var codec = Codec.h264
    var size = Size(width: 1280, height: 720)
    var hasSound = false

    /// The number that the picture carries besides the frame's.
    var id: Int { hasSound ? 1 : 2 }

    var name: String { "\(codec.rawValue)-\(size.width)x\(size.height)\(hasSound ? "-sound" : "")" }

    /// As a line of the report names it.
    var conditions: String { "codec=\(codec.rawValue) size=\(size.width)x\(size.height)" }

    static let silent = TestClip()
    static let loud = TestClip(hasSound: true)

    /// One of each codec and size, without sound.
    static let kinds: [TestClip] = Codec.allCases.flatMap { codec in
        [(640, 360), (1280, 720), (1920, 1080), (3840, 2160)].map {
            TestClip(codec: codec, size: Size(width: $0.0, height: $0.1))
        }
    }

    static let all = [loud] + kinds
}
