import AppStoreModels

/// Reads the objects of a file one by one: JSON Lines, or one array of objects.
struct JSONObjectReader {
    private var source: ByteSource
    private var portion: [UInt8] = []
    private var position = 0

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
            // Between objects; the brackets of an array among it.
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), 0xEF, 0xBB, 0xBF:
                position += 1
            default:
                try skipLine()
                return .malformed("it is no JSON object")
            }
        }
        return nil
    }

    private mutating func object() throws(ImportError) -> Record {
        var bytes: [UInt8] = []
        var depth = 0
        var isText = false
        var isEscaped = false
        while let byte = try peek() {
            position += 1
            guard bytes.count < maximumLength else {
                try skipLine()
                return .malformed("it has more than \(maximumLength) bytes")
            }
            bytes.append(byte)
            if isText {
                // A line break in a text is no JSON: the text was not closed, and the next line is another object.
                if byte == 0x0A { return .malformed("a text is not closed") }
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isText = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 { return parsed(bytes) }
        }
        return .malformed("the file ends inside of it")
    }

    private func parsed(_ bytes: [UInt8]) -> Record {
        do throws(JSONError) {
            let limits = JSONLimits(maximumLength: maximumLength)
            guard let object = try JSONValue(parsing: bytes, limits: limits).object else {
                return .malformed("it is no JSON object")
            }
            return .object(object)
        } catch { return .malformed("\(error)") }
    }

    private mutating func skipLine() throws(ImportError) {
        while let byte = try peek() {
            position += 1
            if byte == 0x0A { return }
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
