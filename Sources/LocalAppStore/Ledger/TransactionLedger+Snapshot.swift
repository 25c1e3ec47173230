extension TransactionLedger {
    /// Writes everything down, without deleted transactions.
    func write(to writer: inout ByteWriter) throws(StoreError) {
        let rows = Array(table.rows)
        try names.write(to: &writer)
        try writer.write(json: terms.values)
        writer.write(rows) { writer, row in table[row].write(to: &writer) }
        let rare = rows.enumerated().filter { details[$1] != nil }
        writer.write(rare) { writer, element in writer.write(UInt64(element.offset)) }
        try writer.write(json: rare.compactMap { details[$1] })
    }

    /// All identifiers of transactions.
    var identifiers: some Sequence<Int64> { table.rows.lazy.map { table[$0].id } }

    /// Reads what was written; refuses what cannot have been.
    init(from reader: inout ByteReader) throws(StoreError) {
        names = try LedgerNames(from: &reader)
        terms = try Interned(from: &reader)
        guard terms.values.allSatisfy({ StoredRange.quantities.contains($0.quantity) }) else {
            throw ByteReader.damaged("a quantity is not 1 to 10")
        }
        let count = try reader.count(ofSize: PackedTransaction.writtenSize)
        for _ in 0..<count {
            let packed = try PackedTransaction(from: &reader)
            let isSound =
                names.knows(packed, appUser: packed.appUser) && names.identifiers.isKnown(packed.originalTransactionID)
                && names.identifiers.isKnownOrAbsent(packed.webOrderLineItemID) && packed.terms < terms.values.count
            guard isSound, table.put(packed).old == nil else {
                throw ByteReader.damaged("a transaction makes no sense")
            }
        }
        details = try reader.details(upTo: count)
    }
}

extension PackedTransaction {
    static let writtenSize = 60

    func write(to writer: inout ByteWriter) {
        for number in [id, originalTransactionID, webOrderLineItemID, purchaseDate, originalPurchaseDate, expiresDate] {
            writer.write(number)
        }
        for number in [account, terms, appUser] { writer.write(number) }
    }

    init(from reader: inout ByteReader) throws(StoreError) {
        id = try reader.number()
        originalTransactionID = try reader.number()
        webOrderLineItemID = try reader.number()
        purchaseDate = try reader.packedDate()
        originalPurchaseDate = try reader.packedDate()
        expiresDate = try reader.packedDateIfPresent()
        account = try reader.number()
        terms = try reader.number()
        appUser = try reader.number()
    }
}
