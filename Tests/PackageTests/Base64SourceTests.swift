import TestSupport
import Testing

/// Base64 is read in one place, which says what it is strict about; Foundation's reader is strict about other things on
/// other systems. The URL-safe alphabet is written there too; the standard one by Foundation.
@Suite("Base64, in the sources")
struct Base64SourceTests {
    @Test(
        "is read, and written URL-safe, by one module",
        .tags(.slow),
        arguments: ["base64Encoded:", #""+", with: "-""#, #""-", with: "+""#]
    )
    func oneModule(sign: String) throws {
        let files = try SourceTree.swiftFiles(below: "Sources").filter { file in
            try SourceTree.text(file).contains(sign) && SourceTree.code(file).contains { $0.contains(sign) }
        }
        #expect(files == [])
    }
}
