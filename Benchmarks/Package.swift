// swift-tools-version: 6.3
import PackageDescription

/// A package of its own, so that peers and OpenSSL never weigh on users.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "purser", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .target(name: "OpenSSLValidator", dependencies: ["COpenSSL"]),
        // What tests with a local store cost, to be built in debug and in release.
        .executableTarget(
            name: "purser-costs",
            dependencies: [
                .product(name: "AppReceipt", package: "purser"),
                .product(name: "AppStoreTrust", package: "purser"),
                .product(name: "LocalStoreKit", package: "purser"),
                .product(name: "LocalStoreKitTest", package: "purser"),
            ]
        ),
        .executableTarget(
            name: "purser-benchmarks",
            dependencies: [
                "OpenSSLValidator",
                .product(name: "AppReceipt", package: "purser"),
                .product(name: "AppStoreModels", package: "purser"),
                .product(name: "AppStoreServerClient", package: "purser"),
                .product(name: "AppStoreTrust", package: "purser"),
                .product(name: "Entitlements", package: "purser"),
                .product(name: "LocalAppStore", package: "purser"),
                .product(name: "LocalAppStoreServer", package: "purser"),
                .product(name: "LocalStoreKit", package: "purser"),
                .product(name: "PurchaseFigures", package: "purser"),
                .product(name: "PurchaseServer", package: "purser"),
                .product(name: "StoreConfiguration", package: "purser"),
                .product(name: "SwiftyStoreKit", package: "purser"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
