import Foundation
import Testing

/// The README of this package shows code that stands elsewhere, where it is compiled.
@Suite("The code in the README")
struct ReadmeTests {
    struct Block: CustomTestStringConvertible, Sendable {
        /// The paragraph above it.
        var introduction: String
        var lines: [String]
        var testDescription: String { lines.first ?? "" }

        var isManifest: Bool { lines.first?.hasPrefix(".package(") ?? false }
        var isTest: Bool { lines.first?.hasPrefix("@Test") ?? false }
    }

    private static let blocks: [Block] = {
        let text = (try? SourceTree.text("README.md")) ?? ""
        let parts = text.components(separatedBy: "```swift\n")
        return zip(parts, parts.dropFirst()).map { before, after in
            let paragraphs = before.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: "\n\n")
            return Block(
                introduction: paragraphs.last ?? "",
                lines: lines(after.components(separatedBy: "```")[0])
            )
        }
    }()

    /// The lines of code without indentation and remarks.
    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline)
            .map { $0.prefix(upTo: $0.firstRange(of: "  // ")?.lowerBound ?? $0.endIndex) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    /// The lines of `block` that do not stand in `code` in their order.
    private static func missing(_ block: [String], in code: [String]) -> [String] {
        var rest = code[...]
        return block.filter { line in
            guard let place = rest.firstIndex(of: line) else { return true }
            rest = rest[(place + 1)...]
            return false
        }
    }

    @Test("stands in the snippet that is named above it", arguments: blocks.filter { !$0.isManifest })
    func snippets(block: Block) throws {
        let link = try #require(block.introduction.firstMatch(of: /\((Snippets\/\w+\.swift)\)/), "no snippet is named")
        let shown = try SourceTree.text(String(link.1)).components(separatedBy: "// snippet.show\n").dropFirst()
            .map { $0.components(separatedBy: "// snippet.hide\n")[0] }
        #expect(Self.missing(block.lines, in: Self.lines(shown.joined(separator: "\n"))) == [])
    }

    @Test("is played where the README says so, if it is a test", arguments: blocks.filter(\.isTest))
    func tests(block: Block) throws {
        let said = try #require(block.introduction.firstMatch(of: /played word for word in `([\w\/]+)`/))
        let tests = try SourceTree.swiftFiles(below: String(said.1)).map { try SourceTree.text($0) }
        #expect(tests.contains { Self.stands(block.lines, in: Self.lines($0)) })
    }

    /// Whether code has the lines of `block` in one piece.
    private static func stands(_ block: [String], in code: [String]) -> Bool {
        code.indices.contains { code[$0...].starts(with: block) }
    }

    @Test("names products that the package has", arguments: blocks.filter(\.isManifest))
    func manifest(block: Block) throws {
        let package = try SourceTree.text("Package.swift")
        for product in block.lines.joined().matches(of: /\.product\(name: "(\w+)", package: "purser"\)/) {
            #expect(package.contains(".library(name: \"\(product.1)\""), "there is no product \(product.1)")
        }
    }

    @Test("is there: buying, validating, testing, serving, delivering, and what to depend on")
    func all() {
        #expect(Self.blocks.count >= 6)
        #expect(Self.blocks.filter(\.isTest).count == 1)
        #expect(Self.blocks.filter(\.isManifest).count == 1)
    }

    @Test("A line that is another one, or stands elsewhere, is noticed")
    func difference() {
        let code = ["let a = 1", "let b = 2", "print(a)"]
        #expect(Self.missing(["let a = 1", "print(a)"], in: code) == [])
        #expect(Self.missing(["let a = 2"], in: code) == ["let a = 2"])
        #expect(Self.missing(["print(a)", "let b = 2"], in: code) == ["let b = 2"])
    }
}
