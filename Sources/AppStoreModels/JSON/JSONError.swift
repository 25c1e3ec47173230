/// Why a text is not the JSON that was expected.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule that was broken.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case tooLong = "too-long"
        case tooDeep = "too-deep"
        case unexpectedEnd = "unexpected-end"
        case unexpectedByte = "unexpected-byte"
        case invalidNumber = "invalid-number"
        case invalidEscape = "invalid-escape"
        case invalidUTF8 = "invalid-utf8"
        case duplicateKey = "duplicate-key"
        case trailingBytes = "trailing-bytes"
        case notAnObject = "not-an-object"
    }

    /// The rule that was broken.
    public let code: Code
    /// Where, in bytes from the start of the text.
    public let offset: Int

    init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    public var description: String { "not valid JSON: \(code.rawValue) at byte \(offset)" }
}
