// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Shop",
    platforms: [.iOS(.v15), .macOS(.v14)],
    dependencies: [
        .package(path: "../purser", traits: [])
    ],
    targets: [
        .target(
            name: "Shop",
            dependencies: [.product(name: "SwiftyStoreKit", package: "purser")]
        ),
        .testTarget(
            name: "ShopTests",
            dependencies: [
                "Shop",
                .product(name: "LocalStoreKitTest", package: "purser"),
                .product(name: "LocalAppStore", package: "purser"),
            ],
            exclude: ["FlowerShop.storekit"]
        ),
    ]
)
