/// Why a text is not the JSON that was expected.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule that was broken.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case tooLong = "too-long"
        case tooDeep = "too-deep"
        case tooManyValues = "too-many-values"
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
    /// How many there may be of what there are too many of.
    private let limit: Int?

    init(_ code: Code, at offset: Int, limit: Int? = nil) {
        self.code = code
        self.offset = offset
        self.limit = limit
    }

    public var description: String {
        let most = limit.map { ", at most \($0) are read" } ?? ""
        return "not valid JSON: \(code.rawValue) at byte \(offset)\(most)"
    }
}
