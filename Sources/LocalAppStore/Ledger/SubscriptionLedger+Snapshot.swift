extension SubscriptionLedger {
    /// Writes everything down, without deleted subscriptions.
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
        let count = try reader.count(ofSize: PackedSubscription.writtenSize)
        for _ in 0..<count {
            let packed = try PackedSubscription(from: &reader)
            let isSound =
                names.knows(packed, appUser: packed.appUser) && names.identifiers.isKnown(packed.latestTransactionID)
                && packed.terms < terms.values.count && StoredRange.counts.contains(packed.renewalCount)
                && StoredRange.billingDays.contains(Int(packed.billingDay))
            guard isSound, table.put(packed).old == nil else {
                throw ByteReader.damaged("a subscription makes no sense")
            }
        }
        details = try reader.details(upTo: count)
    }
}

extension PackedSubscription {
    static let writtenSize = 80

    func write(to writer: inout ByteWriter) {
        writer.write(id)
        writer.write(latestTransactionID)
        writer.write(expiresDate)
        writer.write(gracePeriodExpiresDate)
        writer.write(billingRetryEndDate)
        writer.write(recentSubscriptionStartDate)
        writer.write(nextDueDate)
        writer.write(Int64(renewalCount))
        writer.write(billingDay)
        for number in [account, terms, appUser] { writer.write(number) }
    }

    init(from reader: inout ByteReader) throws(StoreError) {
        id = try reader.number()
        latestTransactionID = try reader.number()
        expiresDate = try reader.packedDate()
        gracePeriodExpiresDate = try reader.packedDateIfPresent()
        billingRetryEndDate = try reader.packedDateIfPresent()
        recentSubscriptionStartDate = try reader.packedDate()
        nextDueDate = try reader.packedDateIfPresent()
        renewalCount = Int(clamping: try reader.number(Int64.self))
        billingDay = try reader.number()
        account = try reader.number()
        terms = try reader.number()
        appUser = try reader.number()
    }
}
