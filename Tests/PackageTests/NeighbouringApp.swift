import Foundation
import TestSupport
import Testing

/// An app beside this package, as the package manager sees both.
///
/// Our manifest and our folders are ours. Empty packages stand in the place of those that we depend on, so that nothing is
/// fetched and nobody waits for it.
struct NeighbouringApp {
    /// The dependencies and the targets of its manifest.
    let members: String

    private static var external: Regex<(Substring, Substring)> {
        /\.package\(url: "https:\/\/[^"]*\/([\w.-]+)", from: "[^"]*"\)/
    }

    private static var product: Regex<(Substring, Substring, Substring)> {
        /\.product\(\s*name: "(\w+)",\s*package: "([\w.-]+)"/
    }

    /// Has the package manager load the graph of all packages, which is where it looks for names that are there twice.
    func loadingGraph() async throws -> Command.Outcome {
        try await withTemporaryFolder { folder in
            try Self.makeOurPackage(in: folder)
            let app = folder.appendingPathComponent("shop")
            try Self.write(
                "let package = Package(name: \"Shop\", platforms: [.iOS(.v15), .macOS(.v14)],\n\(members))\n",
                to: app,
                folders: ["Sources/SwiftyStoreKit", "Sources/Shop", "Tests/ShopTests"]
            )
            return try await Command(
                URL(fileURLWithPath: "/usr/bin/env"),
                [
                    "swift", "package", "--package-path", app.path,
                    "--scratch-path", folder.appendingPathComponent("scratch").path, "show-dependencies",
                ]
            ).run()
        }
    }

    /// It lies in a folder of its own name, as a checkout of a package does.
    private static func makeOurPackage(in folder: URL) throws {
        let manifest = try SourceTree.text("Package.swift")
        var products: [String: Set<String>] = [:]
        for found in manifest.matches(of: external) { products[String(found.1)] = [] }
        for found in manifest.matches(of: product) {
            products[String(found.2), default: []].insert(String(found.1))
        }
        for (package, modules) in products {
            let modules = modules.sorted()
            let libraries = modules.map { ".library(name: \"\($0)\", targets: [\"\($0)\"])" }.joined(separator: ", ")
            let targets = modules.map { ".target(name: \"\($0)\")" }.joined(separator: ", ")
            try write(
                "let package = Package(name: \"\(package)\", products: [\(libraries)], targets: [\(targets)])\n",
                to: folder.appendingPathComponent(package),
                folders: modules.map { "Sources/\($0)" }
            )
        }
        let purser = folder.appendingPathComponent("purser")
        try FileManager.default.createDirectory(at: purser, withIntermediateDirectories: true)
        let offline = manifest.replacing(external) { found in ".package(path: \"../\(found.1)\")" }
        try #require(!offline.contains(".package(url:"), "a dependency is written in another way")
        try Data(offline.utf8).write(to: purser.appendingPathComponent("Package.swift"))
        for name in try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path)
        where !name.hasPrefix(".") && !name.hasPrefix("Package.") {
            try FileManager.default.createSymbolicLink(
                at: purser.appendingPathComponent(name),
                withDestinationURL: SourceTree.root.appendingPathComponent(name)
            )
        }
    }

    /// Makes a package whose targets have an empty source each.
    private static func write(_ declaration: String, to package: URL, folders: [String]) throws {
        for folder in folders {
            let folder = package.appendingPathComponent(folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: folder.appendingPathComponent("Empty.swift"))
        }
        try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
        let manifest = "// swift-tools-version: 6.3\nimport PackageDescription\n\n\(declaration)"
        try Data(manifest.utf8).write(to: package.appendingPathComponent("Package.swift"))
    }
}
