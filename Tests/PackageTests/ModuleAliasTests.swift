import Foundation
import TestSupport
import Testing

#if os(Linux)
    @Suite("An app that has a target called SwiftyStoreKit", .timeLimit(.minutes(15)), .tags(.slow))
    struct ModuleAliasTests {
        private static let alias = #"moduleAliases: ["SwiftyStoreKit": "PurserSwiftyStoreKit"]"#

        /// The part of a manifest that the article shows, for a checkout of this package beside the app's.
        private static func shown() throws -> String {
            let article = try SourceTree.text(
                "Sources/SwiftyStoreKit/SwiftyStoreKit.docc/MovingFromSwiftyStoreKit.md"
            )
            let block = try #require(article.components(separatedBy: "```\n").first { $0.hasPrefix("dependencies: [") })
            let remote = #"url: "<this repository>", from: "0.1.0""#
            try #require(block.contains(remote) && block.contains(alias))
            return block.replacing(remote, with: #"path: "../purser""#)
        }

        @Test("What the article says gives our module another name")
        func recipe() async throws {
            let outcome = try await NeighbouringApp(members: Self.shown()).loadingGraph()
            #expect(outcome.ending == .exited(0), "\(outcome.errors)")
            #expect(!outcome.errors.contains("module alias"), "\(outcome.errors)")
            #expect(String(decoding: outcome.output, as: UTF8.self).contains("purser"))
        }

        @Test("Without it, or where nothing depends on the product that has the module, the package manager refuses")
        func collision() async throws {
            let recipe = try Self.shown()
            let dependency = try #require(recipe.firstMatch(of: /\n *\.product\(\n[^)]*\),/)).output
            try #require(dependency.contains(Self.alias))
            let withoutAlias = recipe.replacing(",\n                \(Self.alias)", with: "")
            let elsewhere = recipe.replacing(dependency, with: "").replacing(
                #"name: "LocalStoreKit", package: "purser""#,
                with: #"name: "LocalStoreKit", package: "purser", "# + Self.alias
            )
            #expect(!withoutAlias.contains("moduleAliases") && elsewhere.contains("moduleAliases"))
            for wrong in [withoutAlias, elsewhere] {
                let outcome = try await NeighbouringApp(members: wrong).loadingGraph()
                #expect(outcome.ending == .exited(1))
                #expect(outcome.errors.contains("conflicting name: 'SwiftyStoreKit"), "\(outcome.errors)")
            }
        }
    }
#endif
