import AppStoreModels
import Foundation
import Testing

@Suite("Base64")
struct Base64Tests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let options: Base64.Options
        let outcome: Result<[UInt8], Base64.Failure>
        var testDescription: String { "\(text.debugDescription) \(options.rawValue)" }

        init(_ text: String, _ options: Base64.Options, _ bytes: [UInt8]) {
            (self.text, self.options, outcome) = (text, options, .success(bytes))
        }

        init(_ text: String, _ options: Base64.Options, fails failure: Base64.Failure) {
            (self.text, self.options, outcome) = (text, options, .failure(failure))
        }
    }

    static let cases = [
        Case("", .any, []),
        Case("AQ==", .any, [1]),
        Case("AQ", .any, [1]),
        Case("AQI=", .any, [1, 2]),
        Case("AQI", .any, [1, 2]),
        Case("AQID", .any, [1, 2, 3]),
        Case("+/+/", .standard, [0xFB, 0xFF, 0xBF]),
        Case("-_-_", .urlSafe, [0xFB, 0xFF, 0xBF]),
        Case("-_+/", .any, [0xFB, 0xFF, 0xBF]),
        Case("AQ\r\nID\n", .any, [1, 2, 3]),
        Case(" \tAQ \n\t ID ", .any, [1, 2, 3]),
        Case("AR", .standard, [1]),
        Case("-_-_", .standard, fails: .character(UInt8(ascii: "-"), at: 0)),
        Case("+/+/", .urlSafe, fails: .character(UInt8(ascii: "+"), at: 0)),
        Case("AQ\nID", .standard, fails: .character(UInt8(ascii: "\n"), at: 2)),
        Case("AQ ID", .any, fails: .character(UInt8(ascii: " "), at: 2)),
        Case("A", .any, fails: .length(1)),
        Case("AQIDB", .any, fails: .length(5)),
        Case("AQ=", .any, fails: .length(3)),
        Case("AQI==", .any, fails: .length(5)),
        Case("=", .any, fails: .length(1)),
        Case("AQID=", .any, fails: .length(5)),
        Case("AQ===", .any, fails: .character(UInt8(ascii: "="), at: 4)),
        Case("AQ=I", .any, fails: .character(UInt8(ascii: "I"), at: 3)),
        Case("AQ%3D", .any, fails: .character(UInt8(ascii: "%"), at: 2)),
        Case("AQ==", [.urlSafe, .canonical], fails: .character(UInt8(ascii: "="), at: 2)),
        Case("AR", [.urlSafe, .canonical], fails: .trailingBits),
        Case("AQJ", [.urlSafe, .canonical], fails: .trailingBits),
        Case("AQ", [.urlSafe, .canonical], [1]),
        Case("AQ==", [.standard, .padded], [1]),
        Case("AQI=", [.standard, .padded], [1, 2]),
        Case("AQ", [.standard, .padded], fails: .length(2)),
        Case("AQI", [.standard, .padded], fails: .length(3)),
        Case("AQ=", [.standard, .padded], fails: .length(3)),
    ]

    @Test("is read, or refused with the offending character", arguments: cases)
    func decode(_ testCase: Case) {
        let outcome = Result { () throws(Base64.Failure) in
            try Base64.decode(Array(testCase.text.utf8), testCase.options)
        }
        #expect(outcome == testCase.outcome)
    }

    @Test("is read as Foundation reads it where nothing else is said", arguments: ["", "AQ==", "AQI=", "AQID", "+/+/"])
    func data(text: String) {
        #expect(Data(base64: text) == Data(base64Encoded: text))
        #expect(Data(base64: Substring(text)) == Data(base64Encoded: text))
    }

    @Test("is nothing else", arguments: ["AQ", "AQI", "AQ=", "-_-_", "AQID\n", " AQID", "AQ ID", "AQID=", "A", "é"])
    func noData(text: String) {
        #expect(Data(base64: text) == nil)
    }

    @Test("comes back from its URL-safe form for all lengths")
    func roundTrip() throws {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
            #expect(Base64.urlSafe(decoding: Base64.urlSafe(bytes)) == bytes)
        }
    }

    @Test("is written as Foundation writes it, without padding and with the URL-safe characters", arguments: 0..<70)
    func written(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 251) }
        let expected = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        #expect(Base64.urlSafe(bytes) == expected)
        #expect(Base64.urlSafe(Data(bytes)) == expected)
        // Not in one piece of memory.
        #expect(Base64.urlSafe(bytes.lazy.map { $0 }) == expected)
        var buffer = Array("eyJ.".utf8)
        Base64.appendURLSafe(bytes, to: &buffer)
        #expect(String(decoding: buffer, as: UTF8.self) == "eyJ." + expected)
    }

    @Test(
        "is refused with any other character, wherever in a group it stands",
        arguments: [Base64.Options.standard, .urlSafe, [.standard, .urlSafe]]
    )
    func foreign(options: Base64.Options) {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789="
        let others = (options.contains(.standard) ? "+/" : "") + (options.contains(.urlSafe) ? "-_" : "")
        let foreign = Set<UInt8>(0...255).subtracting((letters + others).utf8)
        for character in foreign {
            for place in 4..<8 {
                var text = Array("AQIDAQIDAQID".utf8)
                text[place] = character
                #expect(throws: Base64.Failure.character(character, at: place)) { try Base64.decode(text, options) }
            }
        }
    }

    @Test("is read by each character as its value, wherever in a group it stands", arguments: 0..<4)
    func values(place: Int) throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for (value, character) in alphabet.enumerated() {
            var text = Array("AAAAAAAA".utf8)
            text[place] = character
            let group = value << (18 - 6 * place)
            let expected = [UInt8(group >> 16), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF), 0, 0, 0]
            #expect(try Base64.decode(text, .urlSafe) == expected)
        }
    }

    @Test("has a character for each of the 64 values")
    func alphabet() {
        let values = (0..<64).map { UInt8($0) }
        // Each three octets hold four values.
        let octets = stride(from: 0, to: 64, by: 4).flatMap { start in
            let (a, b, c, d) = (values[start], values[start + 1], values[start + 2], values[start + 3])
            return [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]
        }
        let expected = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        #expect(Base64.urlSafe(octets) == expected)
    }
}
