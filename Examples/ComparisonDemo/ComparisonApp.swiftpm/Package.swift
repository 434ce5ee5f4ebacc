// swift-tools-version: 6.0
// An app without a project file: Xcode and Swift Playgrounds open this folder. Linux has no module for the next import,
// so there Tests/AppleContract compiles the sources instead.
import AppleProductTypes
import PackageDescription

let package = Package(
    // Not ComparisonDemo: that is the program of the package around it, and a graph has each product's name once.
    name: "ComparisonApp",
    platforms: [.iOS("18.0")],
    products: [
        // No team: Xcode asks whose certificate signs it. No capability: the system's pickers need none.
        .iOSApplication(
            name: "ComparisonApp",
            targets: ["AppModule"],
            bundleIdentifier: "kit.multiplayer.comparison",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .star),
            accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ]
        )
    ],
    dependencies: [
        .package(name: "ComparisonDemo", path: "..")
    ],
    targets: [
        // The name and the place of the sources are what Swift Playgrounds expects.
        .executableTarget(
            name: "AppModule",
            dependencies: [.product(name: "ComparisonScreens", package: "ComparisonDemo")],
            path: "."
        )
    ],
    swiftLanguageModes: [.v6]
)
