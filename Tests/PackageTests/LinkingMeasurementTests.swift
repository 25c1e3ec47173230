import Foundation
import Testing

/// What a program grows by is measured when somebody asks for it, and is no promise for later.
@Suite("What linking adds")
struct LinkingMeasurementTests {
    private static func section() throws -> String {
        let results = try SourceTree.text("Benchmarks/RESULTS.md").components(separatedBy: "\n## ")
        return try #require(results.first { $0.hasPrefix("What linking adds\n") })
    }

    @Test("The results say when it was measured, and with what flags")
    func results() throws {
        let section = try Self.section()
        #expect(section.contains(/\n\*Measured on \d{4}-\d\d-\d\d at commit [0-9a-f]{8}/))
        let script = try SourceTree.text("scripts/measure-linking").replacing("\\\n", with: "")
        let small = try #require(script.firstMatch(of: /\nmeasure small ([^"]*)/))
        let flags = small.1.split(separator: " ").map(String.init)
        #expect(flags.contains("-internalize-at-link"))
        let written = Set(section.split { $0 == " " || $0.isNewline }.map(String.init))
        #expect(flags.filter { !written.contains($0) } == [])
    }

    @Test(
        "With the flags receipts add no more than 4 MB, and the client no more than 7",
        arguments: [("receipts", 4.0), ("client", 7.0)]
    )
    func targets(program: String, megabytes: Double) throws {
        let row = try #require(try Self.section().split(separator: "\n").first { $0.hasPrefix("| \(program) |") })
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        try #require(cells.count == 5)
        let added = try #require(Double(cells[4]))
        #expect(added > 0 && added <= megabytes)
    }

    @Test("The script prints no number that it has not measured, but for the version of a library")
    func script() throws {
        let numbers = try SourceTree.text("scripts/measure-linking").matches(of: /\w+ \d+\.\d+/).map {
            String($0.output)
        }
        #expect(numbers == ["glibc 2.36"])
    }
}
