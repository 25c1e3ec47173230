import Foundation

/// The numbers that a ledger's records have in place of texts.
struct LedgerNames: Sendable {
    var identifiers = NumberedIdentifiers()
    var accounts = Interned<String>()
    private(set) var appUsers = Interned<AppUser>()

    init() {
        // Most apps name none: nothing is looked up for them.
        _ = appUsers.add(AppUser(appAccountToken: nil, applicationUsername: nil))
    }

    mutating func number(ofUser token: UUID?, _ username: String?) -> UInt32 {
        if token == nil, username == nil { return 0 }
        return appUsers.add(AppUser(appAccountToken: token, applicationUsername: username))
    }

    /// How many names there are of each kind.
    struct Counts: Sendable {
        let identifiers, accounts, appUsers: Int
    }

    var counts: Counts {
        Counts(
            identifiers: identifiers.others.count,
            accounts: accounts.count,
            appUsers: appUsers.count
        )
    }

    /// Forgets names that came after these.
    mutating func keepFirst(_ counts: Counts) {
        identifiers.keepFirst(counts.identifiers)
        accounts.keepFirst(counts.accounts)
        appUsers.keepFirst(counts.appUsers)
    }

    /// Whether the numbers that all records have stand for something.
    func knows(_ record: some TableRecord, appUser: UInt32) -> Bool {
        identifiers.isKnown(record.id) && record.account < accounts.count && appUser < appUsers.count
    }

    func write(to writer: inout ByteWriter) throws(StoreError) {
        writer.write(identifiers.others.values) { $0.write($1) }
        writer.write(accounts.values) { $0.write($1) }
        writer.write(appUsers.values) { writer, user in
            writer.write(user.appAccountToken)
            writer.write(user.applicationUsername)
        }
    }

    init(from reader: inout ByteReader) throws(StoreError) {
        let text = { (reader: inout ByteReader) throws(StoreError) in try reader.text() }
        identifiers = NumberedIdentifiers(others: try Self.interned(&reader, text))
        accounts = try Self.interned(&reader, text)
        let users = try Self.interned(&reader) { reader throws(StoreError) in
            AppUser(
                appAccountToken: try reader.identifierIfPresent(),
                applicationUsername: try reader.textIfPresent()
            )
        }
        guard users.number(of: AppUser(appAccountToken: nil, applicationUsername: nil)) == 0 else {
            throw ByteReader.damaged("the first user has a name")
        }
        appUsers = users
    }

    private static func interned<Value>(
        _ reader: inout ByteReader,
        _ value: (inout ByteReader) throws(StoreError) -> Value
    ) throws(StoreError) -> Interned<Value> {
        let values = try reader.list(ofSize: 2, value)
        guard let interned = Interned(values) else { throw ByteReader.damaged("a name is there twice") }
        return interned
    }
}

extension Interned where Value: Codable {
    /// Values that were written as JSON.
    init(from reader: inout ByteReader) throws(StoreError) {
        guard let interned = Interned(try reader.json([Value].self)) else {
            throw ByteReader.damaged("terms are there twice")
        }
        self = interned
    }
}

extension ByteReader {
    /// What few records have, by row.
    mutating func details<Details: Decodable>(upTo rowCount: Int) throws(StoreError) -> [Int: Details] {
        let rows = try list(ofSize: 8) { reader throws(StoreError) in try reader.number(UInt64.self) }
        let values = try json([Details].self)
        guard rows.count == values.count, rows.allSatisfy({ $0 < UInt64(rowCount) }) else {
            throw Self.damaged("details of records that are not there")
        }
        return Dictionary(zip(rows.map { Int($0) }, values), uniquingKeysWith: { $1 })
    }
}
