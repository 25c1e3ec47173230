import AppStoreModels
import Foundation
import Testing

@Suite("Hostile JSON")
struct JSONHostileInputTests {
    @Test("A million open brackets end at the depth limit", arguments: ["[", "{\"a\":"])
    func deepNesting(piece: String) throws {
        let error = try #require(throws: JSONError.self) {
            try JSONValue(parsing: String(repeating: piece, count: 1_000_000))
        }
        #expect(error.code == .tooDeep)
        #expect(error.offset == 64 * piece.utf8.count)
    }

    @Test("A text beyond the limit is refused before it is read")
    func tooLong() throws {
        let text = [UInt8](repeating: UInt8(ascii: " "), count: 16 * 1024 * 1024 + 1)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error.code == .tooLong)
    }

    @Test("Every beginning of a valid text is refused, none crashes")
    func truncation() throws {
        let text = #"{"a":[1.5e-3,true,null,"\ud83d\ude00\n"],"é":{"b":""}}"#
        let bytes = Array(text.utf8)
        #expect(try JSONValue(parsing: bytes).object?.count == 2)
        for length in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: bytes.prefix(length)) }
        }
    }

    @Test("Any byte in any place gives a value or an error")
    func mutation() {
        let bytes = Array(#"{"a":[-1.5e-3,true,"\ud83d\ude00"]}"#.utf8)
        var accepted = 0
        for position in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var mutant = bytes
                mutant[position] = byte
                guard let value = try? JSONValue(parsing: mutant) else { continue }
                accepted += 1
                #expect((try? JSONValue(parsing: value.jsonData)) == value)
            }
        }
        #expect(accepted > bytes.count)
    }

    @Test("Numbers of any size are read and compared without a crash")
    func hugeNumbers() throws {
        let texts = [
            "1e999999999999999999999999", "-1e-999999999999999999999999", "1e9223372036854775807",
            "0.1e-9223372036854775808", "0e99999999999999999999", String(repeating: "9", count: 100_000),
        ]
        let numbers = try texts.map { try #require(JSONNumber(text: $0)) }
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.allSatisfy { $0.int64 == nil || $0.text.hasPrefix("0") })
        for text in texts {
            let payload = TransactionPayload(
                json: try #require(try JSONValue(parsing: "{\"expiresDate\":\(text)}").object)
            )
            if let date = payload.expiresDate { #expect(abs(date.timeIntervalSince1970) < 1) }
            #expect(payload.json[string: "expiresDate"] == text)
        }
    }

    @Test("A code too large for the type that holds it reads as none")
    func hugeCodes() throws {
        let response = try VerifyReceiptResponse(jsonData: Array(#"{"status":1e30}"#.utf8))
        #expect(response.status == nil)
        #expect(response.json[string: "status"] == "1e30")
    }

    @Test(
        "A body that is some other JSON value, or none, is refused",
        arguments: [
            ("[]", .notAnObject), ("null", .notAnObject), ("\"x\"", .notAnObject), ("", .unexpectedEnd),
            ("<!DOCTYPE html>", .unexpectedByte),
        ] as [(String, JSONError.Code)]
    )
    func notAnObject(text: String, code: JSONError.Code) throws {
        let error = try #require(throws: JSONError.self) { try VerifyReceiptResponse(jsonData: Array(text.utf8)) }
        #expect(error.code == code)
    }
}
