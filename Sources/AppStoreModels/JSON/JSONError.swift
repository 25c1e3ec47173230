/// Why a text is not the JSON that was expected.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rule that was broken.
    public enum Code: String, Sendable, Hashable {
        case tooLong, tooDeep, unexpectedEnd, unexpectedByte, invalidNumber, invalidEscape, invalidUTF8
        case duplicateKey, trailingBytes, notAnObject
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
