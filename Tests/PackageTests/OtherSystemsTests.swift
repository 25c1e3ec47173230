import Foundation
import TestSupport
import Testing

/// On Apple's systems there is no local device; what is built there may name what drives one only inside `#if`.
@Suite("What is built on other systems than this one")
struct OtherSystemsTests {
    @Test("imports nothing that is on Linux alone, but inside `#if`", .tags(.slow))
    func imports() throws {
        let manifest = try PackageManifest(SourceTree.text("Package.swift"))
        for target in manifest.everywhere {
            for file in SourceTree.swiftFiles(below: target.folder) {
                let foreign = try OpenImports(SourceTree.code(file)).modules
                    .intersection(manifest.onLinux.union(target.onlyOnLinux))
                #expect(foreign.sorted() == [], "\(file), of \(target.name)")
            }
        }
    }

    @Test("is read from the manifest as it stands there")
    func manifest() throws {
        let manifest = try PackageManifest(SourceTree.text("Package.swift"))
        let purser = try #require(manifest.everywhere.first { $0.name == "purser" })
        #expect(purser.folder == "Sources/purser")
        #expect(purser.onlyOnLinux == ["PurserDemo", "Simulation"])
        let support = try #require(manifest.everywhere.first { $0.name == "TestSupport" })
        #expect(support.folder == "Tests/TestSupport")
        #expect(manifest.everywhere.count > 30)
        #expect(manifest.onLinux.isSuperset(of: ["PurserDemo", "IAPHelperTests", "StoreKit", "StoreKitTest"]))
        #expect(!manifest.everywhere.contains { manifest.onLinux.contains($0.name) })
        // What is removed is named as it is declared.
        let declared = try SourceTree.text("Package.swift")
        for name in manifest.onLinux { #expect(declared.contains("name: \"\(name)\""), "there is no target \(name)") }
    }

    @Test("names downloads, which visionOS never had, only where it is not meant")
    func downloads() throws {
        var files: Set<String> = []
        for module in ["SwiftyStoreKit", "PurchaseServerClient", "IAPHelper"] {
            for file in SourceTree.swiftFiles(below: "Sources/\(module)") {
                guard try SourceTree.text(file).contains("SKDownload") else { continue }
                var guards: [Bool] = []
                for line in try SourceTree.code(file) {
                    let word = line.utf8.drop { $0 == 0x20 }
                    if word.starts(with: "#if ".utf8) { guards.append(line.contains("!os(visionOS)")) }
                    if word.starts(with: "#endif".utf8) { _ = guards.popLast() }
                    guard line.contains("SKDownload") else { continue }
                    files.insert(file)
                    #expect(guards.contains(true), "\(file): \(line)")
                }
            }
        }
        // Their deprecation is exempted for the whole module, so that no more files touch them than have to.
        #expect(
            files.map { $0.split(separator: "/").last ?? "" }.sorted() == [
                "PaymentQueue.swift", "PaymentTransaction.swift", "StoreBackend.swift", "StoreClient+Downloads.swift",
                "StoreKit1Backend.swift", "StoreKit2Backend.swift", "SwiftyStoreKit+Downloads.swift",
                "TransactionObserver.swift",
            ]
        )
    }

    @Test("asks for Darwin where it asks for StoreKit: the manifest has a module of that name on Linux")
    func darwin() throws {
        var count = 0
        for folder in ["Sources", "Examples", "Snippets", "Tests"] {
            for file in SourceTree.swiftFiles(below: folder) {
                for line in try SourceTree.code(file) where line.contains(/^ *#(if|elseif) .*canImport\(StoreKit\)/) {
                    count += 1
                    #expect(line.contains("canImport(Darwin)"), "\(file): \(line)")
                }
            }
        }
        #expect(count > 50)
    }

    /// What holds on Apple's systems alone, which no test here can run: it stays as it was thought through.
    @Test(
        "keeps what was found out about Apple's systems",
        arguments: [
            (
                "Sources/SwiftyStoreKit/Storage/KeychainStorage.swift",
                ["errSecDuplicateItem ? update(key, to: data) : added"], "added by another process meanwhile"
            ),
            (
                "Sources/SwiftyStoreKit/Storage/KeychainStorage.swift",
                ["#if os(macOS)", "item[kSecUseDataProtectionKeychain as String] = true", "#endif"],
                "the data-protection keychain of a Mac"
            ),
            (
                "Sources/IAPHelper/Helper/IAPHelper+Platform.swift",
                [
                    "#if os(macOS) || targetEnvironment(macCatalyst)", "\"CFBundleShortVersionString\"", "#else",
                    "\"CFBundleVersion\"", "#endif",
                ], "the version in the receipt of a Mac"
            ),
        ]
    )
    func kept(file: String, lines: [String], what: String) throws {
        let text = try SourceTree.text(file).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
        #expect(text.contains(lines.joined(separator: "\n")), "\(what)")
    }

    @Test("is type-checked as there, as far as apps link it")
    func checked() throws {
        let manifest = try PackageManifest(SourceTree.text("Package.swift"))
        let linked = manifest.linkedByApps()
        #expect(linked.isSuperset(of: ["SwiftyStoreKit", "AppReceipt", "OutgoingURLSession", "Locking"]))
        #expect(linked.isDisjoint(with: ["LocalStoreKit", "LocalAppStore", "HTTPServing", "SystemCalls"]))
        let script = try SourceTree.text("scripts/check-imports").replacing("\\\n", with: "")
        let list = try #require(script.firstMatch(of: /for module in ([^;]*);/))
        let checked = Set(list.1.split(separator: " ").map(String.init))
        #expect(linked.subtracting(checked).sorted() == [])
        let examples = try #require(script.firstMatch(of: /for example in ([^;]*);/)).1.split(separator: " ")
        let built = manifest.everywhere.filter { $0.folder.hasPrefix("Examples/") }.map(\.name)
        #expect(Set(examples.map(String.init)) == Set(built))
        for module in checked { #expect(!SourceTree.swiftFiles(below: "Sources/\(module)").isEmpty, "\(module)") }
    }

    @Test("An import counts where no condition stands around it")
    func openImports() {
        let file = """
            import Foundation
            @testable import Testing
            #if canImport(LocalStoreKit)
                import LocalStoreKit
                #if DEBUG
                    import Locking
                #endif
                import Crypto
            #endif
            @_exported public import struct Logging.Logger
            """
        #expect(
            OpenImports(file.components(separatedBy: "\n")).modules == ["Foundation", "Testing", "Logging"]
        )
    }
}
