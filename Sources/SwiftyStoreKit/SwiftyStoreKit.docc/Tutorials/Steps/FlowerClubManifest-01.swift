// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Club",
    platforms: [.iOS(.v15), .macOS(.v14)],
    dependencies: [
        .package(path: "../purser", traits: [])
    ],
    targets: [
        .target(
            name: "Club",
            dependencies: [
                .product(name: "SwiftyStoreKit", package: "purser"),
                .product(name: "AppStoreTrust", package: "purser"),
            ]
        ),
        .testTarget(
            name: "ClubTests",
            dependencies: [
                "Club",
                .product(name: "AppStoreModels", package: "purser"),
                .product(name: "AppStoreTrust", package: "purser"),
                .product(name: "LocalAppStore", package: "purser"),
                .product(name: "LocalStoreKitTest", package: "purser"),
                .product(name: "SwiftyStoreKit", package: "purser"),
            ],
            exclude: ["FlowerShop.storekit"]
        ),
    ]
)
