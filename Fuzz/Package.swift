// swift-tools-version: 6.3
import PackageDescription

let receipt = Target.Dependency.product(name: "AppReceipt", package: "purser")
let trust = Target.Dependency.product(name: "AppStoreTrust", package: "purser")
let models = Target.Dependency.product(name: "AppStoreModels", package: "purser")

/// A program whose entry is `NAME_main`, in place of libFuzzer's own `main`.
func program(_ name: String, _ libraries: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport"] + libraries,
        swiftSettings: [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [.unsafeFlags(["-Xlinker", "--defsym=main=\(name)_main"])]
    )
}

/// A package of its own: fuzzing needs flags that no dependency may have. Build it with `make fuzz`, which turns on the
/// sanitizers for all of it, libraries under test included.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "purser", path: "..", traits: [])],
    targets: [
        .target(name: "FuzzSupport", dependencies: [receipt, trust]),
        program("seeds", [receipt, trust]),
        program("FuzzReceipt", [receipt]),
        program("FuzzPayload", [receipt, trust]),
        program("FuzzJWS", [trust, models]),
    ],
    swiftLanguageModes: [.v6]
)
