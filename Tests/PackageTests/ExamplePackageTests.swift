import Foundation
import TestSupport
import Testing

/// `make example` builds it as a package; `make test` compiles its sources and plays its test with what this package has
/// built already, so that here only the manifest is left.
@Suite("The example that is a package of its own", .timeLimit(.minutes(15)))
struct ExamplePackageTests {
    private static let folder = "Examples/OrdinaryApp"

    #if os(Linux)
        @Test(
            "The package manager reads its manifest, and every product that it names is one of this package",
            .tags(.slow)
        )
        func manifest() async throws {
            let own = try await Self.description(of: SourceTree.root.appendingPathComponent(Self.folder))
            let targets = try #require(own["targets"] as? [[String: Any]])
            #expect(targets.map { $0["name"] as? String } == ["OrdinaryApp", "OrdinaryAppTests"])
            let products = targets.flatMap { $0["dependencies"] as? [[String: Any]] ?? [] }
                .compactMap { ($0["product"] as? [Any])?.first as? String }
            #expect(products == ["StoreKit", "StoreKitTest"])
            #expect(own["swiftLanguageVersions"] as? [String] == ["5"])
            let ours = try await Self.description(of: SourceTree.root)
            let offered = (ours["products"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            #expect(Set(offered).isSuperset(of: products))
        }

        private static func description(of package: URL) async throws -> [String: Any] {
            try await withTemporaryFolder { scratch in
                let outcome = try await Command(
                    URL(fileURLWithPath: "/usr/bin/env"),
                    [
                        "swift", "package", "--package-path", package.path, "--scratch-path", scratch.path,
                        "dump-package",
                    ]
                ).run()
                #expect(outcome.ending == .exited(0), "\(outcome.errors)")
                return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
            }
        }
    #endif

    @Test("depends on us as the documentation says")
    func documentation() throws {
        let article = try SourceTree.text("Sources/LocalStoreKit/LocalStoreKit.docc/LocalStoreKit.md")
        let block = try #require(article.components(separatedBy: "```\n").first { $0.hasPrefix("#if os(Linux)") })
        #expect(try SourceTree.text("\(Self.folder)/Package.swift").contains(block))
    }

    @Test("imports what an app for iPhones imports, and nothing of ours")
    func untouched() throws {
        let imports = try OpenImports(SourceTree.code("\(Self.folder)/Sources/OrdinaryApp/Store.swift"))
        #expect(imports.modules == ["StoreKit"])
        let tests = try OpenImports(SourceTree.code("\(Self.folder)/Tests/OrdinaryAppTests/StoreTests.swift"))
        #expect(tests.modules == ["StoreKit", "StoreKitTest", "XCTest", "OrdinaryApp"])
        for file in SourceTree.swiftFiles(below: Self.folder) where !file.hasSuffix("Package.swift") {
            #expect(try !SourceTree.text(file).contains("#if"))
        }
    }

    @Test("sells what the other examples sell")
    func catalogue() throws {
        #expect(
            try SourceTree.text("\(Self.folder)/Tests/OrdinaryAppTests/FlowerShop.storekit")
                == SourceTree.text("Examples/Catalogues/FlowerShop.storekit")
        )
    }

    @Test("is built and tested by continuous integration, and its sources and its test by every `make test`")
    func integration() throws {
        let manifest = try SourceTree.text("Package.swift")
        #expect(manifest.contains("path: \"\(Self.folder)/Sources/OrdinaryApp\""))
        #expect(manifest.contains("path: \"\(Self.folder)/Tests/OrdinaryAppTests\""))
        let makefile = try SourceTree.text("Makefile")
        let test = try #require(makefile.components(separatedBy: "\n\n").first { $0.hasPrefix("test:") })
        // Its test is the one that is written with XCTest.
        #expect(test.contains("test --skip-build --disable-swift-testing"))
        let withXCTest = try (SourceTree.swiftFiles(below: "Tests") + SourceTree.swiftFiles(below: "Examples"))
            .filter { try SourceTree.text($0).contains("\nimport XCTest\n") }
        #expect(withXCTest == ["\(Self.folder)/Tests/OrdinaryAppTests/StoreTests.swift"])
        #expect(try SourceTree.text(".github/workflows/ci.yml").contains("- run: make example"))
        #expect(try SourceTree.text("Makefile").contains("test --package-path \(Self.folder)"))
    }
}
