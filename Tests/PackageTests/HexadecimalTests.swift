import TestSupport
import Testing

/// Bytes in hexadecimal digits are written and read in one place; what says `uppercase` names characters and identifiers
/// of Xcode, which are numbers and no bytes.
@Suite("Hexadecimal digits, in the sources")
struct HexadecimalTests {
    @Test(
        "are written and read by one file",
        .tags(.slow),
        arguments: ["radix: 16", "%02x", "%02X", "hexDigitValue"]
    )
    func oneFile(sign: String) throws {
        let files = try SourceTree.swiftFiles(below: "Sources").filter { file in
            try SourceTree.text(file).contains(sign)
                && SourceTree.code(file).contains { $0.contains(sign) && !$0.contains("uppercase: true") }
        }
        // A parser of JSON reads four digits as one number.
        let allowed = sign == "hexDigitValue" ? ["Sources/AppStoreModels/JSON/JSONParser.swift"] : []
        let home = sign == "radix: 16" ? ["Sources/AppStoreModels/Encoding/Hexadecimal.swift"] : []
        #expect(files == allowed + home)
    }
}
