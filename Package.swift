// swift-tools-version: 6.0
import PackageDescription

var systemDependencies: [Target.Dependency] = []
var systemTargets: [Target] = []
/// What the views say, in several languages.
var words: [Resource] = [.process("Resources")]
var wordless: [String] = []

// Only where the manifest itself is read on Linux: Xcode and dependents on a Mac never see the system library.
#if os(Linux)
    // There are no views on Linux, and a program would have to bring the folder along.
    (words, wordless) = ([], ["Resources"])
    systemDependencies.append("CGStreamer")
    systemTargets.append(
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-video-1.0 gstreamer-audio-1.0 gstreamer-app-1.0 gstreamer-net-1.0 "
                + "gstreamer-fft-1.0 zimg libcurl pangocairo",
            providers: [
                .apt([
                    "libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "libzimg-dev", "libcurl4-openssl-dev",
                    "libpango1.0-dev", "libsdl2-dev", "libwebp-dev",
                ])
            ]
        )
    )
#endif

let modules: [Target.Dependency] = [
    "MultiPlayerKit", "MultiPlayerKitScreen", "MultiPlayerKitCompare", "MultiPlayerKitCache", "MultiPlayerKitFeed",
    "MultiPlayerKitKiosk", "MultiPlayerKitNowPlaying", "MultiPlayerKitRenditions", "MultiPlayerKitTestSupport",
]

let package = Package(
    name: "MultiPlayerKit",
    defaultLocalization: "en",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "MultiPlayerKit", targets: ["MultiPlayerKit"]),
        .library(name: "MultiPlayerKitScreen", targets: ["MultiPlayerKitScreen"]),
        .library(name: "MultiPlayerKitCompare", targets: ["MultiPlayerKitCompare"]),
        .library(name: "MultiPlayerKitCache", targets: ["MultiPlayerKitCache"]),
        .library(name: "MultiPlayerKitFeed", targets: ["MultiPlayerKitFeed"]),
        .library(name: "MultiPlayerKitKiosk", targets: ["MultiPlayerKitKiosk"]),
        .library(name: "MultiPlayerKitNowPlaying", targets: ["MultiPlayerKitNowPlaying"]),
        .library(name: "MultiPlayerKitRenditions", targets: ["MultiPlayerKitRenditions"]),
        .library(name: "MultiPlayerKitTestSupport", targets: ["MultiPlayerKitTestSupport"]),
    ],
    targets: systemTargets + [
        // The core knows none of the others, and feed and kiosk do not know each other.
        .target(name: "MultiPlayerKit", dependencies: systemDependencies),
        .target(
            name: "MultiPlayerKitScreen", dependencies: ["MultiPlayerKit"] + systemDependencies, exclude: wordless,
            resources: words),
        .target(
            name: "MultiPlayerKitCompare",
            dependencies: ["MultiPlayerKit", "MultiPlayerKitScreen"] + systemDependencies),
        .target(name: "MultiPlayerKitCache", dependencies: ["MultiPlayerKit"] + systemDependencies),
        .target(
            name: "MultiPlayerKitFeed", dependencies: ["MultiPlayerKit", "MultiPlayerKitScreen"] + systemDependencies),
        .target(
            name: "MultiPlayerKitKiosk", dependencies: ["MultiPlayerKit", "MultiPlayerKitScreen"] + systemDependencies),
        // Apart from the core because it links the system's MediaPlayer.
        .target(name: "MultiPlayerKitNowPlaying", dependencies: ["MultiPlayerKit"]),
        // Apart from the cache because it codes.
        .target(
            name: "MultiPlayerKitRenditions",
            dependencies: ["MultiPlayerKit", "MultiPlayerKitCache"] + systemDependencies),
        .target(name: "MultiPlayerKitTestSupport", dependencies: ["MultiPlayerKit"]),
        // What several test targets use. It has no tests, but is a test target: it sees internals.
        .testTarget(name: "TestTools", dependencies: modules),
        // Decisions, in virtual time.
        .testTarget(
            name: "MultiPlayerKitTests", dependencies: ["MultiPlayerKit", "MultiPlayerKitTestSupport", "TestTools"],
            exclude: ["Group/Golden", "AVFoundation/Clips"]),
        .testTarget(
            name: "MultiPlayerKitScreenTests",
            dependencies: ["MultiPlayerKitScreen", "MultiPlayerKitTestSupport", "TestTools"]),
        .testTarget(
            name: "MultiPlayerKitCompareTests", dependencies: ["MultiPlayerKitCompare", "TestTools"]),
        .testTarget(name: "MultiPlayerKitCacheTests", dependencies: ["MultiPlayerKitCache", "TestTools"]),
        .testTarget(name: "MultiPlayerKitFeedTests", dependencies: ["MultiPlayerKitFeed", "TestTools"]),
        .testTarget(name: "MultiPlayerKitKioskTests", dependencies: ["MultiPlayerKitKiosk", "TestTools"]),
        .testTarget(name: "MultiPlayerKitRenditionsTests", dependencies: ["MultiPlayerKitRenditions"]),
        .testTarget(
            name: "MultiPlayerKitNowPlayingTests",
            dependencies: ["MultiPlayerKitNowPlaying", "MultiPlayerKitTestSupport"]),
        // Real videos, servers and clocks.
        .testTarget(name: "LiveTests", dependencies: modules + ["TestTools"]),
    ],
    swiftLanguageModes: [.v6]
)
