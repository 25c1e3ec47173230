/// Reads comma-separated values record by record, as RFC 4180 has them: fields in quotes may hold separators, line breaks
/// and doubled quotes. Also semicolons and tabs, as spreadsheets write them, and any line ends.
///
/// The packages for it that there are take the whole file as one text. An export may be larger than the machine's memory, so
/// this reads portions, and a record is limited.
struct CSVReader {
    private var source: ByteSource
    private var portion: [UInt8] = []
    private var position = 0
    private var separator: UInt8?
    private var isAtStart = true

    /// A record.
    enum Record: Equatable {
        case fields([String])
        /// One that cannot be read; what follows can.
        case malformed(String)
    }

    /// The longest record, in bytes; a receipt in base64 has at most 11 MB.
    static let maximumLength = 16 * 1024 * 1024
    /// How many fields a record has at most.
    static let maximumFields = 1_000

    init(_ source: ByteSource) { self.source = source }

    /// How many octets of the file were read.
    var bytesRead: Int64 { source.count }

    /// The next record; nil at the end. Empty lines are none.
    mutating func next() throws(ImportError) -> Record? {
        if isAtStart { try skipMark() }
        while let byte = try peek() {
            guard byte == Self.newLine || byte == Self.carriageReturn else { return try record() }
            position += 1
        }
        return nil
    }

    private static let quote = UInt8(ascii: "\"")
    private static let newLine = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private mutating func record() throws(ImportError) -> Record {
        var fields: [String] = []
        var mistake: String?
        var length = 0
        while true {
            var field: [UInt8] = []
            mistake = try read(&field, length) ?? mistake
            length += field.count
            if length > Self.maximumLength { mistake = mistake ?? "it has more than \(Self.maximumLength) bytes" }
            if fields.count < Self.maximumFields {
                fields.append(String(decoding: field, as: UTF8.self))
            } else {
                mistake = mistake ?? "it has more than \(Self.maximumFields) fields"
            }
            guard let byte = try peek() else { break }
            position += 1
            if byte == Self.carriageReturn, try peek() == Self.newLine { position += 1 }
            if byte == Self.newLine || byte == Self.carriageReturn { break }
        }
        return mistake.map(Record.malformed) ?? .fields(fields)
    }

    /// Reads up to the separator or the end of the line, which stay.
    ///
    /// - Returns: What is wrong with the field.
    private mutating func read(_ field: inout [UInt8], _ before: Int) throws(ImportError) -> String? {
        guard try peek() == Self.quote else {
            while let byte = try peek(), !isEnd(byte) {
                if before + field.count <= Self.maximumLength { field.append(byte) }
                position += 1
            }
            return nil
        }
        position += 1
        while let byte = try peek() {
            position += 1
            guard byte == Self.quote else {
                // A quote that is never closed would take in the rest of the file.
                guard before + field.count <= Self.maximumLength else { return "a quote is not closed" }
                field.append(byte)
                continue
            }
            guard try peek() == Self.quote else {
                guard let next = try peek(), !isEnd(next) else { return nil }
                while let next = try peek(), !isEnd(next) { position += 1 }
                return "something stands behind a closing quote"
            }
            field.append(byte)
            position += 1
        }
        return "a quote is not closed"
    }

    /// Whether a field ends here. The first separator that is seen is that of the file.
    private mutating func isEnd(_ byte: UInt8) -> Bool {
        if byte == Self.newLine || byte == Self.carriageReturn { return true }
        if let separator { return byte == separator }
        guard [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].contains(byte) else { return false }
        separator = byte
        return true
    }

    private mutating func peek() throws(ImportError) -> UInt8? {
        if position == portion.count {
            guard let next = try source.next() else { return nil }
            (portion, position) = (next, 0)
        }
        return portion[position]
    }

    /// What some programs put before UTF-8.
    private mutating func skipMark() throws(ImportError) {
        isAtStart = false
        guard try peek() == 0xEF, portion.count >= 3, portion.prefix(3) == [0xEF, 0xBB, 0xBF] else { return }
        position = 3
    }
}
