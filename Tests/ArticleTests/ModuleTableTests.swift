import Foundation
import Testing

/// The tables of `ModulesAndTypes.md`, held against the package, `docs/PUBLIC-API.md` and the imports of this folder.
@Suite("The article about products, imports and types")
struct ModuleTableTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The rows of the table below a heading: the words between backquotes, cell by cell.
    private static func rows(below heading: String) throws -> [[Set<String>]] {
        let article = try text("Sources/SwiftyStoreKit/SwiftyStoreKit.docc/ModulesAndTypes.md")
        let section = try #require(article.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { row in
            row.split(separator: "|").map { cell in Set(cell.matches(of: /`(\w+)`/).map { String($0.1) }) }
        }
    }

    @Test("A type lives where the table says")
    func types() throws {
        var declared: [String: String] = [:]
        for section in try Self.text("docs/PUBLIC-API.md").components(separatedBy: "\n## ").dropFirst() {
            declared[String(section.prefix { $0 != "\n" })] = section
        }
        let rows = try Self.rows(below: "Types")
        #expect(rows.count > 10)
        for row in rows {
            let module = try #require(row[1].first)
            let interface = try #require(declared[module], "there is no \(module)")
            for type in row[0] {
                let isDeclared = interface.contains(
                    try Regex("(?m)^(open |final )*(class|struct|enum|protocol|actor) \(type)\\b")
                )
                #expect(isDeclared, "\(module) has no \(type)")
            }
        }
    }

    @Test("All products are named, and no others")
    func products() throws {
        let package = try Self.text("Package.swift")
        let declared = Set(package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
        #expect(declared.count > 10)
        let named = Set(try Self.rows(below: "Products").flatMap { $0[1] }).subtracting(["Server"])
        #expect(named.symmetricDifference(declared).sorted() == [])
    }

    @Test("The snippets of a module import no more than the table says")
    func imports() throws {
        for row in try Self.rows(below: "What the snippets import") {
            let module = try #require(row[0].first)
            let file = try Self.text("Tests/ArticleTests/\(module)Articles.swift")
            let imports = Set(file.matches(of: /^ *import (\w+)$/.anchorsMatchLineEndings()).map { String($0.1) })
            #expect(imports.subtracting(row[1]).subtracting(["Testing"]) == [], "\(module)")
        }
    }
}
