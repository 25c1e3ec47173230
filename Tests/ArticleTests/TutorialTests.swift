import Foundation
import Testing

/// The files that the tutorial shows, held against what `LocalStoreKitTestTutorial.swift` compiles and runs.
@Suite("The tutorial")
struct TutorialTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appendingPathComponent(
        "Sources/LocalStoreKitTest/LocalStoreKitTest.docc/Tutorials"
    )

    /// The names of the files that the tutorial shows, in its order.
    private static let steps: [String] = {
        let file = folder.appendingPathComponent("FromAFileToAGreenTest.tutorial")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.matches(of: /@Code\(name: "[^"]+", file: "([^"]+)"\)/).map { String($0.1) }
    }()

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func lines(of step: String) throws -> [String] {
        lines(try String(contentsOf: folder.appendingPathComponent("Steps/\(step)"), encoding: .utf8))
    }

    private static func isImport(_ line: String) -> Bool {
        line.hasPrefix("import ") || line.hasPrefix("@testable import ")
    }

    @Test("Every step is compiled, and its tests run", arguments: steps.filter { !$0.hasPrefix("Manifest") })
    func compiled(step: String) throws {
        let file = Self.tests.appendingPathComponent("LocalStoreKitTestTutorial.swift")
        let compiled = Self.lines(try String(contentsOf: file, encoding: .utf8))
        let step = try Self.lines(of: step)
        let code = step.filter { !Self.isImport($0) }.joined(separator: "\n")
        #expect(!code.isEmpty)
        #expect(compiled.joined(separator: "\n").contains(code))
        for line in step where line.hasPrefix("import ") { #expect(compiled.contains(line)) }
    }

    @Test("The products of its manifest exist, and the files it imports are among them")
    func manifest() throws {
        let package = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let products = Set(package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
        let manifest = try Self.lines(of: "Manifest-01.swift").joined()
        let named = Set(manifest.matches(of: /\.product\(name: "(\w+)", package: "purser"\)/).map { String($0.1) })
        #expect(!named.isEmpty && named.isSubset(of: products))
        let imported = try Self.steps.dropFirst().flatMap { try Self.lines(of: $0) }
            .compactMap { $0.wholeMatch(of: /import (\w+)/).map { String($0.1) } }
        #expect(Set(imported).subtracting(["Foundation", "Testing"]).isSubset(of: named))
    }

    @Test("Every file of a step is shown")
    func shown() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appendingPathComponent("Steps").path
        )
        #expect(Set(files) == Set(Self.steps))
    }
}
