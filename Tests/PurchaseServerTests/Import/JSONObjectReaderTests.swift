import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Reading objects one by one")
struct JSONObjectReaderTests {
    /// The numbers of what can be read, and nil for what cannot.
    private static func numbers(_ text: String, maximumLength: Int = 1_000) throws -> [Int64?] {
        var rest = Data(text.utf8)[...]
        let source = ByteSource {
            // Portions that end anywhere.
            defer { rest = rest.dropFirst(3) }
            return Data(rest.prefix(3))
        }
        var reader = JSONObjectReader(source, maximumLength: maximumLength)
        var numbers: [Int64?] = []
        while let record = try reader.next() {
            if case .object(let object) = record { numbers.append(object[integer: "n"]) } else { numbers.append(nil) }
        }
        return numbers
    }

    @Test(
        "In a list on one line only what is no object is passed over",
        arguments: [
            (#"[{"n":1},null,{"n":2}]"#, [1, nil, 2]),
            (#"[{"n":1},5,"a, ] \" b",true,{"n":2}]"#, [1, nil, nil, nil, 2]),
            (#"[[{"n":7},8],{"n":2}]"#, [nil, 2]),
            (#"[null]"#, [nil]),
            (#"[null,{"n":2}]"#, [nil, 2]),
            ("[\"never closed\n,{\"n\":2}]", [nil, 2]),
            ("[{\"n\":\"never closed\n},{\"n\":2}]", [nil, nil, 2]),
            (#"[{"n":1}] [{"n":2}]"#, [1, 2]),
        ] as [(String, [Int64?])]
    )
    func list(text: String, expected: [Int64?]) throws {
        #expect(try Self.numbers(text) == expected)
    }

    @Test(
        "An object that is too long is passed over, and nothing behind it",
        arguments: [
            #"[{"n":1},{"n":9,"text":"\#(String(repeating: "}", count: 99))"},{"n":2}]"#,
            #"[{"n":1},{"n":9,"deep":{"text":["\#(String(repeating: "x", count: 99))"]}},{"n":2}]"#,
            "{\"n\":1}\n{\"n\":9,\"text\":\"\(String(repeating: "x", count: 99))\"}\n{\"n\":2}\n",
            "{\"n\":1}\n{\"n\":9,\"text\":\"\(String(repeating: "x", count: 99))\n{\"n\":2}\n",
        ]
    )
    func tooLong(text: String) throws {
        #expect(try Self.numbers(text, maximumLength: 50) == [1, nil, 2])
    }

    @Test("Of a line that is no object nothing counts, and the next line does")
    func lines() throws {
        #expect(try Self.numbers("{\"n\":1}\nnonsense, {\"n\":3}\n{\"n\":2}") == [1, nil, 2])
    }
}
