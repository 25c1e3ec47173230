import Foundation
import Testing

/// What the landing page of a module leads to, held against `docs/PUBLIC-API.md`.
@Suite("The topics of a module")
struct TopicTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A library that has a catalogue, with what it declares at the top level.
    struct Module: CustomTestStringConvertible, Sendable {
        var name: String
        var declared: Set<String>
        /// What only Apple's platforms have of it.
        var onlyOnApple: Set<String>
        var testDescription: String { name }

        var catalogue: URL { root.appendingPathComponent("Sources/\(name)/\(name).docc") }
    }

    private static let modules: [Module] = {
        let file = root.appendingPathComponent("docs/PUBLIC-API.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let declared = declarations(in: text, below: "\n## ")
        let onlyOnApple = declarations(in: text, below: "\n### ")
        return declared.filter { !withoutCatalogue.contains($0.key) }.map { name, declared in
            Module(name: name, declared: declared, onlyOnApple: onlyOnApple[name] ?? [])
        }
        .sorted { $0.name < $1.name }
    }()

    /// The products named as Apple's modules hand on what others declare; the last heading is of no module.
    private static let withoutCatalogue: Set = ["StoreKit", "StoreKitTest", "Only on Apple's platforms"]

    /// What stands below each heading; of what only Apple's platforms have, the headings are one level lower.
    private static func declarations(in text: String, below mark: String) -> [String: Set<String>] {
        text.components(separatedBy: mark).dropFirst().reduce(into: [:]) { found, section in
            let lines = section.split(separator: "\n")
            found[String(lines[0])] = Set(lines.dropFirst().compactMap(declaredName))
        }
    }

    /// What a line declares if it stands at the margin, where members do not.
    private static func declaredName(_ line: Substring) -> String? {
        let kinds =
            /(?:@\S+(?: [^)]*\))? |open |final )*(?:struct|class|enum|protocol|actor|typealias|let|var|func) (\w+)/
        return line.prefixMatch(of: kinds).map { String($0.1) }
    }

    /// The links below `## Topics` of all pages.
    private static func links(of module: Module) throws -> (symbols: Set<String>, articles: Set<String>) {
        var symbols: Set<String> = []
        var articles: Set<String> = []
        for page in try pages(of: module) {
            let topics = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## Topics")
                .dropFirst()
            for line in topics.joined().split(separator: "\n") {
                if let link = line.wholeMatch(of: /- ``(?:\w+\/)?(\w+)(?:\(\))?``/) { symbols.insert(String(link.1)) }
                if let link = line.wholeMatch(of: /- <doc:(.+)>/) { articles.insert(String(link.1)) }
            }
        }
        return (symbols, articles)
    }

    private static func pages(of module: Module) throws -> [URL] {
        let files = try FileManager.default.contentsOfDirectory(at: module.catalogue, includingPropertiesForKeys: nil)
        return files.filter { $0.pathExtension == "md" }
    }

    @Test("All that it declares can be reached", arguments: modules)
    func symbols(module: Module) throws {
        let links = try Self.links(of: module)
        #expect(module.declared.subtracting(links.symbols).sorted() == [], "these stand below no heading")
        #expect(!module.declared.isEmpty)
    }

    @Test("None is there no more", arguments: modules)
    func stale(module: Module) throws {
        let links = try Self.links(of: module)
        #expect(links.symbols.subtracting(module.declared).sorted() == [])
    }

    /// The documentation is built on Linux, where a link to such a type leads nowhere and is an error.
    @Test("What only Apple has is named by an article", arguments: modules.filter { !$0.onlyOnApple.isEmpty })
    func applePlatforms(module: Module) throws {
        let links = try Self.links(of: module)
        let articles = try Self.pages(of: module)
            .filter { links.articles.contains($0.deletingPathExtension().lastPathComponent) }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        #expect(module.onlyOnApple.filter { !articles.contains("`\($0)`") }.sorted() == [], "no article names these")
        #expect(module.onlyOnApple.isDisjoint(with: links.symbols))
    }

    @Test("All articles can be reached", arguments: modules)
    func articles(module: Module) throws {
        let links = try Self.links(of: module)
        let names = try Self.pages(of: module).map { $0.deletingPathExtension().lastPathComponent }
        #expect(Set(names).subtracting(links.articles).subtracting([module.name]).sorted() == [])
    }

    @Test("There are modules to look at")
    func modulesFound() {
        #expect(Self.modules.count >= 19)
        let missing = Self.modules.filter { !FileManager.default.fileExists(atPath: $0.catalogue.path) }
        #expect(missing.map(\.name) == [], "these have no catalogue")
        let client = Self.modules.first { $0.name == "SwiftyStoreKit" }
        #expect(client?.declared.contains("StoreClient") == true)
        #expect(client?.onlyOnApple.isSuperset(of: ["KeychainStorage", "KeychainError", "ReceiptExitCode"]) == true)
        #expect(client?.onlyOnApple.isSuperset(of: ["ProductRow", "SubscriptionPicker", "RestoreButton"]) == true)
        #expect(client?.onlyOnApple.contains("EntitlementGate") == true)
    }
}
