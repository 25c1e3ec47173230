package import Foundation

/// Unpacks a file of gzip (RFC 1952), a portion at a time: whatever it grows to, it takes the same memory.
///
/// Several packed one behind the other are one text, as `gunzip` has it.
struct GzipReader {
    private var input: BitReader
    private var state = State.head
    /// What copies may refer to, and behind it what was not handed out yet.
    private var output: [UInt8] = []
    private var handedOut = 0
    private var checksum = CRC32()
    private var length: UInt32 = 0

    private enum State {
        case head, block
        case stored(Int, isLast: Bool)
        case coded(literals: HuffmanTable, distances: HuffmanTable?, isLast: Bool)
        case tail, end
    }

    private static let historyLength = 32_768
    private static let portion = 65_536

    /// - Parameter source: The packed octets.
    init(_ source: ByteSource) { input = BitReader(source) }

    /// Whether a file that begins so is packed.
    static func isPacked(_ head: some Sequence<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B]) }

    /// The next portion of what was packed; nil at the end.
    ///
    /// - Throws: ``ImportError``, code `unreadable`.
    mutating func next() throws(ImportError) -> Data? {
        while output.count - handedOut < Self.portion, try step() {}
        guard handedOut < output.count else { return nil }
        let portion = Data(output[handedOut...])
        output.removeFirst(max(0, output.count - Self.historyLength))
        handedOut = output.count
        return portion
    }

    /// - Returns: false at the end.
    private mutating func step() throws(ImportError) -> Bool {
        switch state {
        case .head: state = try readHead() ? .block : .end
        case .block: try readBlock()
        case .stored(let count, let isLast):
            guard count > 0 else { return end(ofBlock: isLast) }
            append(try input.byte())
            state = .stored(count - 1, isLast: isLast)
        case .coded(let literals, let distances, let isLast):
            // Many symbols a step: to take the tables out and put them back costs more than a symbol.
            while output.count - handedOut < Self.portion {
                guard try readSymbol(literals, distances) else { return end(ofBlock: isLast) }
            }
        case .tail: try readTail()
        case .end: return false
        }
        return true
    }

    private mutating func end(ofBlock isLast: Bool) -> Bool {
        state = isLast ? .tail : .block
        return true
    }

    // MARK: Around

    /// - Returns: false at the end of the file.
    private mutating func readHead() throws(ImportError) -> Bool {
        guard try !input.isAtEnd() else { return false }
        let head = try (0..<10).map { _ throws(ImportError) in try input.byte() }
        guard Self.isPacked(head), head[2] == 8, head[3] & 0xE0 == 0 else { throw Self.damaged("no head of gzip") }
        let flags = head[3]
        if flags & 4 != 0 {
            let count = Int(try input.byte()) | Int(try input.byte()) << 8
            for _ in 0..<count { _ = try input.byte() }
        }
        // A name, and a remark.
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            while try input.byte() != 0 {}
        }
        if flags & 2 != 0 { for _ in 0..<2 { _ = try input.byte() } }
        (checksum, length) = (CRC32(), 0)
        return true
    }

    private mutating func readTail() throws(ImportError) {
        input.skipToByte()
        let (stated, size) = (try readWord(), try readWord())
        guard stated == checksum.value, size == length else { throw Self.damaged("the checksum is wrong") }
        state = .head
    }

    private mutating func readWord() throws(ImportError) -> UInt32 {
        var word: UInt32 = 0
        for index in 0..<4 as Range<UInt32> { word |= UInt32(try input.byte()) << (8 * index) }
        return word
    }

    // MARK: Blocks

    private mutating func readBlock() throws(ImportError) {
        let isLast = try input.bits(1) == 1
        switch try input.bits(2) {
        case 0:
            input.skipToByte()
            let count = Int(try input.byte()) | Int(try input.byte()) << 8
            let inverse = Int(try input.byte()) | Int(try input.byte()) << 8
            guard count == ~inverse & 0xFFFF else { throw Self.damaged("a length contradicts itself") }
            state = .stored(count, isLast: isLast)
        case 1:
            let literals =
                [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
                + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
            guard let table = HuffmanTable(lengths: literals) else { throw Self.damaged("no code") }
            let distances = HuffmanTable(lengths: [UInt8](repeating: 5, count: 30))
            state = .coded(literals: table, distances: distances, isLast: isLast)
        case 2: try readTables(isLast: isLast)
        default: throw Self.damaged("a block of no kind")
        }
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func readTables(isLast: Bool) throws(ImportError) {
        let literalCount = try input.bits(5) + 257
        let distanceCount = try input.bits(5) + 1
        let count = try input.bits(4) + 4
        var lengths = [UInt8](repeating: 0, count: Self.lengthOrder.count)
        for index in Self.lengthOrder.prefix(count) { lengths[index] = UInt8(try input.bits(3)) }
        guard let code = HuffmanTable(lengths: lengths) else { throw Self.damaged("no code") }
        var all: [UInt8] = []
        while all.count < literalCount + distanceCount {
            let symbol = try input.symbol(code)
            switch symbol {
            case 16:
                guard let last = all.last else { throw Self.damaged("nothing to repeat") }
                all += [UInt8](repeating: last, count: try input.bits(2) + 3)
            case 17: all += [UInt8](repeating: 0, count: try input.bits(3) + 3)
            case 18: all += [UInt8](repeating: 0, count: try input.bits(7) + 11)
            default: all.append(UInt8(symbol))
            }
        }
        guard all.count == literalCount + distanceCount, literalCount <= 286,
            let literals = HuffmanTable(lengths: all.prefix(literalCount))
        else { throw Self.damaged("no code") }
        // A block without repetitions has none for distances.
        let distances = HuffmanTable(lengths: all.suffix(distanceCount))
        state = .coded(literals: literals, distances: distances, isLast: isLast)
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]

    /// - Returns: false at the end of the block.
    private mutating func readSymbol(
        _ literals: HuffmanTable,
        _ distances: HuffmanTable?
    ) throws(ImportError) -> Bool {
        let symbol = try input.symbol(literals)
        guard symbol >= 256 else {
            append(UInt8(symbol))
            return true
        }
        guard symbol > 256 else { return false }
        let index = symbol - 257
        guard index < Self.lengthBases.count, let distances else { throw Self.damaged("a length that there is not") }
        let length = Self.lengthBases[index] + (try input.bits(Self.lengthBits[index]))
        let code = try input.symbol(distances)
        guard code < 30 else { throw Self.damaged("a distance that there is not") }
        let extra = max(0, code / 2 - 1)
        let base = code < 4 ? code + 1 : (2 + code % 2) << extra + 1
        let distance = base + (try input.bits(extra))
        guard distance <= output.count else { throw Self.damaged("a distance beyond the beginning") }
        for _ in 0..<length { append(output[output.count - distance]) }
        return true
    }

    private mutating func append(_ byte: UInt8) {
        output.append(byte)
        checksum.add(byte)
        length &+= 1
    }

    private static func damaged(_ what: String) -> ImportError {
        ImportError(.unreadable, "the file is packed with gzip and damaged: \(what); fetch it again")
    }
}

extension ByteSource {
    /// What an open file holds from here on, unpacked if it is packed with gzip.
    package init(unpacking file: FileHandle) {
        self.init(unpacking: ByteSource(file))
    }

    /// - Parameter source: The octets, packed or not.
    init(unpacking source: ByteSource) {
        var source = source
        var gzip: GzipReader?
        var isBegun = false
        self.init {
            if !isBegun {
                isBegun = true
                // A source may give one octet at a time.
                var head: [UInt8] = []
                while head.count < 2, let more = try source.next() { head += more }
                guard GzipReader.isPacked(head) else { return Data(head) }
                var rest = source
                var pending: [UInt8]? = head
                gzip = GzipReader(
                    ByteSource {
                        defer { pending = nil }
                        return try pending.map { Data($0) } ?? rest.next().map { Data($0) }
                    }
                )
            }
            return gzip == nil ? try source.next().map { Data($0) } : try gzip?.next()
        }
    }
}
