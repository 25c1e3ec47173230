import Foundation
import Testing

/// Who imports two of our libraries must not have to say which one's type is meant.
@Suite("The names of public types")
struct UniqueNameTests {
    @Test("are there once in all libraries")
    func unique() throws {
        var homes: [String: Set<String>] = [:]
        for section in try SourceTree.text("docs/PUBLIC-API.md").components(separatedBy: "\n## ").dropFirst() {
            let lines = section.components(separatedBy: "\n")
            // Members stand further to the right.
            for line in lines.dropFirst() where line.utf8.first != 0x20 {
                let declaration =
                    /(?:@\S+(?: [^)]*\))? |open |final )*(?:struct|class|enum|protocol|actor|typealias) (\w+)(?: = (\w+)$)?/
                // A type that is handed on under its own name is one type.
                if let found = line.prefixMatch(of: declaration), found.1 != found.2 {
                    homes[String(found.1), default: []].insert(lines[0])
                }
            }
        }
        #expect(homes.count > 400)
        #expect(homes.filter { $0.value.count > 1 } == [:])
    }
}
