// swift-tools-version: 6.3
import PackageDescription

#if os(Linux)
    let storeKit: [Target.Dependency] = [.product(name: "StoreKit", package: "purser")]
    let storeKitTest: [Target.Dependency] = [.product(name: "StoreKitTest", package: "purser")]
#else
    let storeKit: [Target.Dependency] = []
    let storeKitTest: [Target.Dependency] = []
#endif

/// An app that knows StoreKit alone, as a package of its own: `make example` builds and tests it.
let package = Package(
    name: "OrdinaryApp",
    platforms: [.iOS(.v15), .macOS(.v14)],
    dependencies: [
        .package(name: "purser", path: "../..", traits: [])
    ],
    targets: [
        .target(name: "OrdinaryApp", dependencies: storeKit),
        .testTarget(
            name: "OrdinaryAppTests",
            dependencies: ["OrdinaryApp"] + storeKitTest,
            resources: [.copy("FlowerShop.storekit")]
        ),
    ],
    swiftLanguageModes: [.v5]
)
