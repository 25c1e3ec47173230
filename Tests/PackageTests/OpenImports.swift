/// The modules that a file imports whatever it is compiled for.
struct OpenImports {
    private(set) var modules: Set<String> = []

    init(_ lines: [String]) {
        let importing =
            /\s*(?:@\w+ |public |package |internal |fileprivate |private )*import (?:(?:struct|class|enum|protocol|typealias|func|let|var) )?(\w+).*/
        var depth = 0
        for line in lines {
            let word = line.utf8.drop { $0 == 0x20 }
            if word.starts(with: "#if ".utf8) { depth += 1 }
            if word.starts(with: "#endif".utf8) { depth -= 1 }
            if depth == 0, line.contains("import "), let found = line.wholeMatch(of: importing) {
                modules.insert(String(found.1))
            }
        }
    }
}
