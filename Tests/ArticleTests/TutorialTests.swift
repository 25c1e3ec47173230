import Foundation
import Testing

/// The files that the tutorials show, held against the files of this folder that compile and run them.
@Suite("The tutorials")
struct TutorialTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

    /// A tutorial of a module.
    enum Tutorial: String, CaseIterable {
        case greenTest = "FromAFileToAGreenTest"
        case subscription = "FromAnEmptyAppToATestedSubscription"

        private var module: String { self == .greenTest ? "LocalStoreKitTest" : "SwiftyStoreKit" }

        var folder: URL { TutorialTests.root.appendingPathComponent("Sources/\(module)/\(module).docc/Tutorials") }

        /// The names of the files that it shows, in its order.
        var steps: [String] {
            let file = folder.appendingPathComponent("\(rawValue).tutorial")
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.matches(of: /@Code\(name: "[^"]+", file: "([^"]+)"\)/).map { String($0.1) }
        }

        /// The names of those that are code of the app or its tests.
        var code: [String] { steps.filter { !$0.contains("Manifest") } }

        func lines(of step: String) throws -> [String] {
            TutorialTests.lines(try String(contentsOf: folder.appendingPathComponent("Steps/\(step)"), encoding: .utf8))
        }

        /// What is compiled and run.
        func compiled() throws -> [String] {
            let file = TutorialTests.tests.appendingPathComponent("\(module)Tutorial.swift")
            return TutorialTests.lines(try String(contentsOf: file, encoding: .utf8))
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func isImport(_ line: String) -> Bool {
        line.hasPrefix("import ") || line.hasPrefix("@testable import ")
    }

    @Test("Every step is compiled, and its tests run", arguments: Tutorial.allCases)
    func compiled(tutorial: Tutorial) throws {
        let compiled = try tutorial.compiled()
        #expect(tutorial.code.count > 4)
        for name in tutorial.code {
            let step = try tutorial.lines(of: name)
            let code = step.filter { !Self.isImport($0) }.joined(separator: "\n")
            #expect(!code.isEmpty)
            #expect(compiled.joined(separator: "\n").contains(code), "\(name)")
            for line in step where line.hasPrefix("import ") { #expect(compiled.contains(line), "\(name)") }
        }
    }

    @Test("The products of its manifest exist, and the files it imports are among them", arguments: Tutorial.allCases)
    func manifest(tutorial: Tutorial) throws {
        let package = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let products = Set(package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
        let name = try #require(tutorial.steps.first { $0.contains("Manifest") })
        let manifest = try tutorial.lines(of: name).joined()
        let named = Set(manifest.matches(of: /\.product\(name: "(\w+)", package: "purser"\)/).map { String($0.1) })
        #expect(!named.isEmpty && named.isSubset(of: products))
        let imported = try tutorial.code.flatMap { try tutorial.lines(of: $0) }
            .compactMap { $0.wholeMatch(of: /import (\w+)/).map { String($0.1) } }
        #expect(Set(imported).subtracting(["Foundation", "Testing"]).isSubset(of: named))
    }

    @Test("Every file of a step is shown", arguments: Tutorial.allCases)
    func shown(tutorial: Tutorial) throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: tutorial.folder.appendingPathComponent("Steps").path
        )
        #expect(Set(files) == Set(tutorial.steps))
    }
}
