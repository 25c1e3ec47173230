import Foundation
import TestSupport
import Testing

/// `scripts/check-apple-branches` is all that stands on Linux between code for Apple's systems and a compiler's error there.
@Suite("The check of what only Apple's compilers see", .timeLimit(.minutes(15)))
struct AppleBranchTests {
    private static func problems(of source: String) async throws -> [String] {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("File.swift")
            try Data(source.utf8).write(to: file)
            let script = SourceTree.root.appendingPathComponent("scripts/check-apple-branches")
            let outcome = try await Command(script, [folder.path]).run()
            let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
            #expect(outcome.ending == .exited(lines.isEmpty ? 0 : 1), "\(outcome.errors)")
            return lines.map { String($0).replacing("\(file.path):", with: "") }
        }
    }

    @Test(
        "A name is used without its import, or shown without a public one",
        arguments: AppleBranchFile.missing + AppleBranchFile.hidden
    )
    func bad(file: AppleBranchFile) async throws {
        #expect(try await Self.problems(of: file.source) == file.problems)
    }

    @Test("An import is another one than on Linux, or public for nothing", arguments: AppleBranchFile.unlike)
    func unlike(file: AppleBranchFile) async throws {
        #expect(try await Self.problems(of: file.source) == file.problems)
    }

    @Test("A file that imports what it uses has no problem", arguments: AppleBranchFile.good)
    func good(file: AppleBranchFile) async throws {
        #expect(try await Self.problems(of: file.source) == [])
    }

    @Test("Every `make test` checks the sources and the examples by it")
    func isUsed() throws {
        #expect(try SourceTree.text("scripts/check-imports").contains("\nscripts/check-apple-branches || status=1\n"))
        #expect(try SourceTree.text("Makefile").contains("@scripts/check-imports "))
    }
}
