import Foundation
import Testing

/// The page about the parts of this package, held against its folders.
@Suite("docs/ARCHITECTURE.md")
struct ArchitectureTests {
    @Test("names every module and its job, and none that is not there")
    func modules() throws {
        let rows = try SourceTree.text("docs/ARCHITECTURE.md").components(separatedBy: "\n")
            .filter { $0.hasPrefix("| `") }
        let named = Set(rows.flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } })
        let files = SourceTree.swiftFiles(below: "Sources")
        let folders = Set(files.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
        // The names of Apple's frameworks are other names of two modules that are there.
        #expect(folders.subtracting(["StoreKit", "StoreKitTest"]).subtracting(named).sorted() == [])
        #expect(named.subtracting(folders).sorted() == [])
        #expect(named.count > 20)
    }
}
