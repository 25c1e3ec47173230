import Foundation
import Testing

/// The page that a module's documentation begins with may say what is in which folder.
@Suite("The folders of a module")
struct FolderListTests {
    struct Module: CustomTestStringConvertible, Sendable {
        var name: String
        var folders: Set<String>
        /// The folders that its page names.
        var named: Set<String>
        var testDescription: String { name }
    }

    private static let modules: [Module] = {
        var folders: [String: Set<String>] = [:]
        for file in SourceTree.swiftFiles(below: "Sources") {
            let parts = file.split(separator: "/").map(String.init)
            guard parts.count > 3, !parts[2].hasSuffix(".docc") else { continue }
            folders[parts[1], default: []].insert(parts[2])
        }
        return folders.sorted { $0.key < $1.key }.map { name, folders in
            let page = try? SourceTree.text("Sources/\(name)/\(name).docc/\(name).md")
            return Module(name: name, folders: folders, named: named(in: page ?? ""))
        }
    }()

    /// What a page names in a table of folders, or in the paragraph that begins with the word or stands below it.
    private static func named(in page: String) -> Set<String> {
        let paragraphs = page.components(separatedBy: "\n\n")
        return zip([""] + paragraphs, paragraphs).reduce(into: []) { named, pair in
            let (heading, paragraph) = pair
            if paragraph.hasPrefix("| Folder |") {
                for row in paragraph.split(separator: "\n").dropFirst(2) {
                    let cell = row.split(separator: "|").first ?? ""
                    named.formUnion(cell.matches(of: /\w+/).map { String($0.output) })
                }
            } else if paragraph.hasPrefix("The folders") || paragraph.hasPrefix("Folders:") || heading == "### Folders"
            {
                named.formUnion(paragraph.matches(of: /`(\w+)`/).map { String($0.1) })
            }
        }
    }

    @Test("are all named where one is, and none that is not there", arguments: modules.filter { !$0.named.isEmpty })
    func complete(module: Module) {
        #expect(module.folders.subtracting(module.named).sorted() == [], "the page does not name these")
        #expect(module.named.subtracting(module.folders).sorted() == [], "there are no such folders")
    }

    @Test("are named by the pages of the large modules, in each of the forms that are read")
    func pages() {
        let naming = Set(Self.modules.filter { !$0.named.isEmpty }.map(\.name))
        #expect(naming.isSuperset(of: ["AppReceipt", "AppStoreModels", "LocalAppStore", "PurchaseServer"]))
        #expect(naming.isSuperset(of: ["AppStoreTrust", "LocalAppStoreServer", "LocalStoreKit", "SwiftyStoreKit"]))
        let table = "| Folder | Holds |\n|---|---|\n| Queue, Errors | `this` |\n| StoreKit2 | that |"
        #expect(Self.named(in: "# One\n\n\(table)\n\n`More`") == ["Queue", "Errors", "StoreKit2"])
        #expect(Self.named(in: "The folders: `Time` and\n`Store`.") == ["Time", "Store"])
        #expect(Self.named(in: "### Folders\n\n`Parsing` reads.\n\n`Other`") == ["Parsing"])
        #expect(Self.named(in: "It has `folders`.") == [])
    }
}
