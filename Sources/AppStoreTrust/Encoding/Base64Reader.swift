/// Reads Base64 one character at a time.
struct Base64Reader {
    let options: Base64Text.Options
    private var bits: UInt32 = 0
    private var sextets = 0
    private var padding = 0
    /// Where a blank stood that may turn out to be inside a line.
    private var blank: Int?
    private var lineHasText = false

    init(options: Base64Text.Options) { self.options = options }

    /// Reads whole groups of four characters as long as they come without anything special; this is where the time goes.
    ///
    /// - Returns: The offset of the first character that was not read.
    mutating func readGroups(_ text: UnsafeBufferPointer<UInt8>, from start: Int, into bytes: inout [UInt8]) -> Int {
        guard sextets % 4 == 0, padding == 0, blank == nil else { return start }
        var offset = start
        Self.values(options).withUnsafeBufferPointer { values in
            while text.count - offset >= 4 {
                let group = (
                    values[Int(text[offset])], values[Int(text[offset + 1])],
                    values[Int(text[offset + 2])], values[Int(text[offset + 3])]
                )
                guard (group.0 | group.1 | group.2 | group.3) & 0x80 == 0 else { break }
                bytes.append(group.0 << 2 | group.1 >> 4)
                bytes.append(group.1 << 4 | group.2 >> 2)
                bytes.append(group.2 << 6 | group.3)
                offset += 4
            }
        }
        sextets += offset - start
        if offset > start { lineHasText = true }
        return offset
    }

    mutating func read(_ character: UInt8, at offset: Int, into bytes: inout [UInt8]) throws(Base64Text.Failure) {
        if let value = sextet(character) {
            // A blank inside a line is a `+` that a form body lost, not white space.
            if let blank { throw .character(UInt8(ascii: " "), at: blank) }
            guard padding == 0 else { throw .character(character, at: offset) }
            append(value, to: &bytes)
            lineHasText = true
        } else if character == UInt8(ascii: "="), !options.contains(.canonical) {
            padding += 1
            guard padding <= 2 else { throw .character(character, at: offset) }
        } else {
            try skip(character, at: offset)
        }
    }

    mutating func finish(into bytes: inout [UInt8]) throws(Base64Text.Failure) {
        let remainder = sextets % 4
        guard remainder != 1, padding == 0 || remainder + padding == 4 else { throw .length(sextets + padding) }
        let unused: UInt32 = remainder == 2 ? 0x0F : remainder == 3 ? 0x03 : 0
        if options.contains(.canonical), bits & unused != 0 { throw .trailingBits }
        if remainder > 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> (remainder == 2 ? 4 : 10))) }
        if remainder > 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
    }

    private mutating func append(_ value: UInt32, to bytes: inout [UInt8]) {
        bits = bits << 6 | value
        sextets += 1
        guard sextets % 4 == 0 else { return }
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits = 0
    }

    private mutating func skip(_ character: UInt8, at offset: Int) throws(Base64Text.Failure) {
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
    private static func values(_ options: Base64Text.Options) -> [UInt8] {
        switch options.intersection([.standard, .urlSafe]) {
        case .standard: standardValues
        case .urlSafe: urlSafeValues
        default: allValues
        }
    }

    private static let standardValues = table(.standard)
    private static let urlSafeValues = table(.urlSafe)
    private static let allValues = table([.standard, .urlSafe])

    private static func table(_ options: Base64Text.Options) -> [UInt8] {
        (0...255).map { character in sextet(character, options).map { UInt8($0) } ?? 0x80 }
    }

    private static func sextet(_ character: UInt8, _ options: Base64Text.Options) -> UInt32? {
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
