import Foundation
import Testing

/// What the documentation shows stands in this folder too, one file for each module, and is compiled.
@Suite("The documentation")
struct ArticleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static let files: [URL] = {
        let sources = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        return files?.compactMap { $0 as? URL } ?? []
    }()

    private static let articles =
        files.filter { $0.pathExtension == "md" && $0.path.contains(".docc/") }.map(\.path).sorted()

    /// The sources whose comments show code.
    private static let sources = files.filter { $0.pathExtension == "swift" }.map(\.path)
        .filter { (try? String(contentsOfFile: $0, encoding: .utf8))?.contains("/// ```swift") ?? false }.sorted()

    /// The lines of code, without indentation: in a test they stand inside of a function.
    private static func code(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func compiled(_ module: String) throws -> String {
        code(try String(contentsOf: folder.appendingPathComponent("\(module)Articles.swift"), encoding: .utf8))
    }

    @Test("What an article shows is compiled", arguments: articles)
    func compiles(article: String) throws {
        let text = try String(contentsOfFile: article, encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst()
            .map { Self.code($0.components(separatedBy: "```")[0]) }
        let url = URL(fileURLWithPath: article)
        let module = url.deletingLastPathComponent().deletingPathExtension().lastPathComponent
        guard !blocks.isEmpty else { return }
        let compiled = try Self.compiled(module)
        for block in blocks {
            #expect(!block.isEmpty)
            #expect(compiled.contains(block), "\(url.lastPathComponent) shows what is not compiled:\n\(block)")
        }
    }

    @Test("What a comment shows is compiled", arguments: sources)
    func comments(source: String) throws {
        let lines = try String(contentsOfFile: source, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("///") }.map { $0.dropFirst(3) }
        let blocks = lines.joined(separator: "\n").components(separatedBy: " ```swift\n").dropFirst()
            .map { Self.code($0.components(separatedBy: " ```")[0]) }
        let module = try #require(source.components(separatedBy: "/Sources/").last?.split(separator: "/").first)
        let compiled = try Self.compiled(String(module))
        for block in blocks { #expect(compiled.contains(block), "a comment shows what is not compiled:\n\(block)") }
    }

    @Test("The types that are used most show how")
    func usual() {
        let files = Set(Self.sources.map { URL(fileURLWithPath: $0).lastPathComponent })
        #expect(
            files.isSuperset(of: [
                "SwiftyStoreKit.swift", "StoreClient.swift", "LocalAppStore.swift", "LocalDevice.swift",
                "SKTestSession.swift", "AppReceiptValidator.swift", "AppReceipt.swift", "StoreConfiguration.swift",
                "PurchaseServerApplication.swift", "PurchaseServerConfiguration.swift", "OwnedProducts.swift",
                "LocalReceiptValidator.swift", "AppleReceiptValidator.swift", "VerifyReceiptClient.swift",
                "EntitlementReport.swift", "PurchaseFacts.swift", "LevelCatalogue.swift", "KeyValueStorage.swift",
                "SignedEntitlements.swift", "SignedDataVerifier.swift",
            ])
        )
    }

    @Test("There are articles of every library")
    func everyLibrary() {
        #expect(Self.articles.count > 25)
        for module in ["AppReceipt", "IAPHelper", "LocalAppStore", "LocalStoreKit", "PurchaseServer", "SwiftyStoreKit"]
        {
            #expect(Self.articles.contains { $0.hasSuffix("\(module).docc/\(module).md") })
        }
    }
}
