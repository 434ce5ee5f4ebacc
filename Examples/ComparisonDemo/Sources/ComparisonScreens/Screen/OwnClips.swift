import Foundation

/// The clips that the demo brings along, for when none is named.
public enum OwnClips {
    /// The two that are compared, in member order.
    public static var pair: [URL] { [url("without-esc"), url("with-esc")] }

    /// The one that loops behind them.
    public static var background: URL { url("road-loop") }

    private static func url(_ name: String) -> URL {
        guard let url = Bundle.module.url(forResource: name, withExtension: "mp4") else {
            preconditionFailure("\(name).mp4 is missing in \(Bundle.module.bundleURL.path)")
        }
        return url
    }
}
