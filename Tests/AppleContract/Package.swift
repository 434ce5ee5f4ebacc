// swift-tools-version: 6.0
import PackageDescription

// The kit's Apple sources, compiled on Linux against stand-ins for Apple's modules and run on a double of AVPlayer.
// On a Mac the real modules exist, so there is nothing to declare.
var targets: [Target] = []

#if os(Linux)
    // Every target with Apple files names every stand-in: without the dependency, `canImport` depends on build order.
    let standIns: [Target.Dependency] = [
        "FoundationApple", "CoreAudioTypes", "CoreMedia", "CoreGraphics", "CoreVideo", "QuartzCore", "Metal",
        "CoreImage", "ImageIO", "VideoToolbox", "AVFoundation", "UniformTypeIdentifiers", "CoreTransferable", "UIKit",
        "SwiftUI", "AVKit", "Accelerate",
    ]

    // Only what shows a group in Now Playing asks for it.
    let mediaPlayer: [Target.Dependency] = standIns + ["MediaPlayer"]

    // `import Testing` beside CoreGraphics or UIKit looks for an overlay that only Apple's toolchain has.
    let testSettings: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]

    targets = [
        .target(name: "FoundationApple", path: "Stubs/FoundationApple"),
        .target(name: "Accelerate", dependencies: ["FoundationApple"], path: "Stubs/Accelerate"),
        .target(name: "CoreAudioTypes", dependencies: ["FoundationApple"], path: "Stubs/CoreAudioTypes"),
        .target(
            name: "CoreMedia", dependencies: ["FoundationApple", "CoreAudioTypes", "CoreGraphics", "CoreVideo"],
            path: "Stubs/CoreMedia"),
        .target(name: "CoreGraphics", dependencies: ["FoundationApple"], path: "Stubs/CoreGraphics"),
        .target(
            name: "CoreVideo", dependencies: ["FoundationApple", "CoreGraphics"], path: "Stubs/CoreVideo"),
        .target(
            name: "QuartzCore", dependencies: ["FoundationApple", "CoreGraphics"], path: "Stubs/QuartzCore"),
        .target(
            name: "Metal", dependencies: ["FoundationApple", "CoreGraphics", "QuartzCore"], path: "Stubs/Metal"),
        .target(
            name: "CoreImage", dependencies: ["FoundationApple", "CoreGraphics", "CoreVideo", "QuartzCore", "Metal"],
            path: "Stubs/CoreImage"),
        .target(name: "ImageIO", dependencies: ["FoundationApple", "CoreGraphics"], path: "Stubs/ImageIO"),
        .target(
            name: "VideoToolbox", dependencies: ["FoundationApple", "CoreGraphics", "CoreMedia", "CoreVideo"],
            path: "Stubs/VideoToolbox"),
        .target(
            name: "AVFoundation",
            dependencies: ["FoundationApple", "CoreMedia", "CoreGraphics", "CoreVideo", "QuartzCore"],
            path: "Stubs/AVFoundation"),
        .target(name: "AVKit", dependencies: ["FoundationApple", "AVFoundation", "QuartzCore"], path: "Stubs/AVKit"),
        .target(
            name: "UIKit", dependencies: ["FoundationApple", "CoreGraphics", "QuartzCore"], path: "Stubs/UIKit"),
        .target(
            name: "UniformTypeIdentifiers", dependencies: ["FoundationApple"], path: "Stubs/UniformTypeIdentifiers"),
        .target(
            name: "CoreTransferable", dependencies: ["FoundationApple", "UniformTypeIdentifiers"],
            path: "Stubs/CoreTransferable"),
        .target(
            name: "SwiftUI",
            dependencies: [
                "FoundationApple", "CoreGraphics", "CoreTransferable", "QuartzCore", "UIKit", "UniformTypeIdentifiers",
            ],
            path: "Stubs/SwiftUI"),

        .target(
            name: "MediaPlayer", dependencies: ["FoundationApple", "AVFoundation", "CoreGraphics", "UIKit"],
            path: "Stubs/MediaPlayer"),

        // Symbolic links to the real sources: a path outside the package is refused.
        .target(name: "MultiPlayerKit", dependencies: standIns),
        .target(
            name: "MultiPlayerKitScreen", dependencies: ["MultiPlayerKit"] + standIns,
            resources: [.process("Resources")]),
        .target(name: "MultiPlayerKitCompare", dependencies: ["MultiPlayerKit", "MultiPlayerKitScreen"] + standIns),
        .target(name: "MultiPlayerKitCache", dependencies: ["MultiPlayerKit"] + standIns),
        .target(name: "MultiPlayerKitFeed", dependencies: ["MultiPlayerKit", "MultiPlayerKitScreen"] + standIns),
        .target(name: "MultiPlayerKitKiosk", dependencies: ["MultiPlayerKit", "MultiPlayerKitScreen"] + standIns),
        .target(name: "MultiPlayerKitNowPlaying", dependencies: ["MultiPlayerKit"] + mediaPlayer),
        .target(name: "MultiPlayerKitTestSupport", dependencies: ["MultiPlayerKit"] + standIns),
        // The demo's screens, without its program for Linux.
        .target(
            name: "ComparisonScreens",
            dependencies: [
                "MultiPlayerKit", "MultiPlayerKitScreen", "MultiPlayerKitCompare", "MultiPlayerKitCache",
                "MultiPlayerKitFeed", "MultiPlayerKitKiosk",
            ] + standIns,
            exclude: ["Linux", "Report", "Screen/FeedOptions+Kit.swift"], resources: [.process("Resources")]),

        .testTarget(name: "DoubleTests", dependencies: standIns, swiftSettings: testSettings),
        .testTarget(
            name: "StoryTests",
            dependencies: [
                "ComparisonScreens", "MultiPlayerKit", "MultiPlayerKitScreen", "MultiPlayerKitCompare",
                "MultiPlayerKitKiosk", "MultiPlayerKitNowPlaying", "MultiPlayerKitTestSupport",
            ] + mediaPlayer,
            exclude: ["Shared/Clips"], swiftSettings: testSettings),
        .testTarget(
            name: "FeedTests",
            dependencies: [
                "MultiPlayerKit", "MultiPlayerKitScreen", "MultiPlayerKitCache", "MultiPlayerKitFeed",
                "MultiPlayerKitTestSupport",
            ] + standIns,
            swiftSettings: testSettings),
        .testTarget(
            name: "ComposedTests",
            dependencies: [
                "MultiPlayerKit", "MultiPlayerKitScreen", "MultiPlayerKitCompare", "MultiPlayerKitTestSupport",
            ] + standIns,
            swiftSettings: testSettings),
        .testTarget(
            name: "ViewTests", dependencies: ["MultiPlayerKit", "MultiPlayerKitScreen"] + standIns,
            swiftSettings: testSettings),
        .testTarget(
            name: "SnippetTests",
            dependencies: [
                "MultiPlayerKit", "MultiPlayerKitScreen", "MultiPlayerKitCompare", "MultiPlayerKitCache",
                "MultiPlayerKitFeed", "MultiPlayerKitKiosk", "MultiPlayerKitNowPlaying",
            ] + mediaPlayer,
            swiftSettings: testSettings),
    ]
#endif

let package = Package(
    name: "AppleContract", defaultLocalization: "en", targets: targets, swiftLanguageModes: [.v6])
