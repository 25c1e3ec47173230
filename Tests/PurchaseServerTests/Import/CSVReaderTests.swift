import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Reading lists")
struct CSVReaderTests {
    private func records(_ text: String, portion: Int) throws -> [CSVReader.Record] {
        var rest = Data(text.utf8)[...]
        var reader = CSVReader(
            ByteSource {
                defer { rest = rest.dropFirst(portion) }
                return Data(rest.prefix(portion))
            }
        )
        var records: [CSVReader.Record] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    @Test(
        "Quotes, line breaks in them, every line end, semicolons and tabs, in portions of any size",
        arguments: [
            ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
            ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]), ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
            ("a\tb\n1\t\n", [["a", "b"], ["1", ""]]), ("\"a\"\"b\",\"c\nd\"\n", [["a\"b", "c\nd"]]),
            ("\u{FEFF}a,b\n\n\n,\n", [["a", "b"], ["", ""]]), ("a\"b,ü\n", [["a\"b", "ü"]]), ("", []),
        ] as [(String, [[String]])]
    )
    func fields(text: String, expected: [[String]]) throws {
        for portion in [1, 2, 5, 1_000] where portion > 2 || !text.hasPrefix("\u{FEFF}") {
            #expect(try records(text, portion: portion) == expected.map(CSVReader.Record.fields))
        }
    }

    @Test("A record that cannot be read costs no other")
    func malformed() throws {
        let read = try records("a,b\n\"1\"x,2\n3,4\n\"5", portion: 64)
        #expect(read.count == 4)
        #expect(read[0] == .fields(["a", "b"]))
        #expect(read[1] == .malformed("something stands behind a closing quote"))
        #expect(read[2] == .fields(["3", "4"]))
        #expect(read[3] == .malformed("a quote is not closed"))
    }

    @Test("Millions of rows are read in the memory of one")
    func streams() throws {
        var left = 300_000
        var reader = CSVReader(
            ByteSource {
                guard left > 0 else { return nil }
                left -= 1_000
                return Data(String(repeating: "flora,2000000000000001\n", count: 1_000).utf8)
            }
        )
        var count = 0
        while case .fields(let fields)? = try reader.next() {
            if fields == ["flora", "2000000000000001"] { count += 1 }
        }
        #expect(count == 300_000)
    }

    @Test("Objects of a list and objects in lines; what is none costs no other")
    func objects() throws {
        func read(_ text: String) throws -> [JSONObjectReader.Record] {
            var rest = Data(text.utf8)[...]
            var reader = JSONObjectReader(
                ByteSource {
                    defer { rest = rest.dropFirst(3) }
                    return Data(rest.prefix(3))
                }
            )
            var records: [JSONObjectReader.Record] = []
            while let record = try reader.next() { records.append(record) }
            return records
        }
        let objects: [JSONObjectReader.Record] = [.object(["a": ["}{": "\"]"]]), .object(["b": 1])]
        #expect(try read(#"[{"a":{"}{":"\"]"}}, {"b":1}]"#) == objects)
        #expect(try read("{\"a\":{\"}{\":\"\\\"]\"}}\n\n{\"b\":1}\n") == objects)
        let broken = try read("{\"a\":1\n,}\nnonsense\n{\"b\":1}\n{")
        #expect(broken.count == 4)
        #expect(broken[2] == .object(["b": 1]))
    }
}
