// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ComparisonDemo",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "ComparisonScreens", targets: ["ComparisonScreens"]),
        .executable(name: "ComparisonDemo", targets: ["ComparisonDemo"]),
    ],
    dependencies: [
        .package(name: "MultiPlayerKit", path: "../..")
    ],
    targets: [
        .target(
            name: "ComparisonScreens",
            dependencies: [
                "MultiPlayerKit", "MultiPlayerKitScreen", "MultiPlayerKitCompare", "MultiPlayerKitCache",
                "MultiPlayerKitFeed", "MultiPlayerKitKiosk", "MultiPlayerKitRenditions",
            ].map {
                .product(name: $0, package: "MultiPlayerKit")
            },
            // Not copied as a folder: one of that name at the top of an iOS bundle cannot be signed.
            resources: [.process("Resources")]
        ),
        .executableTarget(name: "ComparisonDemo", dependencies: ["ComparisonScreens"]),
        // The demo's own clips, drawn by code: a library that makes frames, and a tool that encodes them.
        .target(name: "DemoClips"),
        .executableTarget(name: "draw-clips", dependencies: ["DemoClips"]),
        .testTarget(
            name: "ComparisonScreensTests",
            dependencies: [
                "ComparisonScreens", "ComparisonDemo", "DemoClips",
                .product(name: "MultiPlayerKitTestSupport", package: "MultiPlayerKit"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
