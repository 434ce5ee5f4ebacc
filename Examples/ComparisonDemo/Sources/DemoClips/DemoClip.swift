/// The three clips of the comparison demo. Each frame is computed from its number alone, so it always looks the same.
public enum DemoClip: String, CaseIterable, Sendable {
    /// The evasive manoeuvre without stability control: the car spins.
    case withoutESC = "without-esc"
    /// The same manoeuvre with stability control: the car returns to its lane.
    case withESC = "with-esc"
    /// A calm night road that loops without a seam, to be shown behind the other two.
    case roadLoop = "road-loop"

    /// Frames per second of every clip.
    public static let frameRate = 30

    /// The frame in which the car passes the obstacle, in both runs.
    public static let passingFrame = 108

    /// The first frame in which the two runs differ, apart from the title at the bottom left.
    public static let partingFrame = 88

    /// Pixels per row and number of rows.
    public var size: (width: Int, height: Int) {
        switch self {
        case .withoutESC, .withESC: (DriveShot.width, DriveShot.height)
        case .roadLoop: (NightDrive.width, NightDrive.height)
        }
    }

    /// Number of frames. The road loop's last frame is followed by its first.
    public var frameCount: Int {
        switch self {
        case .withoutESC, .withESC: 240
        case .roadLoop: NightDrive.frames
        }
    }

    /// Name of the encoded clip.
    public var fileName: String { rawValue + ".mp4" }

    /// Draws one frame.
    public func draw(frame: Int) -> RGBImage {
        switch self {
        case .withoutESC:
            DriveShot(motion: .withoutControl, title: "Without ESC", accent: Light(1.0, 0.16, 0.08)).draw(frame: frame)
        case .withESC:
            DriveShot(motion: .withControl, title: "With ESC", accent: Light(0.10, 0.72, 0.55)).draw(frame: frame)
        case .roadLoop:
            NightDrive.draw(frame: frame)
        }
    }
}
