/// Reads octets bit by bit, from the lowest on, as DEFLATE has them.
struct BitReader {
    private var source: ByteSource
    private var bytes: ArraySlice<UInt8> = []
    private var buffer: UInt64 = 0
    private var count = 0

    init(_ source: ByteSource) { self.source = source }

    /// - Throws: ``ImportError``, code `unreadable`, if the file ends before.
    mutating func bits(_ wanted: Int) throws(ImportError) -> Int {
        try fill(wanted)
        guard count >= wanted else { throw Self.ended }
        defer { drop(wanted) }
        return Int(buffer & (1 << UInt64(wanted) - 1))
    }

    mutating func byte() throws(ImportError) -> UInt8 { UInt8(try bits(8)) }

    mutating func symbol(_ table: HuffmanTable) throws(ImportError) -> Int {
        try fill(table.maximumLength)
        guard let (symbol, length) = table.symbol(buffer) else {
            throw ImportError(
                .unreadable,
                "the file is packed with gzip and damaged: bits of no symbol; fetch it again"
            )
        }
        guard length <= count else { throw Self.ended }
        drop(length)
        return symbol
    }

    /// Leaves out what is left of an octet.
    mutating func skipToByte() { drop(count % 8) }

    mutating func isAtEnd() throws(ImportError) -> Bool {
        try fill(1)
        return count == 0
    }

    /// As many bits as there are, up to the wanted ones or more.
    private mutating func fill(_ wanted: Int) throws(ImportError) {
        while count < wanted {
            if bytes.isEmpty {
                guard let more = try source.next() else { return }
                bytes = more[...]
            }
            guard let byte = bytes.popFirst() else { return }
            buffer |= UInt64(byte) << UInt64(count)
            count += 8
        }
    }

    private mutating func drop(_ bits: Int) {
        buffer >>= UInt64(bits)
        count -= bits
    }

    private static let ended = ImportError(
        .unreadable,
        "the file is packed with gzip and cut short; fetch it again"
    )
}
