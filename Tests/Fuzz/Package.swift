// swift-tools-version: 6.0
import PackageDescription

// Runs everything in the kit and the demo that reads foreign data under libFuzzer. Built and run by `Tests/Fuzz/run`.
let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(name: "MultiPlayerKit", path: "../.."),
        .package(name: "ComparisonDemo", path: "../../Examples/ComparisonDemo"),
    ],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CFuzzer", .product(name: "MultiPlayerKit", package: "MultiPlayerKit"),
                .product(name: "MultiPlayerKitCache", package: "MultiPlayerKit"),
                .product(name: "MultiPlayerKitKiosk", package: "MultiPlayerKit"),
                .product(name: "ComparisonScreens", package: "ComparisonDemo"),
            ],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
