import Foundation
import Testing

/// One type, one job, one file: what grows beyond this has two.
@Suite("The length of a source file")
struct FileLengthTests {
    @Test("is at most 300 lines")
    func length() throws {
        let files = SourceTree.swiftFiles(below: "Sources")
        #expect(files.count > 500)
        let long = try files.filter { try SourceTree.text($0).components(separatedBy: "\n").count > 301 }
        #expect(long == [])
    }
}
