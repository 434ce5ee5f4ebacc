// swift-tools-version: 6.0
// An app without a project file: Xcode and Swift Playgrounds open this folder. Linux has no module for the next import,
// so there Tests/AppleContract compiles the sources instead.
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "DeviceRun",
    platforms: [.iOS("18.0")],
    products: [
        // No team: Xcode asks whose certificate signs it.
        .iOSApplication(
            name: "DeviceRun",
            targets: ["AppModule"],
            bundleIdentifier: "kit.multiplayer.devicerun",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .clock),
            accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ]
        )
    ],
    dependencies: [
        .package(name: "MultiPlayerKit", path: "../../..")
    ],
    targets: [
        // The name and the place of the sources are what Swift Playgrounds expects.
        .executableTarget(
            name: "AppModule",
            dependencies: [
                .product(name: "MultiPlayerKit", package: "MultiPlayerKit"),
                .product(name: "MultiPlayerKitScreen", package: "MultiPlayerKit"),
                .product(name: "MultiPlayerKitTestSupport", package: "MultiPlayerKit"),
            ],
            path: "."
        )
    ],
    swiftLanguageModes: [.v6]
)
