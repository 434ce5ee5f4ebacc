// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "MultiPlayerKit", path: "../..")],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "MultiPlayerKit", package: "MultiPlayerKit"),
                .product(name: "MultiPlayerKitScreen", package: "MultiPlayerKit"),
                .product(name: "MultiPlayerKitTestSupport", package: "MultiPlayerKit"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
