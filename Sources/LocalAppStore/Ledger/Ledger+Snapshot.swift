extension Ledger {
    /// Writes everything down, without deleted records.
    func write(to writer: inout ByteWriter) throws(StoreError) {
        let rows = Array(table.rows)
        try names.write(to: &writer)
        try writer.write(json: terms.values)
        writer.write(rows) { writer, row in table[row].write(to: &writer) }
        let rare = rows.enumerated().filter { details[$1] != nil }
        writer.write(rare) { writer, element in writer.write(UInt64(element.offset)) }
        try writer.write(json: rare.compactMap { details[$1] })
    }

    /// Reads what was written; refuses what cannot have been.
    init(from reader: inout ByteReader) throws(StoreError) {
        names = try LedgerNames(from: &reader)
        terms = try Interned(from: &reader)
        for value in terms.values { try value.checkOfSnapshot() }
        let count = try reader.count(ofSize: Record.Packed.writtenSize)
        for _ in 0..<count {
            let packed = try Record.Packed(from: &reader)
            guard packed.isSound(names), packed.terms < terms.count, table.put(packed).old == nil else {
                throw ByteReader.damaged("a \(Record.self) makes no sense")
            }
        }
        details = try reader.details(upTo: count)
        for value in details.values { try value.checkOfSnapshot() }
    }
}
