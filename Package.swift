// swift-tools-version: 6.0
import PackageDescription

var kitDependencies: [Target.Dependency] = []
var systemTargets: [Target] = []

// Only where the manifest itself is read on Linux: Xcode and dependents on a Mac never see the system library.
#if os(Linux)
    kitDependencies.append("CGStreamer")
    systemTargets.append(
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-video-1.0 gstreamer-audio-1.0 gstreamer-app-1.0 gstreamer-net-1.0 zimg libcurl",
            providers: [
                .apt([
                    "libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "libzimg-dev", "libcurl4-openssl-dev",
                ])
            ]
        )
    )
#endif

let package = Package(
    name: "MultiPlayerKit",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "MultiPlayerKit", targets: ["MultiPlayerKit"]),
        .library(name: "MultiPlayerKitTestSupport", targets: ["MultiPlayerKitTestSupport"]),
    ],
    targets: systemTargets + [
        .target(name: "MultiPlayerKit", dependencies: kitDependencies),
        .target(name: "MultiPlayerKitTestSupport", dependencies: ["MultiPlayerKit"]),
        // What both kinds of tests use. It has none of its own, but is a test target, for it sees the kit's internals.
        .testTarget(name: "TestTools", dependencies: ["MultiPlayerKit", "MultiPlayerKitTestSupport"]),
        // Decisions, in virtual time.
        .testTarget(
            name: "MultiPlayerKitTests", dependencies: ["MultiPlayerKit", "MultiPlayerKitTestSupport", "TestTools"],
            exclude: ["Sync/Golden", "AVFoundation/Clips"]),
        // Real videos, servers and clocks.
        .testTarget(name: "LiveTests", dependencies: ["MultiPlayerKit", "MultiPlayerKitTestSupport", "TestTools"]),
    ],
    swiftLanguageModes: [.v6]
)
