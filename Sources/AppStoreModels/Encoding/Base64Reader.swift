/// Reads Base64 into memory that is large enough: three octets for four characters, and three more.
struct Base64Reader {
    let options: Base64.Options
    /// How many octets were written.
    private(set) var count = 0
    /// Valid only while the reader is in use.
    private let output: UnsafeMutableBufferPointer<UInt8>
    private var bits: UInt32 = 0
    private var sextets = 0
    private var padding = 0
    /// Where a blank stood that may turn out to be inside a line.
    private var blank: Int?
    private var lineHasText = false

    init(options: Base64.Options, output: UnsafeMutableBufferPointer<UInt8>) {
        (self.options, self.output) = (options, output)
    }

    /// Reads whole groups of four characters as long as they come without anything special; this is where the time goes.
    ///
    /// - Returns: The offset of the first character that was not read.
    mutating func readGroups(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard sextets % 4 == 0, padding == 0, blank == nil else { return start }
        var offset = start
        var written = count
        Self.values(options).withUnsafeBufferPointer { values in
            while text.count - offset >= 4 {
                let group = (
                    values[Int(text[offset])], values[Int(text[offset + 1])],
                    values[Int(text[offset + 2])], values[Int(text[offset + 3])]
                )
                guard (group.0 | group.1 | group.2 | group.3) & 0x80 == 0 else { break }
                output[written] = group.0 << 2 | group.1 >> 4
                output[written + 1] = group.1 << 4 | group.2 >> 2
                output[written + 2] = group.2 << 6 | group.3
                written += 3
                offset += 4
            }
        }
        count = written
        sextets += offset - start
        if offset > start { lineHasText = true }
        return offset
    }

    mutating func read(_ character: UInt8, at offset: Int) throws(Base64.Failure) {
        if let value = sextet(character) {
            // A blank inside a line is a `+` that a form body lost, not white space.
            if let blank { throw .character(UInt8(ascii: " "), at: blank) }
            guard padding == 0 else { throw .character(character, at: offset) }
            append(value)
            lineHasText = true
        } else if character == UInt8(ascii: "="), !options.contains(.canonical) {
            padding += 1
            guard padding <= 2 else { throw .character(character, at: offset) }
        } else {
            try skip(character, at: offset)
        }
    }

    mutating func finish() throws(Base64.Failure) {
        let remainder = sextets % 4
        guard remainder != 1, padding == 0 || remainder + padding == 4 else { throw .length(sextets + padding) }
        guard !options.contains(.padded) || (remainder + padding) % 4 == 0 else { throw .length(sextets + padding) }
        let unused: UInt32 = remainder == 2 ? 0x0F : remainder == 3 ? 0x03 : 0
        if options.contains(.canonical), bits & unused != 0 { throw .trailingBits }
        if remainder > 1 { write(bits >> (remainder == 2 ? 4 : 10)) }
        if remainder > 2 { write(bits >> 2) }
    }

    private mutating func append(_ value: UInt32) {
        bits = bits << 6 | value
        sextets += 1
        guard sextets % 4 == 0 else { return }
        write(bits >> 16)
        write(bits >> 8)
        write(bits)
        bits = 0
    }

    private mutating func write(_ octet: UInt32) {
        output[count] = UInt8(truncatingIfNeeded: octet)
        count += 1
    }

    private mutating func skip(_ character: UInt8, at offset: Int) throws(Base64.Failure) {
        guard options.contains(.wrapped) else { throw .character(character, at: offset) }
        switch character {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            (blank, lineHasText) = (nil, false)
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
            if lineHasText, blank == nil { blank = offset }
        default:
            throw .character(character, at: offset)
        }
    }

    private func sextet(_ character: UInt8) -> UInt32? { Self.sextet(character, options) }

    /// The value of each character, 0x80 for those that have none.
    private static func values(_ options: Base64.Options) -> [UInt8] {
        switch options.intersection([.standard, .urlSafe]) {
        case .standard: standardValues
        case .urlSafe: urlSafeValues
        default: allValues
        }
    }

    private static let standardValues = table(.standard)
    private static let urlSafeValues = table(.urlSafe)
    private static let allValues = table([.standard, .urlSafe])

    private static func table(_ options: Base64.Options) -> [UInt8] {
        (0...255).map { character in sextet(character, options).map { UInt8($0) } ?? 0x80 }
    }

    private static func sextet(_ character: UInt8, _ options: Base64.Options) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
        case UInt8(ascii: "+") where options.contains(.standard): 62
        case UInt8(ascii: "/") where options.contains(.standard): 63
        case UInt8(ascii: "-") where options.contains(.urlSafe): 62
        case UInt8(ascii: "_") where options.contains(.urlSafe): 63
        default: nil
        }
    }
}
