/// Reads Base64 into memory that is large enough: three octets for four characters, and three more.
struct Base64Reader {
    let options: Base64.Options
    /// How many octets were written.
    private(set) var count = 0
    /// Valid only while the reader is in use.
    private let output: UnsafeMutableBufferPointer<UInt8>
    private let groups: [UInt32]
    private var bits: UInt32 = 0
    private var sextets = 0
    private var padding = 0
    /// Where a blank stood that may turn out to be inside a line.
    private var blank: Int?
    private var lineHasText = false

    init(options: Base64.Options, output: UnsafeMutableBufferPointer<UInt8>) {
        (self.options, self.output) = (options, output)
        groups = Self.groups(options)
    }

    /// Reads whole groups of four characters as long as they come without anything special; this is where the time goes.
    ///
    /// - Returns: The offset of the first character that was not read.
    mutating func readGroups(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard sextets % 4 == 0, padding == 0, blank == nil, let base = output.baseAddress else { return start }
        let memory = UnsafeMutableRawPointer(base)
        var offset = start
        var written = count
        groups.withUnsafeBufferPointer { groups in
            while text.count &- offset >= 4 {
                let group =
                    groups[Int(text[offset])] | groups[256 &+ Int(text[offset &+ 1])]
                    | groups[512 &+ Int(text[offset &+ 2])] | groups[768 &+ Int(text[offset &+ 3])]
                guard group & Base64Groups.foreign == 0 else { break }
                // The fourth octet is written over by what follows, and there are three more at the end.
                memory.storeBytes(of: group.bigEndian, toByteOffset: written, as: UInt32.self)
                written &+= 3
                offset &+= 4
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

    private static func groups(_ options: Base64.Options) -> [UInt32] {
        switch (options.contains(.standard), options.contains(.urlSafe)) {
        case (true, false): standardGroups
        case (false, true): urlSafeGroups
        default: allGroups
        }
    }

    private static let standardGroups = Base64Groups.table { sextet($0, .standard) }
    private static let urlSafeGroups = Base64Groups.table { sextet($0, .urlSafe) }
    private static let allGroups = Base64Groups.table { sextet($0, [.standard, .urlSafe]) }

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
