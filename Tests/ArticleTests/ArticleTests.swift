import Foundation
import Testing

/// What the documentation shows stands in this folder too, one file for each module, and is compiled.
@Suite("The documentation")
struct ArticleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static let articles: [String] = {
        let sources = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "md" && $0.path.contains(".docc/") }.map(\.path).sorted()
    }()

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

    @Test("There are articles of every library")
    func everyLibrary() {
        #expect(Self.articles.count > 25)
        for module in ["AppReceipt", "IAPHelper", "LocalAppStore", "LocalStoreKit", "PurchaseServer", "SwiftyStoreKit"]
        {
            #expect(Self.articles.contains { $0.hasSuffix("\(module).docc/\(module).md") })
        }
    }
}
