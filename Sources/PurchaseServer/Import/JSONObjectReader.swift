import AppStoreModels

/// Reads the objects of a file one by one: JSON Lines, or one array of objects.
struct JSONObjectReader {
    private var source: ByteSource
    private var portion: [UInt8] = []
    private var position = 0
    /// Whether the objects stand in one array, which may be one line.
    private var isInList = false

    /// An object.
    enum Record: Equatable {
        case object(JSONObject)
        /// One that cannot be read; what follows can.
        case malformed(String)
    }

    private let maximumLength: Int

    /// - Parameters:
    ///   - source: The file.
    ///   - maximumLength: The longest object, in bytes.
    init(_ source: ByteSource, maximumLength: Int = CSVReader.maximumLength) {
        (self.source, self.maximumLength) = (source, maximumLength)
    }

    /// How many octets of the file were read.
    var bytesRead: Int64 { source.count }

    /// The next object; nil at the end.
    mutating func next() throws(ImportError) -> Record? {
        while let byte = try peek() {
            switch byte {
            case UInt8(ascii: "{"): return try object()
            case UInt8(ascii: "[") where !isInList:
                isInList = true
                position += 1
            case UInt8(ascii: "]"):
                isInList = false
                position += 1
            // Between objects.
            case Self.newLine, 0x20, 0x09, 0x0D, UInt8(ascii: ","), 0xEF, 0xBB, 0xBF: position += 1
            default:
                try isInList ? skipValue() : skipLine()
                return .malformed("it is no JSON object")
            }
        }
        return nil
    }

    private static let newLine = UInt8(ascii: "\n")

    /// How deep a byte is, and whether it is one of a text.
    private struct Nesting {
        private(set) var depth = 0
        private(set) var isText = false
        private var isEscaped = false

        mutating func take(_ byte: UInt8) {
            guard isText else {
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                return
            }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                isText = byte != UInt8(ascii: "\"")
            }
        }
    }

    private mutating func object() throws(ImportError) -> Record {
        var bytes: [UInt8] = []
        var nesting = Nesting()
        var mistake: String?
        while let byte = try peek() {
            position += 1
            if bytes.count < maximumLength { bytes.append(byte) } else { mistake = tooLong }
            if byte == Self.newLine {
                // A line break in a text is no JSON: the text was not closed, and the next line is another object.
                if nesting.isText { return .malformed(mistake ?? "a text is not closed") }
                if let mistake, !isInList { return .malformed(mistake) }
            }
            nesting.take(byte)
            if nesting.depth == 0 { return mistake.map(Record.malformed) ?? parsed(bytes) }
        }
        return .malformed(mistake ?? "the file ends inside of it")
    }

    private var tooLong: String { "it has more than \(maximumLength) bytes" }

    private func parsed(_ bytes: [UInt8]) -> Record {
        do throws(JSONError) {
            let limits = JSONLimits(maximumLength: maximumLength)
            guard let object = try JSONValue(parsing: bytes, limits: limits).object else {
                return .malformed("it is no JSON object")
            }
            return .object(object)
        } catch { return .malformed("\(error)") }
    }

    /// Up to the comma or the bracket behind it, which stay: what follows in the list can be read.
    private mutating func skipValue() throws(ImportError) {
        var nesting = Nesting()
        while let byte = try peek() {
            if nesting.depth <= 0, !nesting.isText, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") { return }
            if nesting.isText, byte == Self.newLine { return }
            nesting.take(byte)
            position += 1
        }
    }

    private mutating func skipLine() throws(ImportError) {
        while let byte = try peek() {
            position += 1
            if byte == Self.newLine { return }
        }
    }

    private mutating func peek() throws(ImportError) -> UInt8? {
        if position == portion.count {
            guard let next = try source.next() else { return nil }
            (portion, position) = (next, 0)
        }
        return portion[position]
    }
}
