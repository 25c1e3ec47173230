// swift-tools-version: 6.3
import PackageDescription

/// A package of its own: fuzzing needs flags that no dependency may have. Build it with `make fuzz`, which turns on the
/// sanitizers for all of it, libraries under test included.
let parseAsLibrary: [SwiftSetting] = [.unsafeFlags(["-parse-as-library"])]

/// The entry of a program, in place of libFuzzer's own `main`.
func entry(_ name: String) -> [LinkerSetting] { [.unsafeFlags(["-Xlinker", "--defsym=main=\(name)_main"])] }

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "purser", path: "..", traits: [])],
    targets: [
        .target(
            name: "FuzzSupport",
            dependencies: [
                .product(name: "AppReceipt", package: "purser"),
                .product(name: "AppStoreTrust", package: "purser"),
            ]
        ),
        .executableTarget(
            name: "seeds",
            dependencies: [
                "FuzzSupport",
                .product(name: "AppReceipt", package: "purser"),
                .product(name: "AppStoreTrust", package: "purser"),
            ],
            swiftSettings: parseAsLibrary,
            linkerSettings: entry("seeds")
        ),
        .executableTarget(
            name: "FuzzReceipt",
            dependencies: ["FuzzSupport", .product(name: "AppReceipt", package: "purser")],
            swiftSettings: parseAsLibrary,
            linkerSettings: entry("FuzzReceipt")
        ),
        .executableTarget(
            name: "FuzzPayload",
            dependencies: [
                "FuzzSupport",
                .product(name: "AppReceipt", package: "purser"),
                .product(name: "AppStoreTrust", package: "purser"),
            ],
            swiftSettings: parseAsLibrary,
            linkerSettings: entry("FuzzPayload")
        ),
        .executableTarget(
            name: "FuzzJWS",
            dependencies: [
                "FuzzSupport",
                .product(name: "AppStoreTrust", package: "purser"),
                .product(name: "AppStoreModels", package: "purser"),
            ],
            swiftSettings: parseAsLibrary,
            linkerSettings: entry("FuzzJWS")
        ),
    ],
    swiftLanguageModes: [.v6]
)
