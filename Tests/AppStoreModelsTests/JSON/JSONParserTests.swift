import AppStoreModels
import Testing

@Suite("Reading JSON")
struct JSONParserTests {
    @Test(
        "Every kind of value is read",
        arguments: [
            ("null", .null), (" true ", true), ("\tfalse\r\n", false), ("0", 0), ("-12", -12), ("\"\"", ""),
            ("[]", []), ("[ ]", []), ("[1,[2],{}]", [1, [2], [:]]), ("{}", [:]), ("{ }", [:]),
            ("{\"a\" : {\"b\":[null]}}", ["a": ["b": [.null]]]),
            ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\"", "a\"\\/\u{8}\u{C}\n\r\tz"),
            ("\"\\u00e9\\u20AC\"", "é€"), ("\"\\ud83d\\ude00\"", "😀"), ("\"😀é\"", "😀é"), ("\"\\u0000\"", "\0"),
            ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
        ] as [(String, JSONValue)]
    )
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(
        "A number keeps its digits",
        arguments: [
            "0", "-0", "0.0", "1", "10", "-1.50", "1697679936049.7297", "1E5", "1e+5", "1.5e-07",
            "123456789012345678901234567890", "1e999",
        ]
    )
    func numbers(text: String) throws {
        #expect(try JSONValue(parsing: text).serialized() == text)
    }

    @Test(
        "What is not JSON is refused, with the rule and the place",
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedByte, 0),
            ("True", .unexpectedByte, 0),
            ("01", .trailingBytes, 1), ("-", .invalidNumber, 1), ("1.", .invalidNumber, 2), (".5", .unexpectedByte, 0),
            ("1e", .invalidNumber, 2), ("1e+", .invalidNumber, 3), ("+1", .unexpectedByte, 0),
            ("-a", .invalidNumber, 1),
            ("NaN", .unexpectedByte, 0), ("Infinity", .unexpectedByte, 0), ("0x10", .trailingBytes, 1),
            ("[1,]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3), ("[", .unexpectedEnd, 1),
            ("[1", .unexpectedEnd, 2),
            ("[1}", .unexpectedByte, 2), ("]", .unexpectedByte, 0), ("{", .unexpectedEnd, 1),
            ("{1:2}", .unexpectedByte, 1),
            ("{\"a\"}", .unexpectedByte, 4), ("{\"a\":}", .unexpectedByte, 5), ("{\"a\":1,}", .unexpectedByte, 7),
            ("{\"a\":1", .unexpectedEnd, 6), ("{a:1}", .unexpectedByte, 1), ("1 2", .trailingBytes, 2),
            ("{}x", .trailingBytes, 2), ("\"", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2),
            ("\"\\", .unexpectedEnd, 2),
            ("\"\\x\"", .invalidEscape, 2), ("\"\\u12\"", .invalidEscape, 5), ("\"\\uZZZZ\"", .invalidEscape, 3),
            ("\"\\u\"", .invalidEscape, 3), ("\"a\nb\"", .unexpectedByte, 2), ("\"\\n\u{1}\"", .unexpectedByte, 3),
            ("'a'", .unexpectedByte, 0), ("// no\n1", .unexpectedByte, 0), ("\u{FEFF}{}", .unexpectedByte, 0),
            ("<html>503</html>", .unexpectedByte, 0), ("\u{A0}1", .unexpectedByte, 0),
        ] as [(String, JSONError.Code, Int)]
    )
    func refuses(text: String, code: JSONError.Code, offset: Int) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error.code == code)
        #expect(error.offset == offset)
        #expect(error.description == "not valid JSON: \(code.rawValue) at byte \(offset)")
    }

    @Test(
        "Half a pair of surrogates is refused",
        arguments: [
            "\\ud83d", "\\ude00", "\\ud83d\\ud83d", "\\ud83dx", "\\ud800\\u0041", "\\ud83d\\n", "\\udbff\\uffff",
            "\\ud83d\\uDBFF",
        ]
    )
    func surrogates(escape: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: "\"" + escape + "\"") }
        #expect([.invalidEscape, .unexpectedByte].contains(error.code))
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0x80, 0x22],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        #expect(error.code == .invalidUTF8)
    }

    @Test("A byte-order mark inside a text is kept")
    func byteOrderMark() throws {
        let value = try JSONValue(parsing: "{\"a\":\"\u{FEFF}b\",\"c\":\"\\ufeffd\"}")
        #expect(value.object?["a"]?.string?.unicodeScalars.first == "\u{FEFF}")
        #expect(value.object?["c"]?.string?.unicodeScalars.first == "\u{FEFF}")
    }

    @Test(
        "Two members with one name are refused, whatever they hold",
        arguments: ["{\"a\":1,\"a\":1}", "{\"a\":null,\"a\":1}", "{\"a\":1,\"\\u0061\":2}", "{\"\":0,\"\":0}"]
    )
    func duplicateKeys(text: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error.code == .duplicateKey)
    }

    @Test("Depth is counted from one, and siblings do not add up")
    func depth() throws {
        let limits = JSONLimits(maximumLength: 100, maximumDepth: 2)
        #expect(try JSONValue(parsing: "[[],[],{},[1]]", limits: limits).array?.count == 4)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: "[[],{\"a\":[]}]", limits: limits) }
        #expect(error.code == .tooDeep)
        #expect(error.offset == 9)
    }

    @Test("A text of the greatest length is read, one byte more is not")
    func length() throws {
        let limits = JSONLimits(maximumLength: 4, maximumDepth: 1)
        #expect(try JSONValue(parsing: "1234", limits: limits) == 1234)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: "12345", limits: limits) }
        #expect(error.code == .tooLong)
        #expect(error.offset == 4)
    }
}
