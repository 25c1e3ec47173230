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

    private func sextet(_ character: UInt8) -> UInt32? {
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
